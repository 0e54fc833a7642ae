import { writtenInstant } from '@bitacora/core/messages/dates';
import { type Core, newSecret } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { openReset, setPassword } from '@bitacora/core/use-cases/people/rescue-account';
import { tokenUrl } from '../mail/links.ts';
import { type AdminCall, type AdminCommand, type AdminOutcome, text, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { operator } from './operator.ts';
import { demandSchema } from './schema.ts';
import { newPassword, readTypedEmail } from './typed-credentials.ts';

const open = { actor: null, channel: 'system', effect: 'writes' } as const;

async function giveLink(core: Core, { settings }: AdminCall, email: string): Promise<AdminOutcome> {
  const token = newSecret();
  const { result } = await core.perform({ ...open, useCase: openReset, input: { email, token, operator: operator() } });
  const url = tokenUrl(settings.publicUrl, email, token);
  const until = writtenInstant(result.expiresAt, settings.businessTimeZone);
  return { lines: [texts.resetLink(email, until), url], value: { email, url, expiresAt: result.expiresAt } };
}

async function set(core: Core, email: string, password: string): Promise<AdminOutcome> {
  await core.perform({ ...open, useCase: setPassword, input: { email, password, operator: operator() } });
  return { lines: [texts.passwordSet(email)], value: { email } };
}

/** Gives a one-time link, or sets the password that is asked for or piped in; works while Bitácora runs. */
export const resetPassword: AdminCommand = {
  options: { email: text, ask: yes, 'password-stdin': yes },
  async run(call) {
    const email = readTypedEmail(call.typed);
    const { ask, 'password-stdin': isPiped } = call.typed;
    if (ask && isPiped) throw new Stopped(exits.usage, texts.onePassword);
    const password = ask || isPiped ? await newPassword(call, email) : null;
    return onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      return password === null ? giveLink(core, call, email) : set(core, email, password);
    });
  },
};
