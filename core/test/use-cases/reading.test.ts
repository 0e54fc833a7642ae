import { expect, it } from 'vitest';
import { generate } from '../../seeds/generate.ts';
import { type Activity, closedStatuses, openStatuses, statuses } from '../../src/domain/activities/activity.ts';
import { daysLeft, urgencyKey } from '../../src/domain/activities/deadline.ts';
import type { CalendarDate } from '../../src/domain/calendar.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { BATCH } from '../../src/persistence/activities/activity-views.ts';
import { cancelComment } from '../../src/use-cases/activities/comments.ts';
import { listComments, listMyHistory, listMyPending, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { listAssignedByMe } from '../../src/use-cases/reports/read-reports.ts';
import type { UseCase } from '../../src/use-cases/use-case.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW, TODAY } from '../factories.ts';
import { rowsOf } from '../tables.ts';

const { database, on } = await stagedDatabase();

const read = async <Input, Result>(useCase: UseCase<Input, Result>, who: Person, input: Input): Promise<Result> =>
  (await on.core.perform({ useCase, actor: { ...who, channel: 'web' }, channel: 'web', input, effect: 'reads' })).result;

const assigned = async (who: Person, input: { from: CalendarDate | null; to: CalendarDate | null }) =>
  rowsOf(await read(listAssignedByMe, who, input));

it('my pending are the open ones I answer for, the most urgent first: rejected, by deadline, then delivered', async () => {
  const [me, other] = [await given(database.db).person(), await given(database.db).person()];
  const make = given(database.db);
  for (const [index, status] of statuses.entries())
    await make.activity({ owner: other, assignee: me, status, dueOn: day(`2026-12-${30 - index}`) });
  await make.activity({ owner: me, assignee: other });
  await make.activity({ owner: other, assignee: me, status: 'on_pause', dueOn: day('2027-01-31'), rejectedAt: NOW });
  const extended = await make.ownActivity(me, { dueOn: day('2026-11-21'), extendedTo: day('2026-12-31'), extensionReason: 'Sí' });
  const pending = await rowsOf(await read(listMyPending, me, {}));
  expect(pending.map(({ status }) => status)).toEqual(['on_pause', 'on_pause', 'in_progress', 'not_started', 'not_started', 'completed']);
  expect(pending.at(-2)).toMatchObject({ id: extended.id, daysLeft: 41 });
});

it('my history is the closed ones I answered for, the newest folio first', async () => {
  const [me, other] = [await given(database.db).person(), await given(database.db).person()];
  const make = given(database.db);
  for (const status of statuses) await make.activity({ owner: other, assignee: me, status });
  await make.activity({ owner: me, assignee: other, status: 'verified' });
  expect((await rowsOf(await read(listMyHistory, me, {}))).map(({ status }) => status)).toEqual(['canceled', 'verified']);
});

it('a list of one’s own that is longer than a batch is read in several, with every row once and in the same order', async () => {
  await generate(database.db, { activities: 6_000, people: 3, topics: 10 }, NOW);
  const { userId } = await database
    .db('activities')
    .select({ userId: 'assigneeId' })
    .groupBy('assigneeId')
    .orderByRaw('count(*) desc')
    .first();
  const me = (await database.db('users').where({ id: userId }).first()) as Person;
  const stored = database.db('activities').where('assigneeId', userId);
  const closed = stored.clone().whereIn('status', closedStatuses).orderBy('id', 'desc').pluck('id');
  const openRows: Activity[] = await stored.clone().whereIn('status', openStatuses).orderBy('id');
  const open = openRows.toSorted((a, b) => urgencyKey(a, daysLeft(a, TODAY)) - urgencyKey(b, daysLeft(b, TODAY))).map(({ id }) => id);
  for (const [list, ids] of [
    [listMyHistory, await closed],
    [listMyPending, open],
  ] as const) {
    expect(ids.length).toBeGreaterThan(BATCH);
    const reply = await read(list, me, {});
    expect(Array.isArray(reply)).toBe(false);
    expect((await rowsOf(reply)).map(({ id }) => id)).toEqual(ids);
  }
});

it('what I assigned is what others do for me: open or verified, registered within the range, both ends included', async () => {
  const [me, other] = [await given(database.db).manager(), await given(database.db).person()];
  const make = given(database.db);
  const at = (instant: string, facts: object = {}) => make.activity({ owner: me, assignee: other, createdAt: new Date(instant), ...facts });
  // Midnight in Mexico City is 06:00 in UTC.
  const early = await at('2026-11-01T05:59:59Z');
  const first = await at('2026-11-01T06:00:00Z');
  const last = await at('2026-11-11T05:59:59Z', { status: 'verified' });
  const late = await at('2026-11-11T06:00:00Z');
  await at('2026-11-05T12:00:00Z', { status: 'canceled' });
  await make.ownActivity(me, { createdAt: new Date('2026-11-05T12:00:00Z') });
  await make.activity({ createdAt: new Date('2026-11-05T12:00:00Z') });
  const ids = async (from: string | null, to: string | null) =>
    (await assigned(me, { from: from ? day(from) : null, to: to ? day(to) : null })).map(({ id }) => id);
  expect(await ids('2026-11-01', '2026-11-10')).toEqual([first.id, last.id]);
  expect(await ids('2026-10-31', '2026-10-31')).toEqual([early.id]);
  expect(await ids('2026-11-30', '2026-11-01')).toEqual([]);
  expect(await ids(null, null)).toEqual([early.id, first.id, late.id, last.id]);
});

it('the usual range begins a month ago, or with the oldest open one', async () => {
  const [me, other] = [await given(database.db).manager(), await given(database.db).person()];
  const make = given(database.db);
  const whole = { from: null, to: null };
  const old = { owner: me, assignee: other, createdAt: new Date('2026-03-01T05:00:00Z') };
  await make.activity({ ...old, status: 'verified' });
  expect(await assigned(me, whole)).toEqual([]);
  const open = await make.activity({ ...old, createdAt: new Date('2026-05-01T05:00:00Z') });
  expect((await assigned(me, whole)).map(({ id }) => id)).toEqual([open.id]);
});

it('days left are calendar days of the business zone, negative when late', async () => {
  const me = await given(database.db).person();
  const { id: activityId } = await given(database.db).ownActivity(me, { dueOn: day('2026-11-20') });
  const left = async () => (await read(readActivity, me, { activityId })).daysLeft;
  on.setClock('2026-11-20T06:00:00Z');
  expect(await left()).toBe(0);
  on.setClock('2026-11-21T05:59:59Z');
  expect(await left()).toBe(0);
  on.setClock('2026-11-21T06:00:00Z');
  expect(await left()).toBe(-1);
  on.setClock('2026-11-20T05:59:59Z');
  expect(await left()).toBe(1);
});

it('the comments of an activity are those in force, oldest first, with their author’s name', async () => {
  const me = await given(database.db).person({ firstName: 'Ana', lastName: 'Ruiz' });
  const activity = await given(database.db).ownActivity(me, { status: 'in_progress' });
  const ids = [];
  for (const body of ['uno', 'dos', 'tres']) ids.push(await given(database.db).comment(activity, me, body));
  await on.act(cancelComment, me, { commentId: ids[1] as number });
  expect(await read(listComments, me, { activityId: activity.id })).toMatchObject([
    { id: ids[0], body: 'uno', authorName: 'Ana Ruiz', writtenAt: NOW },
    { id: ids[2], body: 'tres' },
  ]);
});
