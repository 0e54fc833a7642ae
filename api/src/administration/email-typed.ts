import { email } from '@bitacora/core/contract/wire';
import { validation } from '@bitacora/core/messages/validation';
import { demanded, type Typed } from './command.ts';
import { exits, Stopped } from './exits.ts';

/** What the login form would accept: another address could never come in. */
export function emailTyped(typed: Typed): string {
  const { success, data } = email().safeParse(demanded(typed, 'email'));
  if (!success) throw new Stopped(exits.usage, validation.emailInvalid);
  return data;
}
