import { createAdministrator } from '@bitacora/core/use-cases/people/create-administrator';
import { type AdminCommand, text, yes } from './command.ts';
import { administration as texts } from './messages.ts';
import { onDatabase } from './open.ts';
import { operator } from './operator.ts';
import { demandSchema } from './schema.ts';
import { newPassword, readTypedEmail } from './typed-credentials.ts';

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
    const password = await newPassword(call, email);
    const { result } = await onDatabase(call, { mayMake: true, asOwner: true }, async (core) => {
      await demandSchema(core.db, { mayMake: true });
      const input = { email, password, operator: operator(), ...(typeof name === 'string' && name.trim() ? { name: nameOf(name) } : {}) };
      return core.perform({ useCase: createAdministrator, actor: null, channel: 'system', input, effect: 'writes' });
    });
    return { lines: [texts.created(email)], value: { id: result.id, email } };
  },
};
