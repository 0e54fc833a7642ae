import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { generate } from '../../seeds/generate.ts';
import { openStatuses, statuses } from '../../src/domain/activities/activity.ts';
import { punctualities } from '../../src/domain/reports/punctuality.ts';
import { countedStatuses, noFilters } from '../../src/domain/reports/report.ts';
import type { Selection } from '../../src/persistence/activities/selection.sql.ts';
import { activityReportsOn } from '../../src/persistence/reports/activity-reports.ts';
import { workCountsOn } from '../../src/persistence/reports/work-counts.ts';
import { readSnapshot } from '../../src/persistence/repositories.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, NOW, TODAY } from '../factories.ts';
import { ZONE } from '../stage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await generate(database.db, { activities: ACTIVITIES, people: 20, topics: 5 }, NOW);
  // An import brought every third finished one, which the counts hold and no punctuality has.
  await database.db.raw(
    `insert into activity_imports (activity_id, key, file_name, sheet, row_number, imported_at)
      select id, id::text, 'hoja.xlsx', 'Hoja', id, ? from activities where status = 'verified' and id % 3 = 0`,
    [NOW],
  );
}, 60_000);
afterAll(() => database.close());

const ACTIVITIES = 400;
const ACTS = 36;
const WRITERS = 4;
const everything: Selection = { scope: 'company', readerId: 1, statuses, range: null, filters: noFilters, words: [], today: TODAY };

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
/** Writes an act in the history of activities, so many minutes after now. */
const note = (trx: Knex, act: string, ids: readonly { id: number }[], minutes = 0) =>
  trx.raw(
    `insert into activity_history (activity_id, act, actor_id, channel, to_status, at)
      select id, ?, owner_id, 'web', status, ?::timestamptz + make_interval(mins => ?) from activities where id = any(?)`,
    [act, NOW, minutes, idsOf(ids)],
  );

/** Acts on many activities in one transaction each, so that others read and fold while they are not committed. */
async function act(db: Knex, turn: number): Promise<void> {
  await db.transaction(async (trx) => {
    const open = trx('activities')
      .whereIn('status', openStatuses)
      .whereRaw('id % ? = ?', [WRITERS, turn % WRITERS]);
    await open.clone().limit(9).update({ priority: 'critical' });
    await trx.raw(
      `insert into activities (owner_id, assignee_id, topic_id, description, description_key, status, priority, created_at, due_on, series_starts_on)
        select owner_id, assignee_id, topic_id, ?, ?, 'not_started', priority, created_at, due_on, due_on from activities where id = ?`,
      [`otra ${turn}`, `otra ${turn}`, 1 + turn],
    );
    const some = open.clone().orderBy('id').limit(3).select('id');
    await trx('activities')
      .whereIn('id', some)
      .where('status', 'not_started')
      .update({ status: 'in_progress', startedAt: NOW, rejectedAt: NOW });
    await trx('activities').whereIn('id', some).whereNot('status', 'completed').update({ status: 'canceled', canceledAt: NOW });
    const started = open.clone().where('status', 'in_progress').orderBy('id').limit(4).select('id');
    const completed = await trx('activities')
      .whereIn('id', started)
      .update({ status: 'completed', resolution: 'Listo', closedAt: trx.raw(`(due_on + interval '27 hours') at time zone 'UTC'`) })
      .returning('id');
    await note(trx, 'complete', completed);
    const rejected = completed.slice(0, 1);
    const rejection = { status: 'in_progress', resolution: null, closedAt: null, rejectedAt: NOW };
    await trx('activities').whereIn('id', idsOf(rejected)).update(rejection);
    await note(trx, 'reject', rejected, turn * 11);
    if (turn % 3 === 1) {
      const again = { status: 'verified', resolution: 'Listo', closedAt: NOW, verifiedAt: NOW, rejectedAt: null };
      await note(trx, 'complete', rejected, turn * 12);
      await trx('activities').whereIn('id', idsOf(rejected)).update(again);
      await note(trx, 'approve', rejected, turn * 13);
    }
    const approved = completed.slice(1, 3);
    await trx('activities').whereIn('id', idsOf(approved)).update({ status: 'verified', verifiedAt: NOW });
    await note(trx, 'approve', approved, 1_500 + turn * 37);
    // What was rejected gets another deadline, another verdict or none, and some of it is canceled by later acts.
    const extended = { extendedTo: trx.raw('due_on + 40'), extensionReason: 'Falta' };
    if (turn % 3 === 0) await trx('activities').whereIn('id', idsOf(rejected)).update(extended);
    const delivered = open.clone().where('status', 'completed').orderBy('id').limit(2).select('id');
    await trx('activities').whereIn('id', delivered).update({ status: 'verified', verifiedAt: NOW });
  });
}

