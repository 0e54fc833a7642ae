import type { AnnouncementKind } from '@bitacora/core/domain/announcement';
import { invitationLetter, passwordResetLetter } from '@bitacora/core/messages/emails';
import type { Claimed, Core } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/reset-password';
import type { Mail } from './mailer.ts';
import { renderLetter } from './render-letter.ts';

const letters = { invitation: invitationLetter, passwordReset: passwordResetLetter };

/** The kinds that have an email. */
export const mailedKinds = Object.keys(letters) as (keyof typeof letters & AnnouncementKind)[];

/** The mail for an announcement, or null where it no longer holds: the token was used, replaced or expired, or the person left. */
export async function composeMail(core: Core, announcement: Claimed, publicUrl: string): Promise<Mail | null> {
  const { key, kind, recipient, facts } = announcement;
  const input = { resetId: String(facts.resetId) };
  const { result: token } = await core.perform({ useCase: findTokenToSend, actor: null, channel: 'system', input, effect: 'reads' });
  if (!token || !recipient.isActive) return null;

  const url = new URL('/', publicUrl);
  url.hash = new URLSearchParams({ email: recipient.email, token }).toString();
  const letter = letters[kind as keyof typeof letters]({ firstName: recipient.firstName, url: url.href, token });
  const messageId = `<${key.replaceAll(':', '.')}@${url.hostname}>`;
  return { to: recipient.email, messageId, ...renderLetter(letter) };
}
