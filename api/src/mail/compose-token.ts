import type { DigestContent } from '@bitacora/core/messages/digest';
import type { ClaimedDigest, Core } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import { tokenUrl } from './links.ts';
import { invitationMail, passwordResetMail } from './messages/tokens.ts';

const letters = { invitation: invitationMail, passwordReset: passwordResetMail };
export type TokenKind = keyof typeof letters;

/** The letter with a token, or null once it was used, replaced or expired. */
export async function composeToken(kind: TokenKind, core: Core, claimed: ClaimedDigest, publicUrl: string): Promise<DigestContent | null> {
  const { recipient, announcements } = claimed;
  const input = { resetId: String(announcements[0]?.facts.resetId) };
  const { result: token } = await core.perform({ useCase: findTokenToSend, actor: null, channel: 'system', input, effect: 'writes' });
  if (!token) return null;
  return letters[kind]({ firstName: recipient.firstName, url: tokenUrl(publicUrl, recipient.email, token), token });
}
