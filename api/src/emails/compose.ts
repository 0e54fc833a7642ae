import { invitationLetter, passwordResetLetter } from '@bitacora/core/messages/emails';
import type { Claimed, Core } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/reset-password';
import type { Mail } from './mailer.ts';
import { renderLetter } from './render-letter.ts';

const letters = { invitation: invitationLetter, passwordReset: passwordResetLetter };

/** A mail, and the ids of the announcements that it leaves out because they no longer hold. */
export interface Composed {
  mail: Mail;
  omitted: number[];
}

/** The mail of a letter, or null where nothing of it holds any more: the token was used, replaced or expired, or the person left. */
export async function composeMail(
  core: Core,
  { letter: id, recipient, announcements }: Claimed,
  publicUrl: string,
): Promise<Composed | null> {
  const [announcement] = announcements;
  const letterOf = letters[announcement?.kind as keyof typeof letters];
  if (!announcement || !letterOf) throw new Error(`no letter for ${announcement?.kind}`);
  const input = { resetId: String(announcement.facts.resetId) };
  const { result: token } = await core.perform({ useCase: findTokenToSend, actor: null, channel: 'system', input, effect: 'reads' });
  if (!token || !recipient.isActive) return null;

  const url = new URL('/', publicUrl);
  url.hash = new URLSearchParams({ email: recipient.email, token }).toString();
  const letter = letterOf({ firstName: recipient.firstName, url: url.href, token });
  const messageId = `<${id}@${url.hostname}>`;
  return { mail: { to: recipient.email, messageId, ...renderLetter(letter) }, omitted: [] };
}
