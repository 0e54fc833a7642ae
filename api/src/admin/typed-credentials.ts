import { text } from 'node:stream/consumers';
import { email } from '@bitacora/core/contract/wire';
import { validation } from '@bitacora/core/messages/validation';
import { ask } from '@bitacora/core/terminal/ask';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type AdminCall, demanded, type TypedValues } from './command.ts';
import { administration as texts } from './messages.ts';

/** What the login form would accept: another address could never come in. */
export function readTypedEmail(typed: TypedValues): string {
  const { success, data } = email().safeParse(demanded(typed, 'email'));
  if (!success) throw new Stopped(exits.usage, validation.emailInvalid);
  return data;
}

/** A new password, asked for twice, or from standard input but for its line end; never from the command line, which others can read. */
export async function newPassword(call: Pick<AdminCall, 'stdin' | 'stderr' | 'typed'>, email: string): Promise<string> {
  if (call.typed['password-stdin']) return (await text(call.stdin)).replace(/\r?\n$/, '');
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.givePassword);
  const password = await ask(call, texts.askPassword(email), { isHidden: true });
  if ((await ask(call, texts.askAgain, { isHidden: true })) !== password) throw new Stopped(exits.refused, texts.passwordsDiffer);
  return password;
}
