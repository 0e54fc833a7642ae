import { text as readStream } from 'node:stream/consumers';
import { email } from '@bitacora/core/contract/wire';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { validation } from '@bitacora/core/messages/validation';
import { type Core, newSecret } from '@bitacora/core/server';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import { resetSecondFactorOf } from '@bitacora/core/use-cases/account/second-factor';
import { createAdministrator } from '@bitacora/core/use-cases/people/create-administrator';
import { openReset, setPassword, unlinkCompanyAccount } from '@bitacora/core/use-cases/people/rescue-account';
import { tokenUrl } from '../mail/links.ts';
import { type AdminCall, type AdminCommand, type AdminOutcome, demanded, operator, type TypedValues, text, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { demandSchema } from './schema.ts';

/** What the login form would accept: another address could never come in. */
export function readTypedEmail(typed: TypedValues): string {
  const { success, data } = email().safeParse(demanded(typed, 'email'));
  if (!success) throw new Stopped(exits.usage, validation.emailInvalid);
  return data;
}

/** A new password, asked for twice, or from standard input but for its line end; never from the command line, which others can read. */
async function newPassword(call: Pick<AdminCall, 'stdin' | 'stderr' | 'typed'>, email: string): Promise<string> {
  if (call.typed['password-stdin']) return (await readStream(call.stdin)).replace(/\r?\n$/, '');
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.givePassword);
  const password = await ask(call, texts.askPassword(email), { isHidden: true });
  if ((await ask(call, texts.askAgain, { isHidden: true })) !== password) throw new Stopped(exits.refused, texts.passwordsDiffer);
  return password;
}

/** The first word is the first name; people correct it among the users. */
function nameOf(typed: string) {
  const [firstName = '', ...rest] = typed.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

/** Registers a Desarrollador, on a database that may be new; works while Bitácora runs. */
export const createAdmin: AdminCommand = {
  options: { email: text, name: text, 'password-stdin': yes },
  async run(call) {
    const email = readTypedEmail(call.typed);
    const { name } = call.typed;
    const { allowsPasswords } = call.settings;
    const password = allowsPasswords ? await newPassword(call, email) : undefined;
    const { result } = await onDatabase(call, { mayMake: true, asOwner: true }, async (core) => {
      await demandSchema(core.db, { mayMake: true });
      const input = { email, password, operator: operator(), ...(typeof name === 'string' && name.trim() ? { name: nameOf(name) } : {}) };
      return core.perform({ useCase: createAdministrator, actor: null, channel: 'system', input, effect: 'writes' });
    });
    if (!allowsPasswords && call.typed['password-stdin']) call.report(texts.noPasswordKept);
    return { lines: [texts.created(email)], value: { id: result.id, email } };
  },
};

export const open = { actor: null, channel: 'system', effect: 'writes' } as const;

async function giveLink(core: Core, { settings }: AdminCall, email: string): Promise<AdminOutcome> {
  const token = newSecret();
  const { result } = await core.perform({
    ...open,
    useCase: openReset,
    input: { email, token, operator: operator(), arePasswordsOff: !settings.allowsPasswords },
  });
  const url = tokenUrl(settings.publicUrl, email, token);
  const until = writtenInstant(result.expiresAt, settings.businessTimeZone);
  return { lines: [texts.resetLink(email, until), url], value: { email, url, expiresAt: result.expiresAt } };
}

async function set(core: Core, { settings }: AdminCall, email: string, password: string): Promise<AdminOutcome> {
  await core.perform({
    ...open,
    useCase: setPassword,
    input: { email, password, operator: operator(), arePasswordsOff: !settings.allowsPasswords },
  });
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
      return password === null ? giveLink(core, call, email) : set(core, call, email, password);
    });
  },
};

/** Forgets a person's second factor; works while Bitácora runs. */
export const resetFactor: AdminCommand = {
  options: { email: text },
  async run(call) {
    const email = readTypedEmail(call.typed);
    return onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      await core.perform({ ...open, useCase: resetSecondFactorOf, input: { email, operator: operator() } });
      return { lines: [texts.factorReset(email)], value: { email } };
    });
  },
};

/** Forgets a person's accounts of the company; works while Bitácora runs. */
export const unlinkAccount: AdminCommand = {
  options: { email: text },
  async run(call) {
    const email = readTypedEmail(call.typed);
    return onDatabase(call, {}, async (core) => {
      await demandSchema(core.db);
      const { result } = await core.perform({ ...open, useCase: unlinkCompanyAccount, input: { email, operator: operator() } });
      return { lines: [texts.unlinked(email, result.count)], value: { email, ...result } };
    });
  },
};
