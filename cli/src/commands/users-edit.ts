import { needsConfirmation } from '@bitacora/core/domain/people/account';
import { DEVELOPER, EMPLOYEE, fullName, isDeveloper, isGainingPrivilege } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import type { ServerConnection } from '../connection.ts';
import { oneOf, requireFlags, text, yes } from '../flags.ts';
import { inOwnSession } from '../log-in.ts';
import { findPerson } from '../matching.ts';
import { terminalCommands } from '../messages/commands.ts';
import { requireConfirmation } from '../prompts.ts';

const { usersCreate: createTexts, usersUpdate: updateTexts, usersInvite: inviteTexts, usersActivate: activateTexts } = terminalCommands;
const { fields: labels } = userTexts;

const passwordFlag = { passwordStdin: yes(terminalCommands.passwordStdin) };
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
const needed = ['employeeNumber', 'firstName', 'lastName', 'email', 'level', 'department', 'position'] as const;

/** An empty text leaves the person without a boss. */
async function managerOf({ client }: ServerConnection, typed: string | undefined): Promise<{ managerId?: number | null }> {
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
    requireFlags(typed, needed);
    const connection = await call.connect();
    const boss = await managerOf(connection, jefe);
    const person = { ...(typed as Record<(typeof needed)[number], string>), alias, phone, ...boss };
    if (isGainingPrivilege(null, { kind: EMPLOYEE, position: person.position }))
      await requireConfirmation(call, call.common.yes, userTexts.privilegeQuestion(fullName(person)));
    const { id } = await inOwnSession(call, connection, (session) => session.createUser(person));
    const lines = [`${userTexts.registered} ${userTexts.invitationSent(person.email.trim())}`];
    return { kind: 'done', lines, value: { success: true, id } };
  },
});

/** What was typed; an empty text erases what may be missing. */
const typedOnly = (typed: Readonly<Record<string, string | undefined>>) =>
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
    kind: oneOf('tipo', labels.kind, { usuario: EMPLOYEE, desarrollador: DEVELOPER }),
    ...passwordFlag,
  },
  fields: { managerId: '--jefe' },
  async run(call) {
    const { passwordStdin: _, kind, jefe, ...typed } = call.flags;
    const changed = typedOnly(typed);
    if (kind === undefined && jefe === undefined && Object.keys(changed).length === 0) throw new Stopped(exits.usage, updateTexts.nothing);
    const connection = await call.connect();
    const { version: seen, ...account } = findPerson(await connection.client.listUsers(), call.words[0] ?? '');
    const isOfDevelopers = kind === undefined ? isDeveloper(account) : kind === DEVELOPER;
    const boss = await managerOf(connection, jefe);
    const edited = { ...account, ...changed, ...boss, kind: isOfDevelopers ? DEVELOPER : EMPLOYEE } as const;
    if (isGainingPrivilege(account, edited))
      await requireConfirmation(call, call.common.yes, userTexts.privilegeQuestion(fullName(edited)));
    await inOwnSession(call, connection, (session) => session.updateUser({ ...edited, seen }));
    const isEmailWaiting = needsConfirmation(account, edited.email);
    const line = isEmailWaiting ? userTexts.confirmationSent(edited.email.trim()) : userTexts.edited;
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
    const lines = [`${userTexts.invitationRenewed} ${userTexts.invitationSent(email)}`];
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
    await requireConfirmation(call, call.common.yes, activateTexts.question(fullName(person)));
    const change = { id: person.id, isActive: true, reassignTo: null };
    await inOwnSession(call, connection, (session) => session.setUserStatus(change));
    return { kind: 'done', lines: [userTexts.activated], value: { success: true, id: person.id } };
  },
});
