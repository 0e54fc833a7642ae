import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readUserSheet } from '../../src/contract/people/import-sheet.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { findRepeats } from '../../src/domain/people/user-import.ts';
import { findTokenToSend } from '../../src/use-cases/account/reset-password.ts';
import { importUsers } from '../../src/use-cases/people/import-users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, NOW } from '../factories.ts';
import { peopleGrid } from '../people-grid.ts';
import { refusalOf, type Stage, stage } from '../stage.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
let boss: Person;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(async () => {
  await database.wipe();
  boss = await given(database.db).manager();
});
afterAll(() => database.close());

const headings = ['num_employe', 'name_user', 'last_name', 'email', 'level_user', 'department', 'position'];
const cellsOf = (n: number) => [`ALTA-${n}`, 'Ana', 'Luz', `ana${n}@demo.mx`, 'Operativo', 'SISTEMAS', 'ANALISTA'];
const sheet = (...numbers: number[]) => readUserSheet([peopleGrid([headings, ...numbers.map(cellsOf)])]);
const registers = (...numbers: number[]) => on.act(importUsers, boss, { ...sheet(...numbers), isDryRun: false });

it('everybody gets an invitation of their own that holds for seven days', async () => {
  expect(await registers(1, 2)).toMatchObject({ count: 2, isDryRun: false });
  const letters = await database.db('outbox').select('key', 'kind', 'recipientId', 'facts');
  const resets = await database.db('passwordResets').select('id', 'userId', 'expiresAt', 'wrongTries');
  expect(resets.map(({ userId }) => userId).sort()).toEqual(letters.map(({ recipientId }) => recipientId).sort());
  for (const { facts, key } of letters) {
    expect(key).toBe(`invitation:${facts.resetId}`);
    expect(await on.anyone(findTokenToSend, { resetId: facts.resetId })).toMatch(/^[\w-]{22}$/);
  }
  for (const { expiresAt, wrongTries } of resets) expect([+expiresAt - +NOW, wrongTries]).toEqual([7 * 86_400_000, 0]);
});

describe('somebody whom another registers in the meantime', () => {
  it('is reported as known, and nobody of the file is stored', async () => {
    let isOver = false;
    const other = await database.db.transaction();
    await other('users').insert({ ...(await aRow(2)), createdAt: NOW });
    const attempt = refusalOf(registers(1, 2, 3)).finally(() => {
      isOver = true;
    });
    await setTimeout(300);
    expect(isOver).toBe(false); // it waits for the other to decide
    await other.commit();
    const refusal = await attempt;
    expect(refusal).toMatchObject({
      code: 'import.wrongRows',
      wrong: [
        { row: 3, column: 'num_employe', value: 'ALTA-2', error: { problem: 'numberKnown' } },
        { row: 3, column: 'email', value: 'ana2@demo.mx', error: { problem: 'emailKnown' } },
      ],
    });
    expect(await database.db('users').count()).toEqual([{ count: 2 }]);
    expect(await database.db('outbox').select('id')).toEqual([]);
  });

  it('is no obstacle when the other gives up', async () => {
    const other = await database.db.transaction();
    await other('users').insert({ ...(await aRow(2)), createdAt: NOW });
    const attempt = registers(1, 2);
    await setTimeout(100);
    await other.rollback();
    expect(await attempt).toMatchObject({ count: 2 });
  });
});

const aRow = async (n: number) => {
  const person = sheet(n).people[0]?.person;
  if (!person) throw new Error('nobody in the sheet');
  const { manager: _, ...row } = person;
  return { ...row, kind: 'Usuario' };
};

it('a dry run leaves nothing behind', async () => {
  const before = await everythingIn(database.db);
  expect(await on.act(importUsers, boss, { ...sheet(1, 2), isDryRun: true })).toMatchObject({ count: 2, isDryRun: true });
  expect(await everythingIn(database.db)).toEqual(before);
});

it('a repetition is reported at the later row, with the first', () => {
  const { identified } = sheet(1, 2, 1, 1);
  expect(findRepeats(identified, 'email').map(({ repeat, firstRow }) => [repeat.row, firstRow])).toEqual([
    [4, 2],
    [5, 2],
  ]);
});

it.each([
  ['Número de empleado', 'num_employe'],
  ['NUM. DE EMPLEADO', 'num_employe'],
  ['No. empleado', 'num_employe'],
  ['  Correo   Electronico ', 'email'],
  ['E-MAIL', 'email'],
  ['Puesto:', 'position'],
  ['Área', 'department'],
  ['name', 'name_user'],
  ['employee number', 'num_employe'],
])('the heading «%s» is understood', (heading, name) => {
  const own = headings.map((title) => (title === name ? heading : title));
  expect(readUserSheet([peopleGrid([own, cellsOf(1)])])).toMatchObject({ people: [{ row: 2 }], wrong: [] });
});

it('a sheet with the headings of the first version is understood', () => {
  const words = ['employee number', 'name', 'last name', 'email', 'level', 'department', 'position'];
  const cells = ['E-77', 'Ana', 'Ruiz', 'ana.ruiz@demo.mx', 'Analista', 'SISTEMAS', 'ANALISTA'];
  const { people, wrong } = readUserSheet([peopleGrid([words, cells])]);
  expect(wrong).toEqual([]);
  expect(people).toMatchObject([{ row: 2, person: { employeeNumber: 'E-77', firstName: 'Ana', lastName: 'Ruiz', position: 'ANALISTA' } }]);
});

it('«Nombre» is the first name and no part of other headings', () => {
  const cells = ['Nombre completo', ...headings];
  expect(readUserSheet([peopleGrid([cells, ['Ana Luz', ...cellsOf(1)]])]).people[0]?.person.firstName).toBe('Ana');
});
