import type { Letter } from '@bitacora/core/messages/emails-letter';
import { invitationLetter, passwordResetLetter } from '@bitacora/core/messages/emails-tokens';
import type { Claimed, Core } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/reset-password';
import { tokenUrl } from './links.ts';

const letters = { invitation: invitationLetter, passwordReset: passwordResetLetter };
export type TokenKind = keyof typeof letters;

/** The letter with a token, or null once it was used, replaced or expired. */
export async function composeToken(kind: TokenKind, core: Core, claimed: Claimed, publicUrl: string): Promise<Letter | null> {
  const { recipient, announcements } = claimed;
  const input = { resetId: String(announcements[0]?.facts.resetId) };
  const { result: token } = await core.perform({ useCase: findTokenToSend, actor: null, channel: 'system', input, effect: 'writes' });
  if (!token) return null;
  return letters[kind]({ firstName: recipient.firstName, url: tokenUrl(publicUrl, recipient.email, token), token });
}
