import { administration as texts } from '@bitacora/core/messages/administration';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { type Core, newSecret } from '@bitacora/core/server';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { openReset, setPassword } from '@bitacora/core/use-cases/rescue-account';
import { tokenUrl } from '../emails/links.ts';
import { type Call, type Command, type Outcome, text, yes } from './command.ts';
import { emailTyped } from './email-typed.ts';
import { newPassword } from './new-password.ts';
import { onDatabase } from './open.ts';
import { operator } from './operator.ts';
import { demandSchema } from './schema.ts';

const open = { actor: null, channel: 'system', effect: 'writes' } as const;

async function giveLink(core: Core, { settings }: Call, email: string): Promise<Outcome> {
  const token = newSecret();
  const { result } = await core.perform({ ...open, useCase: openReset, input: { email, token, operator: operator() } });
  const url = tokenUrl(settings.publicUrl, email, token);
  const until = writtenInstant(result.expiresAt, settings.businessTimeZone);
  return { said: [texts.resetLink(email, until), url], value: { email, url, expiresAt: result.expiresAt } };
}

async function set(core: Core, email: string, password: string): Promise<Outcome> {
  await core.perform({ ...open, useCase: setPassword, input: { email, password, operator: operator() } });
  return { said: [texts.passwordSet(email)], value: { email } };
}

/** Gives a one-time link, or sets the password that is asked for or piped in; works while Bitácora runs. */
export const resetPassword: Command = {
  options: { email: text, ask: yes, 'password-stdin': yes },
  async run(call) {
    const email = emailTyped(call.typed);
    const { ask, 'password-stdin': isPiped } = call.typed;
    if (ask && isPiped) throw new Stopped(exits.usage, texts.onePassword);
    const password = ask || isPiped ? await newPassword(call, email) : null;
    return onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      return password === null ? giveLink(core, call, email) : set(core, email, password);
    });
  },
};
