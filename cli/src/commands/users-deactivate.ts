import { ApiError } from '@bitacora/core/client';
import { fullName } from '@bitacora/core/domain/people/person';
import { terminal } from '@bitacora/core/messages/terminal';
import { userTexts } from '@bitacora/core/messages/users';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { command } from '../command.ts';
import { requireConfirmation } from '../confirmed.ts';
import { text, yes } from '../flags.ts';
import { terminalCommands } from '../messages/commands.ts';
import { readPassword } from '../password.ts';
import { findPerson } from '../people.ts';

const { usersDeactivate: texts } = terminalCommands;

/** The web asks who takes the open work over; here a flag names them. */
function sayHow(error: unknown): never {
  if (error instanceof ApiError && error.code === 'user.hasOpenActivities') throw new Stopped(exits.refused, error.message, texts.handOver);
  throw error;
}

export const usersDeactivate = command({
  name: 'users deactivate',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<persona>', summary: texts.person }],
  confirms: true,
  flags: { reassignTo: text('persona', texts.reassignTo), passwordStdin: yes(terminalCommands.passwordStdin) },
  async run(call) {
    const { flags, common } = call;
    const { client, withPassword } = await call.connect();
    const people = await client.listUsers();
    const person = findPerson(people, call.words[0] ?? '');
    const successor = flags.reassignTo === undefined ? null : findPerson(people, flags.reassignTo);
    const { email } = await client.readOwnData();
    await requireConfirmation(call, common.yes, texts.question(fullName(person), successor && fullName(successor)));
    const password = await readPassword(call, flags.passwordStdin, terminal.passwordOf(email));
    const change = { id: person.id, isActive: false, reassignTo: successor?.id ?? null };
    await withPassword({ email, password }, (session) => session.setUserStatus(change)).catch(sayHow);
    const lines = successor ? [userTexts.deactivated, userTexts.handedOver(fullName(successor))] : [userTexts.deactivated];
    return { kind: 'done', lines, value: { success: true, id: person.id, reassignedTo: successor?.id ?? null } };
  },
});
