import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../../seeds/generate.ts';
import { type Activity, openStatuses } from '../../../src/domain/activities/activity.ts';
import { noFilters, usualSort } from '../../../src/domain/reports/report.ts';
import { idempotencyKeysOn } from '../../../src/persistence/account/requests.ts';
import { sessionsOn } from '../../../src/persistence/account/sessions.ts';
import { activitiesOn, type NewActivity } from '../../../src/persistence/activities/activities.ts';
import { activityViewsOn } from '../../../src/persistence/activities/activity-views.ts';
import { commentsOn, historyOn, type NewHistoryEntry } from '../../../src/persistence/activities/history.ts';
import { connect } from '../../../src/persistence/database/connect.ts';
import { type PreparedName, prepared } from '../../../src/persistence/database/statement.ts';
import { outboxOn } from '../../../src/persistence/notifications/outbox.ts';
import { activityReportsOn } from '../../../src/persistence/reports/activity-reports.ts';
import type { Selection } from '../../../src/persistence/reports/selection.sql.ts';
import { hashSecret } from '../../../src/secrets/secrets.ts';
import { type TestDatabase, testDatabase } from '../../database.ts';
import { day, NOW, TODAY } from '../../factories.ts';

const ofSession = { idHash: hashSecret('a session'), now: NOW, today: TODAY };
/** How each of them comes to be said, and the most rows of a table that its plan without values may expect to look at. */
const statementCalls: Record<PreparedName, { by: (on: Knex) => Promise<unknown>; rows: number }> = {
  personBySession: { by: (on) => sessionsOn(on).findPerson(ofSession), rows: 1 },
  // So few people and topics are read whole, which is cheaper than asking an index.
  activity: { by: (on) => activityViewsOn(on).find(1), rows: 200 },
  pending: { by: async (on) => (await activityViewsOn(on).listPending(1).next()).value ?? [], rows: 500 },
  encodedPending: { by: (on) => activityViewsOn(on).readEncodedPending(1, TODAY, fields), rows: 500 },
  encodedPage: { by: (on) => activityReportsOn(on, 'UTC').encodedPage(openWork, openPage, fields), rows: 500 },
  history: { by: (on) => historyOn(on).list(1), rows: 200 },
  comments: { by: (on) => commentsOn(on).list(1), rows: 200 },
  closed: { by: async (on) => (await activityViewsOn(on).listClosed(1).next()).value ?? [], rows: 500 },
  awaitingVerification: { by: (on) => activityViewsOn(on).listAwaitingVerification(1), rows: 500 },
  registrationPreconditions: {
    by: (on) => activitiesOn(on, 'UTC').holdPreconditions({ topicId: 1, dueOn: day('2026-11-30'), people: [1, 2] }),
    rows: 200,
  },
  // An act that notifies somebody reads what waits for them.
  registerActivity: { by: (on) => undone(on, (trx) => activitiesOn(trx, 'UTC').add(aPromise, historyEntry)), rows: 200 },
  registerActivityQuietly: { by: (on) => undone(on, (trx) => activitiesOn(trx, 'UTC').add(aPromise, quietEntry)), rows: 1 },
  activityToActOn: { by: (on) => activitiesOn(on, 'UTC').lock(1), rows: 1 },
  changeActivity: { by: (on) => undone(on, (trx) => save(trx, historyEntry)), rows: 200 },
  changeActivityQuietly: { by: (on) => undone(on, (trx) => save(trx, quietEntry)), rows: 1 },
  dueWork: { by: (on) => outboxOn(on).findDueWork(NOW), rows: 5_000 },
  takeKey: { by: (on) => undone(on, (trx) => idempotencyKeysOn(trx).take(1, { key: 'a key', fingerprint: 'of a request' }, NOW)), rows: 1 },
  keepAnswer: { by: (on) => undone(on, (trx) => idempotencyKeysOn(trx).answer(1, 'a key', {})), rows: 1 },
  recordAct: { by: (on) => undone(on, (trx) => historyOn(trx).add(1, historyEntry)), rows: 200 },
  recordActQuietly: { by: (on) => undone(on, (trx) => historyOn(trx).add(1, quietEntry)), rows: 1 },
};
const fields = [
  { name: 'id', field: 'id' },
  { name: 'days_remaining', field: 'daysLeft' },
] as const;
const openWork = {
  scope: 'company',
  readerId: 1,
  statuses: openStatuses,
  range: null,
  words: [],
  today: TODAY,
  filters: noFilters,
} as const satisfies Selection;
const openPage = { page: 1, size: 25, sort: usualSort(openStatuses) };
const names = Object.keys(statementCalls) as PreparedName[];

/** So many plans PostgreSQL makes for the values, before it compares them with one made without. */
const CUSTOM_PLANS = 5;
/** Notifications that are not sent yet. */
const WAITING = 5_000;
/** The product leaves the choice to PostgreSQL; the server of the tests does not. */
const CHOOSE_PLANS = 'set plan_cache_mode = auto';

const historyEntry = {
  today: TODAY,
  act: 'comment',
  actorId: 1,
  channel: 'web',
  at: NOW,
  fromStatus: null,
  toStatus: 'not_started',
  note: null,
  facts: {},
  notifications: [{ kind: 'assigned', recipientId: 1 }],
} as const satisfies NewHistoryEntry;
const quietEntry: NewHistoryEntry = { ...historyEntry, notifications: [] };
const save = async (trx: Knex, entry: NewHistoryEntry) => {
  const activities = activitiesOn(trx, 'UTC');
  await activities.save((await activities.lock(1)) as Activity, entry);
};
const aPromise = {
  ownerId: 1,
  assigneeId: 1,
  topicId: 1,
  description: 'Preparar',
  priority: 'normal',
  createdAt: NOW,
  dueOn: day('2026-11-30'),
  repeats: null,
  seriesStartsOn: day('2026-11-30'),
  occurrence: 0,
} as const satisfies NewActivity;
/** Does it and takes it back: folios and rows differ from time to time, that it could be said does not. */
async function undone(on: Knex, work: (trx: Knex) => Promise<unknown>): Promise<true> {
  const trx = await on.transaction();
  try {
    await work(trx);
  } finally {
    await trx.rollback();
  }
  return true;
}

