import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { assignActivity, registerOwnActivity } from '../../src/use-cases/activities/register-activity.ts';
import { listHolidays, removeHoliday, saveHoliday } from '../../src/use-cases/admin/holidays.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
/** What the migrations left, before any test. */
let seeded: { day: string; name: string }[];
beforeAll(async () => {
  database = await testDatabase();
  seeded = await database.db('holidays').orderBy('day');
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
});
afterAll(() => database.close());

const make = () => given(database.db);
const CHRISTMAS = { day: day('2026-12-25'), name: 'Navidad' };

it('a new database knows the days of rest until 2046, and what a migration once wrote it writes for ever', () => {
  expect(seeded).toHaveLength(21 * 7 + 3);
  expect(seeded.filter((holiday) => holiday.day < '2027').map((holiday) => Object.values(holiday).join(' '))).toEqual([
    '2026-01-01 Año Nuevo',
    '2026-02-02 Día de la Constitución',
    '2026-03-16 Natalicio de Benito Juárez',
    '2026-05-01 Día del Trabajo',
    '2026-09-16 Día de la Independencia',
    '2026-11-16 Día de la Revolución',
    '2026-12-25 Navidad',
  ]);
  const digest = createHash('sha256').update(JSON.stringify(seeded.map((holiday) => [holiday.day, holiday.name])));
  expect(digest.digest('hex')).toBe('5e834b6063d7f4db716a73eec2712d6128376f897c6ce28212b206433a37b420');
});

describe('a day of rest', () => {
  it('is added, renamed and taken away', async () => {
    const boss = await make().manager();
    await on.act(saveHoliday, boss, CHRISTMAS);
    await on.act(saveHoliday, boss, { day: day('2026-12-12'), name: 'Aniversario de la empresa' });
    await on.act(saveHoliday, boss, { ...CHRISTMAS, name: 'Día de Navidad' });
    expect(await on.act(listHolidays, boss, {})).toEqual([
      { day: '2026-12-12', name: 'Aniversario de la empresa' },
      { day: '2026-12-25', name: 'Día de Navidad' },
    ]);
    await on.act(removeHoliday, boss, { day: day('2026-12-12') });
    expect(await on.act(listHolidays, boss, {})).toEqual([{ day: '2026-12-25', name: 'Día de Navidad' }]);
  });

  it('that is none cannot be taken away', async () => {
    const boss = await make().manager();
    await on.act(saveHoliday, boss, CHRISTMAS);
    const before = await everythingIn(database.db);
    expect(await refusalOf(on.act(removeHoliday, boss, { day: day('2026-12-24') }))).toEqual({ code: 'holiday.unknown' });
    expect(await everythingIn(database.db)).toEqual(before);
  });

  it('saved by many at once is one day, and taken away by many at once it is taken away once', async () => {
    const boss = await make().manager();
    const names = ['Navidad', 'Día de Navidad', 'NAVIDAD', 'Natividad'];
    const saved = await together(names.map((name) => on.act(saveHoliday, boss, { ...CHRISTMAS, name })));
    expect(saved.refused).toEqual([]);
    const [only, ...others] = await on.act(listHolidays, boss, {});
    expect([names.includes(only?.name ?? ''), others]).toEqual([true, []]);
    const removed = await together(names.map(() => on.act(removeHoliday, boss, CHRISTMAS)));
    expect([removed.won.length, removed.refused]).toEqual([1, Array(3).fill({ code: 'holiday.unknown' })]);
  });
});

describe('a deadline on a day of rest', () => {
  beforeEach(() => database.db('holidays').insert(CHRISTMAS));
  const promise = async () => {
    const topicId = (await make().topic()).id;
    return { topicId, description: 'Inventario', priority: 'normal' as const, dueOn: CHRISTMAS.day, repeats: null, images: [] };
  };

  it('is taken, with a notice, when work is registered or assigned', async () => {
    const [boss, ana] = [await make().manager(), await make().person()];
    const own = await on.act(registerOwnActivity, ana, await promise());
    expect(own).toEqual({ id: expect.any(Number), holiday: CHRISTMAS });
    const assigned = await on.act(assignActivity, boss, { ...(await promise()), assigneeId: ana.id });
    expect(assigned).toEqual({ id: expect.any(Number), holiday: CHRISTMAS });
    expect(await database.db('activities').select('dueOn')).toEqual([{ dueOn: '2026-12-25' }, { dueOn: '2026-12-25' }]);
  });

  it('is taken, with a notice, when it is extended', async () => {
    const boss = await make().manager();
    const { id: activityId } = await make().activity({ owner: boss });
    const extension = { activityId, extendedTo: CHRISTMAS.day, reason: 'Faltan piezas' };
    expect(await on.act(extendDeadline, boss, extension)).toEqual({ holiday: CHRISTMAS });
    expect(await database.db('activities').select('extendedTo')).toEqual([{ extendedTo: '2026-12-25' }]);
  });

  it('and one on a working day needs none', async () => {
    const ana = await make().person();
    const answer = await on.act(registerOwnActivity, ana, { ...(await promise()), dueOn: day('2026-12-24') });
    expect(answer).toEqual({ id: expect.any(Number), holiday: undefined });
  });

  it('is answered again, the same, to the person who repeats the request with its key', async () => {
    const ana = await make().person();
    const [input, once] = [await promise(), { key: 'k', fingerprint: 'f' }];
    const first = await on.act(registerOwnActivity, ana, input, { once });
    expect(await on.act(registerOwnActivity, ana, input, { once })).toEqual(first);
  });
});
