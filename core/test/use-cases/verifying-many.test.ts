import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Status } from '../../src/domain/activities/activity.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { Refused } from '../../src/domain/refusal.ts';
import { type Repositories, repositoriesOn } from '../../src/persistence/repositories.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { validateActivities } from '../../src/use-cases/activities/many-activities.ts';
import { listAwaitingVerification } from '../../src/use-cases/activities/read-activity.ts';
import { listAssignedByMe } from '../../src/use-cases/reports/read-reports.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { type Stage, stage, together, ZONE } from '../stage.ts';
import { everythingIn } from '../tables.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
  on = stage(database.db);
});
beforeEach(() => database.wipe());
afterAll(() => database.close());

async function parties() {
  return { owner: await given(database.db).manager(), assignee: await given(database.db).person() };
}
const verify = async (who: Person, ...activityIds: number[]) => (await on.act(validateActivities, who, { activityIds })).results;
const statusOf = async (id: number) => (await database.db('activities').where({ id }).first('status')).status;

it('each of many answers for itself: what cannot be verified says why, the rest is verified with history, news and successor', async () => {
  const { owner, assignee } = await parties();
  const make = given(database.db);
  const weekly = await make.activity({ owner, assignee, status: 'completed', repeats: 'week', dueOn: day('2026-11-19') });
  const early = await make.activity({ owner, assignee, status: 'in_progress' });
  const done = await make.activity({ owner, assignee, status: 'completed' });
  const results = await verify(owner, done.id, early.id, weekly.id);
  expect(results).toEqual([
    { activityId: done.id, refusal: null },
    { activityId: early.id, refusal: { code: 'activity.untimely', act: 'approve', status: 'in_progress' } },
    { activityId: weekly.id, refusal: null },
  ]);
  expect(await Promise.all([done, early, weekly].map(({ id }) => statusOf(id)))).toEqual(['verified', 'in_progress', 'verified']);
  expect(await database.db('activities').where({ predecessorId: weekly.id }).first()).toMatchObject({ dueOn: '2026-11-26' });
  const acts = await database
    .db('activityHistory')
    .whereIn('activityId', [done.id, weekly.id])
    .orderBy('activityId')
    .select('act', 'actorId');
  expect(acts).toEqual([
    { act: 'approve', actorId: owner.id },
    { act: 'approve', actorId: owner.id },
  ]);
  expect(await database.db('outbox').where({ kind: 'verified', recipientId: assignee.id })).toHaveLength(2);
});

it('another person’s activity and an unknown one get the same answer, and stay as they are', async () => {
  const { owner, assignee } = await parties();
  const stranger = await given(database.db).person();
  const foreign = await given(database.db).activity({ owner, assignee, status: 'completed' });
  const before = await everythingIn(database.db);
  const [one, other] = await verify(stranger, foreign.id, 2_000_000);
  expect(one).toEqual({ ...other, activityId: foreign.id });
  expect(one).toMatchObject({ refusal: { code: 'activity.unknown' } });
  expect((await verify(assignee, foreign.id))[0]).toMatchObject({ refusal: { code: 'activity.forbidden' } });
  expect(await everythingIn(database.db)).toEqual(before);
});

it('asked in opposite orders at once, each is verified once and nobody waits for ever', async () => {
  const { owner, assignee } = await parties();
  const ids: number[] = [];
  for (let n = 0; n < 20; n++) ids.push((await given(database.db).activity({ owner, assignee, status: 'completed' })).id);
  const { won } = await together([verify(owner, ...ids), verify(owner, ...ids.toReversed())]);
  const counts = won.map((results) => results.filter(({ refusal }) => !refusal).length);
  expect(counts.sort((a, b) => a - b)).toEqual([0, 20]);
  expect(await database.db('activityHistory')).toHaveLength(20);
});

it('verifying many while one of them is cancelled: one of the two happens to it', async () => {
  const { owner, assignee } = await parties();
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push((await given(database.db).activity({ owner, assignee, status: 'completed' })).id);
  const cancelled = ids[2] as number;
  const { won, refused } = await together<unknown>([verify(owner, ...ids), on.act(cancelActivity, owner, { activityId: cancelled })]);
  expect(won.length + refused.length).toBe(2);
  expect(await database.db('activityHistory').where({ activityId: cancelled })).toHaveLength(1);
  expect(await database.db('activities').where({ status: 'verified' })).toHaveLength((await statusOf(cancelled)) === 'verified' ? 5 : 4);
});

