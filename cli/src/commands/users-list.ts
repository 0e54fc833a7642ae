import type { Account } from '@bitacora/core/contract/person';
import { fullName, isDeveloper } from '@bitacora/core/domain/people/person';
import { userTexts } from '@bitacora/core/messages/users';
import { command } from '../command.ts';
import { oneOf, text } from '../flags.ts';
import { mentions } from '../matching.ts';
import { terminalCommands } from '../messages/commands.ts';
import type { ListingColumn } from '../outcome.ts';

const { usersList: texts } = terminalCommands;

const standingOf = ({ isActive, hasPassword }: Account) =>
  isActive ? (hasPassword ? userTexts.isActive : userTexts.pendingInvitation) : userTexts.isInactive;

const columns: readonly ListingColumn<Account>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: userTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber },
  { title: userTexts.name, of: fullName, isLong: true },
  { title: userTexts.email, of: ({ email }) => email },
  { title: userTexts.newEmail, of: ({ pendingEmail }) => pendingEmail ?? '', rank: 4 },
  { title: userTexts.department, of: ({ department }) => department, isLong: true, rank: 1 },
  { title: userTexts.position, of: ({ position }) => position, isLong: true, rank: 3 },
  { title: userTexts.fields.kind, of: ({ kind }) => (isDeveloper({ kind }) ? userTexts.developer : kind), rank: 2 },
  { title: userTexts.status, of: standingOf },
];

export const usersList = command({
  name: 'users list',
  summary: texts.summary,
  lists: true,
  flags: {
    search: text('texto', userTexts.search),
    department: text('departamento', texts.department),
    status: oneOf('estado', texts.status, { activo: true, inactivo: false }),
  },
  async run({ connect, flags: { search = '', department, status } }) {
    const { client } = await connect();
    const people = (await client.listUsers()).filter(
      (person) =>
        (status === undefined || person.isActive === status) &&
        (department === undefined || mentions([person.department], department)) &&
        mentions([fullName(person), person.employeeNumber, person.email], search),
    );
    return { kind: 'rows', columns, rows: people, total: people.length, empty: texts.empty, foot: texts.count(people.length) };
  },
});