const due: Selection = { ...everything, statuses: countedStatuses, dating: 'deadline' };
const dueRanges: Selection['range'][] = [null, { from: day('2023-05-10'), to: day('2026-02-03') }, { from: day('2026-09-02'), to: null }];
const recount = (db: Knex) => db.transaction((trx) => workCountsOn(trx, ZONE).recount());
/** A day on which every deadline has passed. */
const LATER = day('2027-12-31');
const inOrder = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();

/** Punctuality of one moment, from the counts, or of another scope from the activities. */
const punctualityBy = async (reports: ReturnType<typeof activityReportsOn>, scope: Partial<Selection> = {}, ranges = dueRanges) => {
  const answers: unknown[] = [];
  for (const range of ranges) {
    answers.push(inOrder(await reports.countPunctuality({ ...due, ...scope, range })), await reports.count({ ...due, ...scope, range }));
    answers.push(await reports.readVerificationClock({ ...due, ...scope, range, today: LATER }));
    for (const punctuality of punctualities) answers.push(await reports.count({ ...due, ...scope, range, punctuality: [punctuality] }));
  }
  return answers;
};

/** The figures of one moment, from the counts and from the activities: everybody's work has no counts when it is read as a substitute's. */
const figuresBy = (db: Knex, absentIds: readonly number[]) =>
  readSnapshot(db, ZONE, async ({ activityReports }) => {
    const read = async (selection: Selection) => [
      await activityReports.countByStatus(selection),
      await activityReports.countUrgencies(selection),
      (await activityReports.count(selection)).late,
      await activityReports.facets(selection),
      await punctualityBy(activityReports, { scope: selection.scope, absentIds: selection.absentIds }, dueRanges.slice(1, 2)),
    ];
    return { counted: await read(everything), looked: await read({ ...everything, scope: 'substituted', absentIds }) };
  });

it('figures of a moment agree with the activities while people act and others fold', { timeout: 60_000 }, async () => {
  const { db } = database;
  const counts = workCountsOn(db, ZONE);
  const absentIds = (await db('users').select('id')).map(({ id }) => id);
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = writer; turn < ACTS * WRITERS; turn += WRITERS) await act(db, turn);
    }),
  ).finally(() => {
    isOver = true;
  });
  const folding = [1, 2].map(async () => {
    while (!isOver) await counts.fold();
  });
  let moments = 0;
  for (; !isOver; moments++) {
    const { counted, looked } = await figuresBy(db, absentIds);
    expect(counted).toEqual(looked);
  }
  await Promise.all([writing, ...folding]);
  expect(moments).toBeGreaterThan(3);
  const { verdicts, rejected, p90Minutes } = await activityReportsOn(db, ZONE).readVerificationClock({ ...due, today: LATER });
  expect(verdicts - rejected).toBeGreaterThan(0);
  expect(rejected).toBeGreaterThan(0);
  // A day and more is whole hours.
  expect(p90Minutes).toBeGreaterThan(1_440);
  expect((p90Minutes ?? 0) % 60).toBe(0);
  expect(await counts.differences()).toMatchObject({ wrong: 0 });
  await counts.fold();
  const { cells, wrong } = await counts.differences();
  expect(wrong).toBe(0);
  await recount(db);
  const again = await counts.differences();
  expect(again.wrong).toBe(0);
  // Closed work that opened again leaves empty cells until then.
  expect(again.cells).toBeLessThanOrEqual(cells);

  // A process with another business zone looks at the activities until it adopts the zone.
  const elsewhere = activityReportsOn(db, 'Pacific/Kiritimati');
  const looked = await punctualityBy(elsewhere, { scope: 'substituted', absentIds });
  expect(await punctualityBy(elsewhere)).toEqual(looked);
  expect(looked).not.toEqual(await punctualityBy(activityReportsOn(db, ZONE)));
  await workCountsOn(db, 'Pacific/Kiritimati').adoptZone();
  expect(await punctualityBy(elsewhere)).toEqual(looked);
  expect((await counts.differences()).wrong).toBe(0);
  expect(await activityReportsOn(db, ZONE).count(everything)).toMatchObject({ total: ACTIVITIES + ACTS * WRITERS });
});

