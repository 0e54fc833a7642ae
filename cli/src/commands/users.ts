import { ApiError } from '@bitacora/core/client';
import type { Account } from '@bitacora/core/contract/people/user-endpoints';
import { needsConfirmation } from '@bitacora/core/domain/account/account';
import { DEVELOPER, EMPLOYEE, fullName, isDeveloper, isGainingPrivilege } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/people/users';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import type { ServerConnection } from '../connection.ts';
import { choiceFlag, requireFlags, text } from '../flags.ts';
import { requireConfirmation } from '../input.ts';
import { inOwnSession, passwordFlag } from '../log-in.ts';
import { findPerson, mentions } from '../matching.ts';
import { terminalCommands } from '../messages/commands.ts';

const { usersList: listTexts, usersDeactivate: deactivateTexts, usersCancelEmailChange: cancelTexts } = terminalCommands;

const accountStatus = ({ isActive, hasPassword }: Account) =>
  isActive ? (hasPassword ? userTexts.isActive : userTexts.pendingInvitation) : userTexts.isInactive;

const userColumns = (names: ReadonlyMap<number, string>): readonly ListingColumn<Account>[] => [
  { title: 'ID', of: ({ id }) => id },
  { title: userTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber },
  { title: userTexts.name, of: fullName, isLong: true },
  { title: userTexts.email, of: ({ email }) => email },
  { title: userTexts.newEmail, of: ({ pendingEmail }) => pendingEmail ?? '', rank: 4 },
  { title: userTexts.department, of: ({ department }) => department, isLong: true, rank: 1 },
  { title: userTexts.position, of: ({ position }) => position, isLong: true, rank: 3 },
  { title: userTexts.manager, of: ({ managerId }) => names.get(managerId ?? 0) ?? '', isLong: true, rank: 5 },
  { title: userTexts.fields.kind, of: ({ kind }) => (isDeveloper({ kind }) ? userTexts.developer : kind), rank: 2 },
  { title: userTexts.status, of: accountStatus },
];

export const usersList = command({
  name: 'users list',
  summary: listTexts.summary,
  watches: true,
  flags: {
    search: text('texto', userTexts.search),
    department: text('departamento', listTexts.department),
    status: choiceFlag('estado', listTexts.status, { activo: true, inactivo: false }),
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
    return wholeList(userColumns(names), people, { empty: listTexts.empty, foot: listTexts.count(people.length) });
  },
});

export const usersDeactivate = command({
  name: 'users deactivate',
  summary: deactivateTexts.summary,
  details: deactivateTexts.details,
  words: [{ name: '<persona>', summary: deactivateTexts.person }],
  confirms: true,
  flags: { reassignTo: text('persona', deactivateTexts.reassignTo), ...passwordFlag },
  async run(call) {
    const { flags } = call;
    const connection = await call.connect();
    const people = await connection.client.listUsers();
    const person = findPerson(people, call.words[0] ?? '');
    const successor = flags.reassignTo === undefined ? null : findPerson(people, flags.reassignTo);
    await requireConfirmation(call, deactivateTexts.question(fullName(person), successor && fullName(successor)));
    const change = { id: person.id, isActive: false, reassignTo: successor?.id ?? null };
    await inOwnSession(call, connection, (session) => session.setUserStatus(change)).catch(suggestSuccessor);
    const { done } = userTexts.deactivation;
    const lines = successor ? [done, userTexts.handedOver(fullName(successor))] : [done];
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
  flags: passwordFlag,
  async run(call) {
    const connection = await call.connect();
    const { id, email, pendingEmail, ...name } = findPerson(await connection.client.listUsers(), call.words[0] ?? '');
    if (pendingEmail === null) throw new Stopped(exits.refused, refusalSentence({ code: 'emailChange.unknown' }));
    await requireConfirmation(call, cancelTexts.question(fullName(name), email, pendingEmail));
    await inOwnSession(call, connection, (session) => session.cancelEmailChange({ id }));
    return {
      kind: 'done',
      lines: [userTexts.emailChangeCanceled(email)],
      value: { success: true, id, email, canceledEmail: pendingEmail },
    };
  },
});

const { usersCreate: createTexts, usersUpdate: updateTexts, usersInvite: inviteTexts, usersActivate: activateTexts } = terminalCommands;
const { fields: labels } = userTexts;

const personFlags = {
  employeeNumber: text('número', labels.employeeNumber),
  firstName: text('texto', labels.firstName),
  lastName: text('texto', labels.lastName),
  email: text('correo', labels.email),
  level: text('texto', labels.level),
  department: text('texto', labels.department),
  position: text('texto', labels.position),
  alias: text('texto', labels.alias),
  phone: text('texto', labels.phone),
  jefe: text('persona', createTexts.manager),
};
const requiredNames = ['employeeNumber', 'firstName', 'lastName', 'email', 'level', 'department', 'position'] as const;

/** An empty text leaves the person without a boss. */
async function readManager({ client }: ServerConnection, typed: string | undefined): Promise<{ managerId?: number | null }> {
  if (typed === undefined) return {};
  return { managerId: typed === '' ? null : findPerson(await client.listUsers(), typed, '--jefe').id };
}

export const usersCreate = command({
  name: 'users create',
  summary: createTexts.summary,
  details: createTexts.details,
  confirms: true,
  flags: { ...personFlags, ...passwordFlag },
  fields: { managerId: '--jefe' },
  async run(call) {
    const { passwordStdin: _, alias = null, phone = null, jefe, ...typed } = call.flags;
    requireFlags(typed, requiredNames);
    const connection = await call.connect();
    const boss = await readManager(connection, jefe);
    const person = { ...(typed as Record<(typeof requiredNames)[number], string>), alias, phone, ...boss };
    if (isGainingPrivilege(null, { kind: EMPLOYEE, position: person.position }))
      await requireConfirmation(call, userTexts.privilegeQuestion(fullName(person)));
    const { id } = await inOwnSession(call, connection, (session) => session.createUser(person));
    const lines = [`${userTexts.registration.done} ${userTexts.invitationSent(person.email.trim())}`];
    return { kind: 'done', lines, value: { success: true, id } };
  },
});

/** Leaves out flags that were not typed; an empty text erases an optional field. */
const readChanges = (typed: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === '' && (name === 'alias' || name === 'phone') ? null : value]],
    ),
  );

