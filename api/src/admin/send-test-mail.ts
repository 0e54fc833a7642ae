import { randomUUID } from 'node:crypto';
import { mailServerTexts } from '@bitacora/core/messages/server-status';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import type { Mailer } from '../mail/mailer.ts';
import { openMailer, smtpAccessOf } from '../mail/open-mailer.ts';
import { SmtpUnreachable } from '../mail/smtp-conversation.ts';
import type { Settings } from '../settings.ts';
import { type AdminCommand, demanded, text } from './command.ts';
import { administration as texts } from './messages.ts';

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Sends one mail by the settings of the product. It needs no database. */
export const sendTestMail: AdminCommand = {
  options: { to: text },
  async run({ settings, typed, now }) {
    const to = demanded(typed, 'to');
    if (!ADDRESS.test(to)) throw new Stopped(exits.usage, texts.noAddress(to), texts.seeHelp);
    const mailer = openMailer(settings, await smtpAccessOf(settings));
    await send(mailer, to, settings, now());
    mailer.hangUp?.();
    const { destination, reachesPeople } = mailer;
    const lines = reachesPeople ? texts.testMailSent(destination, to, settings.mailFrom) : texts.testMailWritten(destination);
    return { lines: [lines], value: { sent: true, to, destination } };
  },
};

async function send(mailer: Mailer, to: string, { publicUrl, replyTo }: Settings, now: Date): Promise<void> {
  const messageId = `<${randomUUID()}@${new URL(publicUrl).hostname}>`;
  try {
    await mailer.send({ to, messageId, ...texts.testMail(publicUrl, now), ...(replyTo && { replyTo }) });
  } catch (error) {
    const { fault = null } = error instanceof SmtpUnreachable ? error : {};
    const answer = fault?.answer ?? (error instanceof Error ? error.message : String(error));
    throw new Stopped(exits.refused, texts.testMailRefused(mailer.destination, answer), fault && mailServerTexts[fault.problem]);
  }
}