let database: TestDatabase;
/** One connection, so that what was prepared on it is met again. */
let db: Knex;

beforeAll(async () => {
  database = await testDatabase();
  await generate(database.db, { activities: 20_000 }, NOW);
  const { id: userId } = await database.db('users').first('id');
  const expiresAt = new Date(NOW.getTime() + 1_000);
  await database.db('sessions').insert({ idHash: hashSecret('a session'), userId, createdAt: NOW, seenAt: NOW, provedAt: NOW, expiresAt });
  // As much waits to be sent as an evening gathers: a plan that expects to read it for ten people is never kept.
  await database.db.raw(
    `insert into outbox (key, kind, recipient_id, activity_id, created_at, next_try_at)
     select 'waiting:' || id, 'assigned', assignee_id, id, created_at, created_at from activities where id <= ?`,
    [WAITING],
  );
  await database.db.raw('vacuum analyze outbox');
  db = connect(database.url, { poolSize: 1 });
  await db.raw(CHOOSE_PLANS);
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

const preparedOn = async (on: Knex): Promise<string[]> =>
  (await on.raw('select name from pg_prepared_statements')).rows.map(({ name }: { name: string }) => name);

describe.each(names)('the statement %s', (name) => {
  it('is prepared once and found again', async () => {
    const first = await statementCalls[name].by(db);
    expect(await preparedOn(db)).toContain(name);
    expect(await statementCalls[name].by(db)).toEqual(first);
    expect(first).toBeTruthy();
  });

  it('is planned once: PostgreSQL keeps a plan made without its values', async () => {
    for (let times = 0; times < CUSTOM_PLANS; times++) await statementCalls[name].by(db);
    await statementCalls[name].by(db);
    const { rows } = await db.raw('select generic_plans as "genericPlans" from pg_prepared_statements where name = ?', [name]);
    expect(Number(rows[0].genericPlans)).toBeGreaterThan(0);
  });

  it('is as quick with a plan made without its values', async () => {
    expect(await mostRows(name)).toBeLessThanOrEqual(statementCalls[name].rows);
  });
});

it('prepared statements are answered while a migration adds a column to every table', async () => {
  const all = () => Promise.all(names.map((name) => statementCalls[name].by(db)));
  const before = await all();
  const { rows } = await database.db.raw(`select tablename as name from pg_tables where schemaname = 'public'`);
  for (const table of rows) await database.db.raw('alter table ?? add column of_a_newer_build text', [table.name]);
  expect(await all()).toEqual(before);
});

it('a statement that selects * is why they list their columns: PostgreSQL refuses it from then on', async () => {
  const everything = () => db('topics').options({ name: 'everything' }).select('*');
  await everything();
  await database.db.raw('alter table topics add column of_the_newest_build text');
  await expect(everything()).rejects.toMatchObject({ code: '0A000' });
});

it('nothing is named where a pooler says so, in a transaction neither', async () => {
  const pooled = connect(database.url, { poolSize: 1, isPrepared: false });
  for (const name of names) await statementCalls[name].by(pooled);
  await pooled.transaction(async (trx) => {
    for (const name of names) await statementCalls[name].by(trx);
    expect(await preparedOn(trx)).toEqual([]);
  });
  expect(prepared(db, 'personBySession')).toEqual({ name: 'personBySession' });
  await pooled.destroy();
});

interface Step {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Filter?: string;
  Plans?: Step[];
}

/**
 * The largest number of rows that one step of the plan reads from a table. The plan has no values, so a step without an index reads all
 * rows.
 */
async function mostRows(name: PreparedName): Promise<number> {
  await statementCalls[name].by(db);
  const { rows: of } = await db.raw('select cardinality(parameter_types) as count from pg_prepared_statements where name = ?', [name]);
  const values = Array(of[0].count).fill('null').join(', ');
  await db.raw('set plan_cache_mode = force_generic_plan');
  const { rows } = await db.raw(`explain (format json) execute "${name}"${values && `(${values})`}`);
  await db.raw(CHOOSE_PLANS);
  // The first rows of an index are all that is read of it where nothing leaves rows out.
  const isFirstRows = (limit: Step, { 'Node Type': type, Filter }: Step) =>
    limit['Node Type'] === 'Limit' && type.startsWith('Index') && !Filter;
  const below = (step: Step) =>
    (step.Plans ?? []).map((next) => (isFirstRows(step, next) ? { ...next, 'Plan Rows': step['Plan Rows'] } : next));
  const steps = (step: Step): Step[] => [step, ...below(step).flatMap(steps)];
  const reading = steps(rows[0]['QUERY PLAN'][0].Plan).filter((step) => step['Relation Name']);
  const tables = await db.raw(`select relname, reltuples from pg_class where relkind = 'r'`);
  const sizes = new Map<string, number>(
    tables.rows.map(({ relname, reltuples }: { relname: string; reltuples: number }) => [relname, reltuples]),
  );
  const looksAt = (step: Step) =>
    step['Node Type'] === 'Seq Scan' ? (sizes.get(step['Relation Name'] as string) as number) : step['Plan Rows'];
  return Math.max(...reading.map(looksAt));
}