export const usersUpdate = command({
  name: 'users update',
  summary: updateTexts.summary,
  details: updateTexts.details,
  words: [{ name: '<persona>', summary: updateTexts.person }],
  confirms: true,
  flags: {
    ...personFlags,
    kind: choiceFlag('tipo', labels.kind, { usuario: EMPLOYEE, desarrollador: DEVELOPER }),
    ...passwordFlag,
  },
  fields: { managerId: '--jefe' },
  async run(call) {
    const { passwordStdin: _, kind, jefe, ...typed } = call.flags;
    const changes = readChanges(typed);
    if (kind === undefined && jefe === undefined && Object.keys(changes).length === 0) throw new Stopped(exits.usage, updateTexts.nothing);
    const connection = await call.connect();
    const { version, ...account } = findPerson(await connection.client.listUsers(), call.words[0] ?? '');
    const isOfDevelopers = kind === undefined ? isDeveloper(account) : kind === DEVELOPER;
    const boss = await readManager(connection, jefe);
    const editedAccount = { ...account, ...changes, ...boss, kind: isOfDevelopers ? DEVELOPER : EMPLOYEE } as const;
    if (isGainingPrivilege(account, editedAccount)) await requireConfirmation(call, userTexts.privilegeQuestion(fullName(editedAccount)));
    await inOwnSession(call, connection, (session) => session.updateUser({ ...editedAccount, seen: version }));
    const isEmailWaiting = needsConfirmation(account, editedAccount.email);
    const line = isEmailWaiting ? userTexts.confirmationSent(editedAccount.email.trim()) : userTexts.edition.done;
    return { kind: 'done', lines: [line], value: { success: true, id: account.id, isEmailWaiting } };
  },
});

export const usersInvite = command({
  name: 'users invite',
  summary: inviteTexts.summary,
  details: inviteTexts.details,
  words: [{ name: '<persona>', summary: inviteTexts.person }],
  flags: passwordFlag,
  async run(call) {
    const connection = await call.connect();
    const { id, email } = findPerson(await connection.client.listUsers(), call.words[0] ?? '');
    await inOwnSession(call, connection, (session) => session.inviteUser({ id }));
    const lines = [`${userTexts.invitation.done} ${userTexts.invitationSent(email)}`];
    return { kind: 'done', lines, value: { success: true, id, email } };
  },
});

export const usersActivate = command({
  name: 'users activate',
  summary: activateTexts.summary,
  details: activateTexts.details,
  words: [{ name: '<persona>', summary: activateTexts.person }],
  confirms: true,
  flags: passwordFlag,
  async run(call) {
    const connection = await call.connect();
    const person = findPerson(await connection.client.listUsers(), call.words[0] ?? '');
    await requireConfirmation(call, activateTexts.question(fullName(person)));
    const change = { id: person.id, isActive: true, reassignTo: null };
    await inOwnSession(call, connection, (session) => session.setUserStatus(change));
    return { kind: 'done', lines: [userTexts.activation.done], value: { success: true, id: person.id } };
  },
});
