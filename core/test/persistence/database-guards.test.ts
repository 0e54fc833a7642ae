import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Activity, lapses, type Status, statuses } from '../../src/domain/activities/activity.ts';
import { sealedTables } from '../../src/domain/activities/history-proof.ts';
import { channels } from '../../src/domain/people/person.ts';
import { historySealsOn } from '../../src/persistence/admin/history-seals.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

const CHECK = { code: '23514' };
const UNIQUE = { code: '23505' };

/** The words a CHECK of that table and column lists. */
async function wordsOf(table: string, column: string): Promise<string[]> {
  const { rows } = await database.db.raw(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = ?::regclass AND conname = ?`,
    [table, `${table}_${column}_check`],
  );
  return [...rows[0].definition.matchAll(/'([^']+)'/g)].map(([, word]) => word as string);
}

describe('the lists in the schema are the domain’s', () => {
  it.each([
    ['activities', 'status', statuses],
    ['activities', 'repeats', lapses],
    ['activities', 'priority', ['normal', 'high', 'critical']],
    ['activity_history', 'channel', channels],
    ['history_seals', 'source', sealedTables],
  ] as const)('%s.%s', async (table, column, expected) => {
    expect((await wordsOf(table, column)).sort()).toEqual([...expected].sort());
  });
});

describe('an activity that cannot be is refused by the database', () => {
  const impossible: [string, Partial<Activity>][] = [
    ['in progress, never started', { status: 'in_progress', startedAt: null }],
    ['on pause, never started', { status: 'on_pause', startedAt: null }],
    ['completed without a closing date', { status: 'completed', closedAt: null }],
    ['completed without a resolution', { status: 'completed', resolution: null }],
    ['in progress with a closing date', { status: 'in_progress', closedAt: NOW }],
    ['not started with a closing date', { status: 'not_started', closedAt: NOW }],
    ['verified without a date', { status: 'verified', verifiedAt: null }],
    ['completed with a verification date', { status: 'completed', verifiedAt: NOW }],
    ['canceled without a date', { status: 'canceled', canceledAt: null }],
    ['in progress with a cancellation date', { status: 'in_progress', canceledAt: NOW }],
    ['extended without a reason', { extendedTo: day('2026-12-20') }],
    ['a reason without an extension', { extensionReason: 'Porque sí' }],
    ['extended to before its date', { dueOn: day('2026-12-20'), extendedTo: day('2026-12-19'), extensionReason: 'Antes' }],
    ['without a description', { description: '' }],
    ['in a status nobody knows', { status: 'Verified' as Status }],
    ['of a priority nobody knows', { priority: 'urgent' as never }],
    ['repeating every decade', { repeats: 'decade' as never }],
    ['before the first of its series', { occurrence: -1 }],
  ];
  it.each(impossible)('%s', async (_, facts) => {
    await expect(given(database.db).activity(facts)).rejects.toMatchObject(CHECK);
  });

  it.each(statuses)('and one that can be is not: %s', async (status) => {
    await expect(given(database.db).activity({ status })).resolves.toMatchObject({ status });
  });
});

it('two open activities of one person, topic and text are refused, no matter who registers them', async () => {
  const make = given(database.db);
  const [assignee, topic] = [await make.person(), await make.topic()];
  const twin = (status: Status) => make.activity({ assignee, topic, status, description: 'Corte de caja' });
  await twin('verified');
  await twin('canceled');
  await twin('on_pause');
  await expect(twin('completed')).rejects.toMatchObject(UNIQUE);
  await twin('verified');
});

it('two successors of one activity are refused', async () => {
  const make = given(database.db);
  const done = await make.activity({ status: 'verified' });
  const [first, second] = [await make.activity(), await make.activity()];
  await database.db('activities').where({ id: first.id }).update({ predecessorId: done.id });
  await expect(database.db('activities').where({ id: second.id }).update({ predecessorId: done.id })).rejects.toMatchObject(UNIQUE);
});

it('emails are unique in any case, employee numbers and topic names too', async () => {
  const make = given(database.db);
  await make.person({ email: 'ana@demo.mx', employeeNumber: '7' });
  await expect(make.person({ email: 'ANA@Demo.mx' })).rejects.toMatchObject(UNIQUE);
  await expect(make.person({ employeeNumber: '7' })).rejects.toMatchObject(UNIQUE);
  await make.topic({ name: 'Redes y Telefonía', department: 'SISTEMAS' });
  await expect(make.topic({ name: ' redes  y TELEFONIA', department: 'FINANZAS' })).rejects.toMatchObject(UNIQUE);
  const [topic, person] = [await make.topic(), await make.person()];
  await make.outsider(topic, person);
  await expect(make.outsider(topic, person)).rejects.toMatchObject(UNIQUE);
});

describe('the history', () => {
  const entry = async () => {
    const { id } = await given(database.db).activity();
    await database.db('activityHistory').insert({ activityId: id, act: 'start', channel: 'web', at: NOW, toStatus: 'in_progress' });
  };
  it.each([
    ['changed', `UPDATE activity_history SET note = 'otra'`],
    ['removed', 'DELETE FROM activity_history'],
    ['emptied', 'TRUNCATE activity_history'],
    ['emptied by the way', 'TRUNCATE activities CASCADE'],
  ])('cannot be %s', async (_, sql) => {
    await entry();
    await expect(database.db.raw(sql)).rejects.toThrow('append-only');
    expect(await database.db('activityHistory')).toHaveLength(1);
  });
});

it.each([`update history_seals set rows = 2`, 'delete from history_seals', 'truncate history_seals'])(
  'no seal is rewritten: %s',
  async (sql) => {
    const { id } = await given(database.db).activity();
    await database.db('activityHistory').insert({ activityId: id, act: 'start', channel: 'web', at: NOW, toStatus: 'in_progress' });
    await historySealsOn(database.db).add('activity_history', Number.MAX_SAFE_INTEGER);
    await expect(database.db.raw(sql)).rejects.toThrow('history_seals is append-only');
  },
);

describe('the history of the administration', () => {
  const entry = { act: 'topic.register', subjectKind: 'topic', channel: 'web' };
  it.each([
    ['changed', `update admin_history set actor_name = 'Otra'`],
    ['removed', 'delete from admin_history'],
    ['emptied', 'truncate admin_history'],
  ])('cannot be %s', async (_, sql) => {
    await database.db('adminHistory').insert(entry);
    await expect(database.db.raw(sql)).rejects.toThrow('admin_history is append-only');
    expect(await database.db('adminHistory')).toHaveLength(1);
  });

  it('has the time of the database, with any value in an insert', async () => {
    const [{ before }] = (await database.db.raw('select clock_timestamp() as before')).rows;
    const [{ at }] = await database
      .db('adminHistory')
      .insert({ ...entry, at: '2001-01-01T00:00:00Z' })
      .returning('at');
    const [{ isNow }] = (
      await database.db.raw('select ?::timestamptz between ?::timestamptz - interval \'1 ms\' and clock_timestamp() as "isNow"', [
        at,
        before,
      ])
    ).rows;
    expect(isNow).toBe(true);
  });
});

it('dates are days: what is stored on any clock comes back the same', async () => {
  const { id } = await given(database.db).activity({ dueOn: day('2026-11-27') });
  const { dueOn, deadlineOn } = await database.db('activities').where({ id }).first();
  expect([dueOn, deadlineOn]).toEqual(['2026-11-27', '2026-11-27']);
});
