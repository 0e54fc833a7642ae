import { email } from '@bitacora/core/contract/wire';
import { validation } from '@bitacora/core/messages/validation';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { demanded, type TypedValues } from './command.ts';

/** What the login form would accept: another address could never come in. */
export function readTypedEmail(typed: TypedValues): string {
  const { success, data } = email().safeParse(demanded(typed, 'email'));
  if (!success) throw new Stopped(exits.usage, validation.emailInvalid);
  return data;
}