it('a failure that is no refusal leaves none of them verified', async () => {
  const { owner, assignee } = await parties();
  const [first, second] = [
    await given(database.db).activity({ owner, assignee, status: 'completed' }),
    await given(database.db).activity({ owner, assignee, status: 'completed' }),
  ];
  await database.db.raw(`
    create function stumble() returns trigger language plpgsql as $$ begin raise exception 'stumbled'; end $$;
    create trigger stumble before update on activities for each row when (new.id = ${second.id}) execute function stumble()`);
  try {
    await expect(verify(owner, first.id, second.id)).rejects.toThrow('stumbled');
  } finally {
    await database.db.raw('drop function stumble cascade');
  }
  expect(await statusOf(first.id)).toBe('completed');
  expect(await database.db('activityHistory')).toEqual([]);
});

it('a part of a transaction that fails is undone alone', async () => {
  const { owner, assignee } = await parties();
  const { id } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  const say = (repos: Repositories, body: string) => repos.comments.add({ activityId: id, authorId: owner.id, body, writtenAt: NOW });
  await database.db.transaction(async (trx) => {
    const repos = repositoriesOn(trx, ZONE);
    await say(repos, 'antes');
    await repos
      .savepoint(async (part) => {
        await say(part, 'en la parte');
        throw new Refused({ code: 'activity.unknown' });
      })
      .catch(() => {});
    await say(repos, 'después');
  });
  expect(await database.db('comments').orderBy('id').pluck('body')).toEqual(['antes', 'después']);
});

it('what awaits my verification is what others finished for me, the longest waiting first', async () => {
  const { owner, assignee } = await parties();
  const make = given(database.db);
  const at = (closedAt: string) => make.activity({ owner, assignee, status: 'completed', closedAt: new Date(closedAt) });
  const [newer, older] = [await at('2026-11-19T00:00:00Z'), await at('2026-11-12T00:00:00Z')];
  for (const status of ['in_progress', 'verified', 'canceled'] as const) await make.activity({ owner, assignee, status });
  await make.ownActivity(owner, { status: 'completed' });
  await make.activity({ owner: assignee, assignee: owner, status: 'completed' });
  const awaiting = await on.act(listAwaitingVerification, owner, {});
  expect(awaiting.map(({ id }) => id)).toEqual([older.id, newer.id]);
  expect(await on.act(listAwaitingVerification, await make.person(), {})).toEqual([]);
});

it('a page of deliveries says who delivered each, and how many images prove it', async () => {
  const { owner, assignee } = await parties();
  const { id } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  await on.act(completeActivity, assignee, { activityId: id, resolution: 'Quedó listo.' });
  const pageOf = async (reportStatuses: readonly Status[]) =>
    (await on.act(listAssignedByMe, owner, { reportStatuses, page: 1 })) as { rows: Record<string, unknown>[] };
  expect((await pageOf(['completed'])).rows).toMatchObject([{ id, delivererId: assignee.id, imageCount: 0 }]);
  expect((await pageOf(['completed', 'in_progress'])).rows[0]).not.toHaveProperty('delivererId');
});

it('what awaits verification is read in its order from an index of its own', async () => {
  const { owner, assignee } = await parties();
  await database.db.raw(
    `insert into activities (owner_id, assignee_id, topic_id, description, description_key, status, priority, created_at, due_on, started_at,
       closed_at, verified_at, resolution, series_starts_on)
     select ?, ?, ?, 'Actividad ' || n, 'actividad ' || n, case when n % 50 = 0 then 'completed' else 'verified' end, 'normal', now(), now(), now(),
       now() - n * interval '1 minute', case when n % 50 = 0 then null else now() end, 'Listo', now() from generate_series(1, 5000) n`,
    [owner.id, assignee.id, (await given(database.db).topic()).id],
  );
  await database.db.raw('analyze activities');
  const queries: { sql: string; bindings: readonly never[] }[] = [];
  const note = (query: (typeof queries)[number]) => queries.push(query);
  database.db.on('query', note);
  const { activityViews } = repositoriesOn(database.db, ZONE);
  expect(await activityViews.listAwaitingVerification(owner.id)).toHaveLength(100);
  database.db.removeListener('query', note);
  const [{ sql = '', bindings = [] } = {}] = queries;
  const { rows } = await database.db.raw(`explain (format json) ${sql.replace(/\$\d+/g, '?')}`, bindings);
  const plan = JSON.stringify(rows);
  expect(plan).toContain('activities_awaiting');
});