const TOKYO = 'Asia/Tokyo';
const waiting = async (db: Knex) =>
  (await db.raw(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows.length;
const changeAll = (db: Knex, priority: string) => db('activities').whereIn('status', openStatuses).update({ priority });

it('a zone is adopted once the process ends that holds it, and only one of several counts again', async () => {
  const { db } = database;
  const counts = workCountsOn(db, ZONE);
  const elsewhere = workCountsOn(db, TOKYO);
  await counts.adoptZone();
  await db.raw('create table recounts (zone text)');
  await db.raw(`
    create function note_recount() returns trigger language plpgsql as 'begin insert into recounts values (new.zone); return null; end';
    create trigger note_recount after insert on due_work_zone for each row execute function note_recount()`);
  await changeAll(db, 'high');
  // A fold that began before sees an earlier moment than the recount has to.
  const holder = await db.transaction();
  await workCountsOn(holder, ZONE).fold();
  const adopting = Promise.all([elsewhere.adoptZone(), elsewhere.adoptZone()]);
  await vi.waitFor(async () => expect(await waiting(db)).toBe(2), 10_000);
  await changeAll(db, 'normal');
  await holder.commit();
  await adopting;
  expect(await db('recounts')).toEqual([{ zone: TOKYO }]);
  expect(await elsewhere.keptZone()).toBe(TOKYO);
  expect((await elsewhere.differences()).wrong).toBe(0);

  // Who counts again by hand keeps the zone, and there is one.
  await recount(db);
  expect(await counts.keptZone()).toBe(TOKYO);
  await expect(db('dueWorkZone').insert({ zone: ZONE })).rejects.toThrow(/due_work_zone_pkey/);
  await expect(db('dueWorkZone').insert({ id: false, zone: ZONE })).rejects.toThrow(/due_work_zone_id_check/);
  await db.raw('drop function note_recount() cascade; drop table recounts');
});

it('folds without a zone too, and a later one counts all', async () => {
  const { db } = database;
  const counts = workCountsOn(db, ZONE);
  await db('dueWorkZone').delete();
  await db('dueWorkCounts').delete();
  await changeAll(db, 'critical');
  await counts.fold();
  expect(await db('openWorkChanges')).toEqual([]);
  expect((await counts.differences()).wrong).toBe(0);
  await counts.adoptZone();
  expect(await counts.keptZone()).toBe(ZONE);
  expect((await counts.differences()).wrong).toBe(0);

  // The day goes by: what is delivered leaves no empty cells by deadline.
  await db('activities').where('status', 'completed').update({ status: 'verified', verifiedAt: NOW });
  await db('activities').whereIn('status', openStatuses).update({ status: 'canceled', canceledAt: NOW });
  await counts.fold();
  expect(await db('dueWorkCounts').where('total', 0)).toEqual([]);
  expect((await counts.differences()).wrong).toBe(0);
});
