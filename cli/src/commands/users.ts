import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { fullName, isDeveloper } from '@bitacora/core/domain/people/person';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import { userTexts } from '@bitacora/core/messages/users';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { oneOf, text, yes } from '../flags.ts';
import { inOwnSession } from '../log-in.ts';
import { findPerson, mentions } from '../matching.ts';
import { terminalCommands } from '../messages/commands.ts';
import type { ListingColumn } from '../outcome.ts';
import { requireConfirmation } from '../prompts.ts';

const { usersList: listTexts, usersDeactivate: deactivateTexts, usersCancelEmailChange: cancelTexts, passwordStdin } = terminalCommands;

const statusOf = ({ isActive, hasPassword }: Account) =>
  isActive ? (hasPassword ? userTexts.isActive : userTexts.pendingInvitation) : userTexts.isInactive;

const columnsWith = (names: ReadonlyMap<number, string>): readonly ListingColumn<Account>[] => [
  { title: 'ID', of: ({ id }) => id },
  { title: userTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber },
  { title: userTexts.name, of: fullName, isLong: true },
  { title: userTexts.email, of: ({ email }) => email },
  { title: userTexts.newEmail, of: ({ pendingEmail }) => pendingEmail ?? '', rank: 4 },
  { title: userTexts.department, of: ({ department }) => department, isLong: true, rank: 1 },
  { title: userTexts.position, of: ({ position }) => position, isLong: true, rank: 3 },
  { title: userTexts.manager, of: ({ managerId }) => names.get(managerId ?? 0) ?? '', isLong: true, rank: 5 },
  { title: userTexts.fields.kind, of: ({ kind }) => (isDeveloper({ kind }) ? userTexts.developer : kind), rank: 2 },
  { title: userTexts.status, of: statusOf },
];

export const usersList = command({
  name: 'users list',
  summary: listTexts.summary,
  lists: true,
  watches: true,
  flags: {
    search: text('texto', userTexts.search),
    department: text('departamento', listTexts.department),
    status: oneOf('estado', listTexts.status, { activo: true, inactivo: false }),
  },
  async run({ connect, flags: { search = '', department, status } }) {
    const { client } = await connect();
    const accounts = await client.listUsers();
    const names = new Map(accounts.map((account) => [account.id, fullName(account)]));
    const people = accounts.filter(
      (person) =>
        (status === undefined || person.isActive === status) &&
        (department === undefined || mentions([person.department], department)) &&
        mentions([fullName(person), person.employeeNumber, person.email], search),
    );
    return {
      kind: 'rows',
      columns: columnsWith(names),
      rows: people,
      total: people.length,
      empty: listTexts.empty,
      foot: listTexts.count(people.length),
    };
  },
});

export const usersDeactivate = command({
  name: 'users deactivate',
  summary: deactivateTexts.summary,
  details: deactivateTexts.details,
  words: [{ name: '<persona>', summary: deactivateTexts.person }],
  confirms: true,
  flags: { reassignTo: text('persona', deactivateTexts.reassignTo), passwordStdin: yes(passwordStdin) },
  async run(call) {
    const { flags, common } = call;
    const connection = await call.connect();
    const people = await connection.client.listUsers();
    const person = findPerson(people, call.words[0] ?? '');
    const successor = flags.reassignTo === undefined ? null : findPerson(people, flags.reassignTo);
    await requireConfirmation(call, common.yes, deactivateTexts.question(fullName(person), successor && fullName(successor)));
    const change = { id: person.id, isActive: false, reassignTo: successor?.id ?? null };
    await inOwnSession(call, connection, (session) => session.setUserStatus(change)).catch(suggestSuccessor);
    const lines = successor ? [userTexts.deactivated, userTexts.handedOver(fullName(successor))] : [userTexts.deactivated];
    return { kind: 'done', lines, value: { success: true, id: person.id, reassignedTo: successor?.id ?? null } };
  },
});

/** The web asks for a successor; here the hint names the flag. */
function suggestSuccessor(error: unknown): never {
  if (error instanceof ApiError && error.code === 'user.hasOpenActivities')
    throw new Stopped(exits.refused, error.message, deactivateTexts.handOver);
  throw error;
}

export const usersCancelEmailChange = command({
  name: 'users cancel-email-change',
  summary: cancelTexts.summary,
  details: cancelTexts.details,
  words: [{ name: '<persona>', summary: cancelTexts.person }],
  confirms: true,
  flags: { passwordStdin: yes(passwordStdin) },
  async run(call) {
    const connection = await call.connect();
    const { id, email, pendingEmail, ...name } = findPerson(await connection.client.listUsers(), call.words[0] ?? '');
    if (pendingEmail === null) throw new Stopped(exits.refused, sentenceOf({ code: 'emailChange.unknown' }));
    await requireConfirmation(call, call.common.yes, cancelTexts.question(fullName(name), email, pendingEmail));
    await inOwnSession(call, connection, (session) => session.cancelEmailChange({ id }));
    return {
      kind: 'done',
      lines: [userTexts.emailChangeCanceled(email)],
      value: { success: true, id, email, canceledEmail: pendingEmail },
    };
  },
});
