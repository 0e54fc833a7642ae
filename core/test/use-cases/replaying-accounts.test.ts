import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../seeds/generate.ts';
import { type AccountDifference, accountActs, compareAccounts } from '../../src/domain/admin/account-replay.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { createAdministrator } from '../../src/use-cases/account/create-administrator.ts';
import { confirmEmailChange, findEmailChangeToken } from '../../src/use-cases/account/email-change.ts';
import { noteAccounts } from '../../src/use-cases/admin/note-accounts.ts';
import { anonymisePerson } from '../../src/use-cases/people/anonymise-person.ts';
import { importUsers } from '../../src/use-cases/people/import-users.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { createUser, updateUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given } from '../factories.ts';
import { type Stage, stage } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
afterAll(() => database.close());

const compare = (): Promise<AccountDifference[]> =>
  on.anyone(
    async ({ repos }) =>
      compareAccounts(
        await repos.users.all(),
        await repos.adminHistory.readAboutPeople(accountActs),
        await repos.adminHistory.hasAct('system.noteAccounts'),
      ),
    {},
  );
const findings = async () => (await compare()).map(({ account, proven }) => [account.id, proven]);
const change = (id: number, facts: object) => database.db('users').where({ id }).update(facts);

const place = { level: 'Operativo', department: 'SISTEMAS', position: 'ANALISTA', alias: null, phone: null };
const facts = (n: number) => ({ ...place, employeeNumber: `N-${n}`, firstName: 'Ana', lastName: `Luz ${n}`, email: `ana${n}@demo.mx` });
const find = async (id: number): Promise<Person> => (await on.anyone(({ repos }) => repos.users.find(id), {})) as Person;
const edit = async (id: number, changes: object, by?: Person) => {
  const { isActive: _, ...person } = await find(id);
  await on.act(updateUser, by ?? (await find(developerId)), { ...person, ...changes });
};

let developerId: number;
beforeEach(async () => {
  await database.wipe();
  ({ id: developerId } = await on.anyone(createAdministrator, { email: 'dev@demo.mx', password: 'nueva clave' }));
});

describe('a company that began with this release', () => {
  let boss: number;
  let ana: number;
  beforeEach(async () => {
    await on.anyone(noteAccounts, {});
    const developer = await find(developerId);
    ({ id: boss } = await on.act(createUser, developer, { ...facts(1), position: 'GERENTE' }));
    ({ id: ana } = await on.act(createUser, developer, { ...facts(2), managerId: boss }));
  });

  it('agrees with its history after every act that changes an account', async () => {
    const developer = await find(developerId);
    await edit(ana, { position: 'SUPERVISOR', kind: 'Desarrollador' });
    await edit(ana, { kind: 'Usuario', email: 'sin.clave@demo.mx' });
    await edit(boss, { firstName: 'Otra', employeeNumber: 'N-100' });
    await edit(ana, { managerId: developerId });
    await edit(ana, { managerId: null });
    await edit(ana, { managerId: boss });
    await on.act(setUserStatus, developer, { id: boss, isActive: false, reassignTo: null });
    await on.act(setUserStatus, developer, { id: boss, isActive: true, reassignTo: null });
    const people = [3, 4].map((n) => ({ row: n, person: { ...facts(n), ...(n === 4 && { manager: 'N-3' }) } }));
    const identified = people.map(({ row, person }) => ({ row, ...person }));
    const headings = { employeeNumber: 'a', email: 'b', manager: 'c', position: 'd' };
    await on.act(importUsers, developer, { people, identified, wrong: [], headings, isDryRun: false } as Parameters<
      typeof importUsers
    >[0]['input']);
    await change(ana, { passwordHash: 'x' });
    await edit(ana, { email: 'ana.nueva@demo.mx' });
    const [{ facts: mailed }] = await database.db('outbox').where({ kind: 'emailConfirmation' });
    const token = (await on.anyone(findEmailChangeToken, { changeId: mailed.changeId })) as string;
    await on.anyone(confirmEmailChange, { token });
    expect(await find(ana)).toMatchObject({ email: 'ana.nueva@demo.mx', position: 'SUPERVISOR', kind: 'Usuario' });
    await on.act(setUserStatus, developer, { id: boss, isActive: false, reassignTo: null });
    await on.anyone(anonymisePerson, { employeeNumber: 'N-100', operator: 'root@servidor' });
    expect((await find(boss)).firstName).toBe('Persona');
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['kind', 'Desarrollador', { kind: 'Usuario' }],
    ['position', 'SUPERVISOR', { position: 'ANALISTA' }],
    ['email', 'otra@demo.mx', { email: 'ana2@demo.mx' }],
    ['isActive', false, { isActive: true }],
    ['managerId', null, { manager: 'Ana Luz 1 (N-1)' }],
  ])('names an account whose %s was changed by SQL', async (column, value, proven) => {
    await change(ana, { [column]: value });
    expect(await findings()).toEqual([[ana, proven]]);
  });

  it('names a boss that SQL gave, and an account that SQL made', async () => {
    await change(boss, { managerId: developerId });
    const { id } = await given(database.db).person({ kind: 'Desarrollador' });
    expect(await findings()).toEqual(
      [
        [boss, { manager: null }],
        [id, {}],
      ].sort(([one], [other]) => Number(one) - Number(other)),
    );
  });
});

it('a generated company agrees with its history, also after acts on it', async () => {
  await generate(database.db, { activities: 50, people: 40, topics: 5 }, new Date());
  await on.anyone(noteAccounts, {});
  const { id } = await database.db('users').where({ employeeNumber: 'G-2' }).first();
  await edit(id, { position: 'SUPERVISOR', managerId: developerId });
  expect(await findings()).toEqual([]);
  await change(id, { kind: 'Desarrollador' });
  expect(await findings()).toEqual([[id, { kind: 'Usuario' }]]);
});

describe('a company of an earlier release', () => {
  it('is noted as it is once, without what its history contradicts', async () => {
    const [old, imported, thief] = [
      await given(database.db).person(),
      await given(database.db).person(),
      await given(database.db).person(),
    ];
    await edit(old.id, { position: 'GERENTE' });
    // Earlier releases did not write the boss of who was registered or imported.
    for (const { id, kind, position, email } of [imported, thief])
      await database.db('adminHistory').insert({
        act: 'person.register',
        subjectKind: 'person',
        subjectId: String(id),
        channel: 'web',
        after: { kind, position, email, isActive: true },
      });
    await change(imported.id, { managerId: old.id });
    await change(thief.id, { kind: 'Desarrollador' });
    expect(await findings()).toEqual([[thief.id, { kind: 'Usuario' }]]);
    await on.anyone(noteAccounts, {});
    await on.anyone(noteAccounts, {});
    expect(await database.db('adminHistory').where({ act: 'person.note' }).orderBy('id').select('subjectId')).toEqual(
      [old, imported, thief].map(({ id }) => ({ subjectId: String(id) })),
    );
    expect(await findings()).toEqual([[thief.id, { kind: 'Usuario' }]]);
    await change(old.id, { kind: 'Desarrollador' });
    await change(imported.id, { managerId: null });
    expect((await findings()).map(([id]) => id)).toEqual([old.id, imported.id, thief.id]);
  });
});
