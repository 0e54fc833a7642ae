import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readUserSheet } from '../../src/contract/people/import-sheet.ts';
import { makesCycle, managersAbove, type Person } from '../../src/domain/people/person.ts';
import { managerCycles } from '../../src/domain/people/user-import.ts';
import { wrongCells } from '../../src/messages/people/user-import.ts';
import { importUsers } from '../../src/use-cases/people/import-users.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { createUser, listUsers, updateUser } from '../../src/use-cases/people/users.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { aPerson, given } from '../factories.ts';
import { peopleGrid } from '../people-grid.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let admin: Person;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(async () => {
  await database.wipe();
  admin = await given(database.db).manager();
});
afterAll(() => database.close());

const make = () => given(database.db);
const managerOf = async ({ id }: Pick<Person, 'id'>) => (await database.db('users').where({ id }).first()).managerId;
const change = ({ isActive: _, ...person }: Person, managerId: number | null | undefined, version?: string) =>
  on.act(updateUser, admin, { ...person, managerId, seen: version });
const wrong = (problem: string) => ({ code: 'input.invalid', fields: { managerId: { problem } } });

describe('the boss of a person', () => {
  it('is set, listed, left alone by an edit that does not name it, and removed', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await change(ana, beto.id);
    await change(ana, undefined);
    expect((await on.act(listUsers, admin, {})).find(({ id }) => id === ana.id)).toMatchObject({ managerId: beto.id });
    await change(ana, null);
    expect(await managerOf(ana)).toBeNull();
  });

  it('is another active person', async () => {
    const [ana, gone] = [await make().person(), await make().person({ isActive: false })];
    for (const managerId of [gone.id, ana.id, 1_000_000]) expect(await refusalOf(change(ana, managerId))).toEqual(wrong('managerUnknown'));
  });

  it('is nobody who reports to the person, over however many', async () => {
    const [ana, beto, caro] = [await make().person(), await make().person(), await make().person()];
    await change(ana, beto.id);
    await change(beto, caro.id);
    expect(await refusalOf(change(caro, ana.id))).toEqual(wrong('managerCycle'));
    expect(await managerOf(caro)).toBeNull();
  });

  it('of two edits at once that would make a cycle, one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const [ana, beto] = [await make().person(), await make().person()];
      const { won, refused } = await together([change(ana, beto.id), change(beto, ana.id)]);
      expect([won.length, refused]).toEqual([1, [wrong('managerCycle')]]);
    }
  });

  it('of three edits at once in a ring, not all are made', async () => {
    const [ana, beto, caro] = [await make().person(), await make().person(), await make().person()];
    const { won, refused } = await together([change(ana, beto.id), change(beto, caro.id), change(caro, ana.id)]);
    expect([won.length, refused]).toEqual([2, [wrong('managerCycle')]]);
  });

  it('stays when they are deactivated, also through an edit', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await change(ana, beto.id);
    await on.act(setUserStatus, admin, { id: beto.id, isActive: false, reassignTo: null });
    await change({ ...ana, alias: 'Anita' }, beto.id);
    expect(await managerOf(ana)).toBe(beto.id);
  });

  it('with a new name changes no version of those who report to them, nor has one where there is none', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    const versionOf = async ({ id }: Person) => (await on.act(listUsers, admin, {})).find((one) => one.id === id)?.version;
    const without = await versionOf(ana);
    await change(ana, beto.id);
    const version = await versionOf(ana);
    expect(version).not.toBe(without);
    await change({ ...beto, firstName: 'Gilberto' }, undefined);
    expect(await versionOf(ana)).toBe(version);
    await change({ ...ana, phone: '55 1234 5678' }, beto.id, version);
    await change(ana, null);
    expect(await versionOf(ana)).toBe(without);
  });

  it('changed by somebody else since is refused, with name and number', async () => {
    const [ana, beto, caro] = [await make().person(), await make().person(), await make().person()];
    const version = (await on.act(listUsers, admin, {})).find(({ id }) => id === ana.id)?.version;
    await change(ana, beto.id);
    expect(await refusalOf(change(ana, caro.id, version))).toEqual({
      code: 'edit.outdated',
      now: { manager: `${beto.firstName} ${beto.lastName} (${beto.employeeNumber})` },
    });
  });

  it('is in the history of the administration, before and after', async () => {
    const [ana, beto] = [await make().person(), await make().person()];
    await change(ana, beto.id);
    const row = await database.db('adminHistory').where({ act: 'person.edit' }).first();
    expect([row.before, row.after]).toEqual([
      { manager: null },
      { manager: `${beto.firstName} ${beto.lastName} (${beto.employeeNumber})` },
    ]);
  });

  it('can be named at the registration', async () => {
    const { id: _, isActive: __, kind: ___, ...person } = aPerson();
    const beto = await make().person();
    const { id } = await on.act(createUser, admin, { ...person, managerId: beto.id });
    expect(await managerOf({ id })).toBe(beto.id);
    const { id: ____, isActive: _____, kind: ______, ...other } = aPerson();
    expect(await refusalOf(on.act(createUser, admin, { ...other, managerId: 1_000_000 }))).toEqual(wrong('managerUnknown'));
  });
});

