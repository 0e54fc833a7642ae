import { expect, it } from 'vitest';
import { generate } from '../../seeds/generate.ts';
import type { Activity } from '../../src/domain/activities/activity.ts';
import { addLapses } from '../../src/domain/activities/repetition.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { readSeries } from '../../src/use-cases/activities/read-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { refusalOf } from '../stage.ts';

const { database, on } = await stagedDatabase();

const make = () => given(database.db);
const seriesOf = (who: Person, { id }: Pick<Activity, 'id'>) => on.act(readSeries, who, { activityId: id });
const STARTS_ON = day('2025-01-06');

/** So many weeks of the same work, one led to by the other, all verified but the last. */
async function weeks(count: number, people: { owner: Person; assignee: Person }): Promise<Activity[]> {
  const topic = await make().topic();
  const activities: Activity[] = [];
  for (let occurrence = 0; occurrence < count; occurrence++) {
    const activity = await make().activity({
      ...people,
      topic,
      occurrence,
      repeats: 'week',
      description: 'Inventario',
      seriesStartsOn: STARTS_ON,
      dueOn: addLapses('week', STARTS_ON, occurrence),
      status: occurrence === count - 1 ? 'not_started' : 'verified',
    });
    const predecessorId = activities.at(-1)?.id ?? null;
    const succession = occurrence === count - 1 ? null : 'registered';
    await database
      .db('activities')
      .where({ id: activity.id })
      .update({ predecessorId, seriesId: activities[0]?.id ?? null, succession });
    activities.push(activity);
  }
  return activities;
}

it('says where an activity comes from, and when it will come back', async () => {
  const ana = await make().person();
  const first = await make().ownActivity(ana, { repeats: 'month', dueOn: day('2026-11-30') });
  await on.act(startActivity, ana, { activityId: first.id });
  await on.act(completeActivity, ana, { activityId: first.id, resolution: 'Enviado' });
  const { id } = await database.db('activities').where({ predecessorId: first.id }).first();
  const occurrences = [
    { id: first.id, occurrence: 0, dueOn: '2026-11-30', status: 'verified' },
    { id, occurrence: 1, dueOn: '2026-12-30', status: 'not_started' },
  ];
  expect(await seriesOf(ana, { id })).toMatchObject({ occurrences, nextOn: '2027-01-30' });
  expect(await seriesOf(ana, first)).toMatchObject({ occurrences, nextOn: null });
});

it('is empty for work that does not repeat', async () => {
  const ana = await make().person();
  expect(await seriesOf(ana, await make().ownActivity(ana))).toEqual({ occurrences: [], nextOn: null });
});

it('names the next date on its newest alone, and says when it is stopped', async () => {
  const [owner, assignee] = [await make().manager(), await make().person()];
  const all = await weeks(5, { owner, assignee });
  on.setClock('2025-02-20T18:00:00Z');
  expect((await seriesOf(owner, all[1] as Activity)).nextOn).toBeNull();
  const newest = all[4] as Activity;
  expect(await seriesOf(owner, newest)).toMatchObject({ nextOn: '2025-02-24' });
  expect(await seriesOf(owner, newest)).not.toHaveProperty('isStopped');
  const undone = { status: 'in_progress', startedAt: NOW, closedAt: null, closedOn: null, verifiedAt: null };
  await database.db('activities').update(undone);
  expect(await seriesOf(owner, newest)).toMatchObject({ isStopped: true });
  on.setClock(NOW);
});

it('has no next date once canceled: cancelling ends the series', async () => {
  const ana = await make().person();
  const own = await make().ownActivity(ana, { repeats: 'week' });
  expect(await seriesOf(ana, own)).toMatchObject({ nextOn: '2026-12-04' });
  await on.act(cancelActivity, ana, { activityId: own.id });
  expect(await seriesOf(ana, own)).toMatchObject({ occurrences: [{ id: own.id, status: 'canceled' }], nextOn: null });
});

it('does not exist for strangers, and of what was handed over each sees their own', async () => {
  const [boss, ana, beto, stranger] = [await make().manager(), await make().person(), await make().person(), await make().person()];
  const owner = await make().person();
  const [first, second, third] = (await weeks(3, { owner, assignee: ana })) as [Activity, Activity, Activity];
  await database.db('activities').where({ id: third.id }).update({ assigneeId: beto.id });

  expect(await refusalOf(seriesOf(stranger, second))).toEqual({ code: 'activity.unknown' });
  expect(await refusalOf(seriesOf(beto, second))).toEqual({ code: 'activity.unknown' });
  expect(await refusalOf(seriesOf(boss, { id: 2_000_000 }))).toEqual({ code: 'activity.unknown' });
  const idsFor = async (who: Person, activity: Activity) => (await seriesOf(who, activity)).occurrences.map(({ id }) => id);
  expect(await idsFor(ana, first)).toEqual([first.id, second.id]);
  expect(await idsFor(beto, third)).toEqual([third.id]);
  for (const everyone of [boss, owner]) expect(await idsFor(everyone, second)).toEqual([first.id, second.id, third.id]);
});

it('shows the sixty nearest, the oldest first', async () => {
  const [owner, assignee] = [await make().manager(), await make().person()];
  const all = await weeks(100, { owner, assignee });
  const shownAround = async (n: number) => (await seriesOf(owner, all[n] as Activity)).occurrences.map(({ occurrence }) => occurrence);
  const from = (first: number) => Array.from({ length: 60 }, (_, n) => first + n);
  expect(await shownAround(0)).toEqual(from(0));
  expect(await shownAround(99)).toEqual(from(40));
  expect([from(20), from(21)]).toContainEqual(await shownAround(50));
});

it('is one query that reads the series by its index, among however many activities', async () => {
  await generate(database.db, { activities: 5_000 }, NOW);
  const [owner, assignee] = [await make().manager(), await make().person()];
  const all = await weeks(100, { owner, assignee });
  await database.db.raw('analyze activities');

  const queries: { sql: string; bindings: readonly unknown[] }[] = [];
  const note = (query: (typeof queries)[number]) => queries.push(query);
  database.db.on('query', note);
  await seriesOf(owner, all[50] as Activity);
  database.db.removeListener('query', note);
  const [query, ...others] = queries.filter(({ sql }) => sql.includes('nearest'));
  expect(others).toEqual([]);

  const { rows } = await database.db.raw(`explain (analyze, timing off) ${query?.sql.replace(/\$\d+/g, '?')}`, query?.bindings as never);
  const plan: string = rows.map((row: Record<string, string>) => Object.values(row)[0]).join('\n');
  expect(plan).not.toContain('Seq Scan');
  expect(plan).toContain('activities_series');
});