it('a rule on random companies: nobody ends up above themselves, and only cycles are refused', () => {
  const edits = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 40 });
  fc.assert(
    fc.property(edits, (pairs) => {
      const managers = new Map<number, number>();
      for (const [person, manager] of pairs) {
        // Independent of the rule: walk up from the new boss and look for the person.
        let [at, isCycle, steps]: [number | undefined, boolean, number] = [manager, false, 0];
        for (; at !== undefined && steps < 50; steps++, at = managers.get(at)) isCycle ||= at === person;
        expect(makesCycle(person, manager, managers)).toBe(isCycle);
        if (!isCycle) managers.set(person, manager);
      }
      for (const person of managers.keys()) expect(managersAbove(person, managers)).not.toContain(person);
    }),
  );
});

describe('the column of bosses in the bulk upload', () => {
  const headings = ['num_employe', 'name_user', 'last_name', 'email', 'level_user', 'department', 'position', 'Jefe'];
  const cellsOf = (n: number, manager: string) => [
    `ALTA-${n}`,
    'Ana',
    'Luz',
    `ana${n}@demo.mx`,
    'Operativo',
    'SISTEMAS',
    'ANALISTA',
    manager,
  ];
  const sheet = (...managers: string[]) =>
    readUserSheet([peopleGrid([headings, ...managers.map((manager, at) => cellsOf(at + 1, manager))])]);
  const load = (...managers: string[]) => on.act(importUsers, admin, { ...sheet(...managers), isDryRun: false });
  const bosses = async () => {
    const people = await database.db('users').select('id', 'employeeNumber', 'managerId').orderBy('employeeNumber');
    const numbers = new Map(people.map(({ id, employeeNumber }) => [id, employeeNumber]));
    return people.filter(({ employeeNumber }) => employeeNumber.startsWith('ALTA-')).map(({ managerId }) => numbers.get(managerId) ?? null);
  };
  const problems = async (...managers: string[]) => {
    const refusal = await refusalOf(load(...managers));
    if (refusal.code !== 'import.wrongRows') throw new Error(refusal.code);
    return wrongCells(refusal.wrong).map(({ row, column, value, error }) => [row, column, value, error]);
  };

  it('names people of the company and of the same file, by number or email, in any order', async () => {
    const beto = await make().person({ email: 'Beto@demo.mx' });
    await load('ALTA-3', '', 'BETO@demo.mx', 'ANA1@demo.mx', beto.employeeNumber);
    expect(await bosses()).toEqual(['ALTA-3', null, beto.employeeNumber, 'ALTA-1', beto.employeeNumber]);
  });

  it('refuses a boss who is deactivated while the file is being stored', async () => {
    const beto = await make().person();
    const deactivating = await database.db.transaction();
    await deactivating('users').where({ id: beto.id }).update({ isActive: false });
    const wrongCellsFound = problems(beto.employeeNumber);
    const isWaiting = async () => (await database.db.raw('select from pg_locks where not granted')).rowCount;
    await expect.poll(isWaiting).toBeGreaterThan(0);
    await deactivating.commit();
    expect(await wrongCellsFound).toEqual([
      [2, 'Jefe', beto.employeeNumber, 'Esa persona está inactiva. Escribe a otra, o actívala antes.'],
    ]);
    expect(await bosses()).toEqual([]);
  });

  it('may be missing', async () => {
    const read = readUserSheet([peopleGrid([headings, cellsOf(1, '')].map((cells) => cells.slice(0, 7)))]);
    await on.act(importUsers, admin, { ...read, isDryRun: false });
    expect(await bosses()).toEqual([null]);
  });

  it('reports each wrong boss with row and column, cycles with their rows, and stores nobody', async () => {
    const gone = await make().person({ isActive: false });
    expect(await problems('ALTA-2', 'ALTA-3', 'ALTA-1', 'ALTA-4', 'nadie@demo.mx', gone.employeeNumber, 'ALTA-1')).toEqual([
      [2, 'Jefe', 'ALTA-2', 'Los jefes forman un círculo: filas 2 → 3 → 4 → 2.'],
      [3, 'Jefe', 'ALTA-3', 'Los jefes forman un círculo: filas 3 → 4 → 2 → 3.'],
      [4, 'Jefe', 'ALTA-1', 'Los jefes forman un círculo: filas 4 → 2 → 3 → 4.'],
      [5, 'Jefe', 'ALTA-4', 'Nadie es su propio jefe.'],
      [6, 'Jefe', 'nadie@demo.mx', 'Nadie tiene ese número de empleado o correo, ni en la empresa ni en este archivo.'],
      [7, 'Jefe', gone.employeeNumber, 'Esa persona está inactiva. Escribe a otra, o actívala antes.'],
    ]);
    expect(await bosses()).toEqual([]);
  });

  it('finds every cycle of random files, in time that grows with their rows', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(12)), { maxLength: 13 }), (managers) => {
        const rows = new Map(managers.flatMap((manager, row) => (manager === null || manager === row ? [] : [[row, manager] as const])));
        const isAboveItself = (row: number) => {
          let at = rows.get(row);
          for (let steps = 0; at !== undefined && at !== row && steps < 20; steps++) at = rows.get(at);
          return at === row;
        };
        expect([...managerCycles(rows).keys()].sort()).toEqual([...rows.keys()].filter(isAboveItself).sort());
      }),
    );
    const ring = new Map(Array.from({ length: 5_000 }, (_, row) => [row, (row + 1) % 5_000]));
    const lengths = [...managerCycles(ring).values()].map((rows) => rows.length);
    expect([lengths.length, Math.max(...lengths)]).toEqual([5_000, 10]);
  });
});
