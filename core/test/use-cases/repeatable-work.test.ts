import { expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { cancelActivities } from '../../src/use-cases/activities/many-activities.ts';
import { listHistory } from '../../src/use-cases/activities/read-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { repeatDueActivities } from '../../src/use-cases/activities/repeat-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { stagedDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { refusalOf, type Stage, together } from '../stage.ts';

const { database, on } = await stagedDatabase();

const approve = (who: Parameters<Stage['act']>[1], activityId: number) =>
  on.act(validateActivity, who, { activityId, comment: null, verdict: 'Verified' });
const successorOf = ({ id }: Pick<Activity, 'id'>) => database.db('activities').where({ predecessorId: id }).first();

it('once verified, the system registers the next one for the same people, with the same text', async () => {
  const [owner, assignee] = [await given(database.db).manager(), await given(database.db).person()];
  const done = await given(database.db).activity({
    owner,
    assignee,
    status: 'completed',
    repeats: 'week',
    dueOn: day('2026-11-19'),
    priority: 'critical',
  });
  await approve(owner, done.id);
  const next = await successorOf(done);
  expect(next).toMatchObject({
    ownerId: owner.id,
    assigneeId: assignee.id,
    topicId: done.topicId,
    description: done.description,
    priority: 'critical',
    status: 'not_started',
    dueOn: '2026-11-26',
    repeats: 'week',
    extendedTo: null,
    startedAt: null,
    resolution: null,
  });
  expect(await database.db('activityHistory').where({ activityId: next.id })).toMatchObject([
    { act: 'repeat', actorId: null, channel: 'system', fromStatus: null, toStatus: 'not_started' },
  ]);
  expect(await database.db('outbox').where({ activityId: next.id })).toMatchObject([{ kind: 'assigned', recipientId: assignee.id }]);
});

it('an own activity repeats when its person completes it', async () => {
  const person = await given(database.db).person();
  const own = await given(database.db).ownActivity(person, { status: 'in_progress', repeats: 'month', dueOn: day('2026-11-30') });
  await on.act(completeActivity, person, { activityId: own.id, resolution: 'Enviado' });
  expect(await successorOf(own)).toMatchObject({ dueOn: '2026-12-30', ownerId: person.id, assigneeId: person.id });
});

it('counts month ends from the first date of the series: 31 January, 28 February, 31 March', async () => {
  const person = await given(database.db).person();
  let current: Pick<Activity, 'id'> = await given(database.db).ownActivity(person, { repeats: 'month', dueOn: day('2027-01-31') });
  const dates = [];
  for (const today of ['2027-01-30', '2027-02-27', '2027-03-30']) {
    on.setClock(`${today}T18:00:00Z`);
    await on.act(startActivity, person, { activityId: current.id });
    await on.act(completeActivity, person, { activityId: current.id, resolution: 'Cerrado' });
    current = await successorOf(current);
    dates.push((current as Activity).dueOn);
  }
  expect(dates).toEqual(['2027-02-28', '2027-03-31', '2027-04-30']);
});

it('skips the lapses that have passed already, may be due today, and says in its history how many it skipped', async () => {
  const person = await given(database.db).person();
  const late = await given(database.db).ownActivity(person, { status: 'in_progress', repeats: 'week', dueOn: day('2026-10-02') });
  await on.act(completeActivity, person, { activityId: late.id, resolution: 'Por fin' });
  const next = await successorOf(late);
  expect(next).toMatchObject({ dueOn: '2026-11-20', occurrence: 7 });
  const [entry] = await on.act(listHistory, person, { activityId: next.id });
  expect(entry && historyNote(entry)).toBe(`Folio anterior: ${late.id}; se saltó 6 fechas que ya habían pasado`);
});

it('an extension does not move the series', async () => {
  const person = await given(database.db).person();
  const extended = await given(database.db).ownActivity(person, {
    status: 'in_progress',
    repeats: 'month',
    dueOn: day('2026-11-15'),
    extendedTo: day('2026-11-29'),
    extensionReason: 'Feriado',
  });
  await on.act(completeActivity, person, { activityId: extended.id, resolution: 'Listo' });
  expect(await successorOf(extended)).toMatchObject({ dueOn: '2026-12-15', extendedTo: null });
});

it('has one successor, however many verify it at once', async () => {
  const owner = await given(database.db).manager();
  const done = await given(database.db).activity({ owner, status: 'completed', repeats: 'week' });
  const { won } = await together(Array.from({ length: 6 }, () => approve(owner, done.id)));
  expect(won).toHaveLength(1);
  expect(await database.db('activities').where({ predecessorId: done.id })).toHaveLength(1);
});

it('ends with cancellation, and never begins for work that does not repeat', async () => {
  const owner = await given(database.db).manager();
  const repeating = await given(database.db).activity({ owner, status: 'completed', repeats: 'week' });
  const single = await given(database.db).activity({ owner, status: 'completed' });
  await on.act(cancelActivity, owner, { activityId: repeating.id });
  await approve(owner, single.id);
  expect(await database.db('activities').whereNotNull('predecessorId')).toEqual([]);
});

it('a series that reaches the end of the calendar ends there', async () => {
  const person = await given(database.db).person();
  const last = await given(database.db).ownActivity(person, { status: 'in_progress', repeats: 'week', dueOn: day('9999-12-30') });
  await expect(on.act(completeActivity, person, { activityId: last.id, resolution: 'Fin' })).resolves.toBeUndefined();
  expect(await successorOf(last)).toBeUndefined();
});

/** Lets a job run at noon of a day, in so many processes at once. */
async function runOn(date: string, processes = 1): Promise<void> {
  on.setClock(`${date}T18:00:00Z`);
  await Promise.all(Array.from({ length: processes }, () => on.anyone(repeatDueActivities, { after: 0 })));
}
const membersOf = ({ id }: Pick<Activity, 'id'>) =>
  database.db('activities').where({ id }).orWhere({ seriesId: id }).orderBy('id') as Promise<Activity[]>;
const datesOf = async (first: Pick<Activity, 'id'>) => (await membersOf(first)).map(({ dueOn }) => dueOn);
const stops = (id: number) => database.db('outbox').where({ kind: 'seriesStopped', activityId: id });

it('comes on the day after its expected date when nobody gives a verdict, whatever was extended', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'week', dueOn: day('2026-11-20') });
  await database.db('activities').where({ id: first.id }).update({ extendedTo: '2026-12-30', extensionReason: 'Feriado' });
  await runOn('2026-11-20');
  expect(await datesOf(first)).toEqual(['2026-11-20']);
  await runOn('2026-11-21', 4);
  expect(await datesOf(first)).toEqual(['2026-11-20', '2026-11-27']);
  expect(await database.db('outbox').where({ activityId: (await successorOf(first)).id })).toMatchObject([
    { kind: 'assigned', recipientId: assignee.id },
  ]);
});

it('comes each day of a daily one, with dates that are due today, and skips those of days without a server', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  for (const date of ['2026-11-21', '2026-11-22', '2026-12-02']) await runOn(date, 2);
  expect(await datesOf(first)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-12-02']);
  const [last] = (await membersOf(first)).slice(-1);
  expect(await database.db('activityHistory').where({ activityId: last?.id, act: 'repeat' })).toMatchObject([{ facts: { skipped: 9 } }]);
});

it('leaves weekends and the company’s holidays out of weekdays', async () => {
  await database.db('holidays').insert({ day: '2026-12-25', name: 'Navidad' });
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'weekday', dueOn: day('2026-12-24') });
  for (const date of ['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28', '2026-12-29']) await runOn(date);
  expect(await datesOf(first)).toEqual(['2026-12-24', '2026-12-28', '2026-12-29']);
});

it('stops at five undelivered ones, tells the owner once, and goes on when one is delivered or canceled', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  for (let count = 1; count <= 9; count++) await runOn(addDays(day('2026-11-20'), count), 2);
  const five = await membersOf(first);
  expect(five.map(({ dueOn }) => dueOn)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']);
  const newest = five[4] as Activity;
  expect(await stops(newest.id)).toMatchObject([{ recipientId: owner.id }]);
  expect((await on.act(listHistory, owner, { activityId: newest.id })).at(-1)).toMatchObject({ act: 'stopSeries', actorName: null });

  await on.act(startActivity, assignee, { activityId: first.id });
  await on.act(completeActivity, assignee, { activityId: first.id, resolution: 'Hecho' });
  await runOn('2026-11-30');
  expect((await datesOf(first)).at(-1)).toBe('2026-11-30');
  await runOn('2026-12-01');
  expect(await datesOf(first)).toHaveLength(6);
  await on.act(cancelActivity, owner, { activityId: five[1]?.id as number, series: 'continues' });
  await runOn('2026-12-01');
  expect((await datesOf(first)).at(-1)).toBe('2026-12-01');
});

it('a verdict does not register a sixth either', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  for (const date of ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']) await runOn(date);
  await database
    .db('activities')
    .where({ id: first.id })
    .update({ status: 'completed', startedAt: new Date(), closedAt: new Date(), resolution: 'x' });
  await runOn('2026-11-25');
  await on.act(validateActivity, owner, { activityId: first.id, comment: 'Falta', verdict: 'Rejected' });
  const newest = (await membersOf(first)).at(-1) as Activity;
  expect(newest.dueOn).toBe('2026-11-25');
  await on.act(startActivity, assignee, { activityId: newest.id });
  await on.act(completeActivity, assignee, { activityId: newest.id, resolution: 'Hecho' });
  await approve(owner, newest.id);
  expect(await datesOf(first)).toHaveLength(6);
  await on.act(cancelActivity, owner, { activityId: first.id, series: 'continues' });
  await runOn('2026-11-26');
  expect((await datesOf(first)).at(-1)).toBe('2026-11-26');
});

it('canceling only one leaves the series, whose next one comes on the day after', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'week', dueOn: day('2026-11-20') });
  on.setClock('2026-11-19T18:00:00Z');
  await on.act(cancelActivity, owner, { activityId: first.id, series: 'continues' });
  expect(await successorOf(first)).toBeUndefined();
  await runOn('2026-11-21');
  expect(await successorOf(first)).toMatchObject({ dueOn: '2026-11-27' });
});

it('canceling several ends their series, unless only these are canceled', async () => {
  const { owner, assignee } = await given(database.db).parties();
  for (const [series, dates] of [
    [undefined, ['2026-11-20']],
    ['continues', ['2026-11-20', '2026-11-27']],
  ] as const) {
    const weekly = { owner, assignee, repeats: 'week', dueOn: day('2026-11-20') } as const;
    const all = [await given(database.db).activity(weekly), await given(database.db).activity(weekly)];
    on.setClock('2026-11-20T18:00:00Z');
    await on.act(cancelActivities, owner, { activityIds: all.map(({ id }) => id), series });
    await runOn('2026-11-21');
    for (const first of all) expect(await datesOf(first)).toEqual(dates);
  }
});

it('canceling the series from any of its activities cancels what is not delivered, and nothing comes any more', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  for (const date of ['2026-11-21', '2026-11-22']) await runOn(date);
  const [one, two] = (await membersOf(first)) as [Activity, Activity];
  await on.act(startActivity, assignee, { activityId: two.id });
  await on.act(completeActivity, assignee, { activityId: two.id, resolution: 'Hecho' });
  await on.act(cancelActivity, owner, { activityId: one.id, series: 'canceled' });
  expect((await membersOf(first)).map(({ status }) => status)).toEqual(['canceled', 'completed', 'canceled']);
  await runOn('2026-11-24');
  await approve(owner, two.id);
  expect(await datesOf(first)).toHaveLength(3);
});

it('canceling the series also cancels one that a job registers at this moment', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  on.setClock('2026-11-20T18:00:00Z');
  let canceled: Promise<void> | undefined;
  await database.db.transaction(async (registering) => {
    await registering.raw("update activities set succession = 'registered' where id = ?", [first.id]);
    canceled = on.act(cancelActivity, owner, { activityId: first.id, series: 'canceled' });
    const waiting = async () => (await database.db.raw("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rows.length;
    await expect.poll(waiting).toBeGreaterThan(0);
    const same = 'owner_id, assignee_id, topic_id, description, description_key, priority, repeats, series_starts_on, created_at';
    await registering.raw(
      `insert into activities (${same}, due_on, occurrence, series_id, predecessor_id)
       select ${same}, '2026-11-21', 1, id, id from activities where id = ?`,
      [first.id],
    );
  });
  await canceled;
  expect((await membersOf(first)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
});

it('refuses a date after the last day of the series', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const until = day('2026-12-04');
  const first = await given(database.db).activity({ owner, assignee, repeats: 'week', dueOn: day('2026-11-20'), repeatUntil: until });
  const change = { activityId: first.id, dueOn: addDays(until, 1), reason: 'Cambio' };
  expect(await refusalOf(on.act(amendActivity, owner, change))).toMatchObject({ fields: { repeatUntil: { problem: 'untilBeforeDue' } } });
});

it('without a word for the series only this one is canceled, and nothing comes any more, also where a job runs at this moment', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  await runOn('2026-11-21');
  on.setClock('2026-11-22T18:00:00Z');
  await Promise.all([on.act(cancelActivity, owner, { activityId: first.id }), on.anyone(repeatDueActivities, { after: 0 })]);
  const before = await datesOf(first);
  for (const date of ['2026-11-23', '2026-11-24']) await runOn(date, 2);
  expect(await datesOf(first)).toEqual(before);
});

it('ends with its last day', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const until = day('2026-12-04');
  const first = await given(database.db).activity({ owner, assignee, repeats: 'week', dueOn: day('2026-11-20'), repeatUntil: until });
  for (const date of ['2026-11-21', '2026-11-28', '2026-12-05', '2026-12-12']) await runOn(date);
  expect(await datesOf(first)).toEqual(['2026-11-20', '2026-11-27', '2026-12-04']);
  expect((await membersOf(first)).at(-1)).toMatchObject({ repeatUntil: until, succession: 'ended' });
});

it('stands among the open duplicates with its newest, and with every older one that is still open', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'week', dueOn: day('2026-11-20') });
  await runOn('2026-11-21');
  const { topicId, description } = first;
  const again = () => {
    const plan = { topicId, description, priority: 'normal', dueOn: day('2026-12-31'), repeats: null, images: [] } as const;
    return on.act(assignActivity, owner, { ...plan, assigneeId: assignee.id });
  };
  expect(await refusalOf(again())).toEqual({ code: 'activity.duplicate' });
  await on.act(cancelActivity, owner, { activityId: (await successorOf(first)).id });
  expect(await refusalOf(again())).toEqual({ code: 'activity.duplicate' });
  await on.act(cancelActivity, owner, { activityId: first.id });
  expect(await again()).toMatchObject({ id: expect.any(Number) });
});

it('waits while somebody else’s equal work is open, and comes when that is closed', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'week', dueOn: day('2026-11-20'), status: 'verified' });
  const { topicId, description } = first;
  const topic = { id: topicId } as never;
  const equal = await given(database.db).activity({ owner, assignee, topic, description });
  await runOn('2026-11-21');
  expect(await successorOf(first)).toBeUndefined();
  on.setClock('2026-11-21T18:00:00Z');
  await on.act(cancelActivity, owner, { activityId: equal.id });
  await runOn('2026-11-22');
  expect(await successorOf(first)).toMatchObject({ dueOn: '2026-11-27' });
});

it('follows the newest: its text, its responsible, its lapse; and registers nothing for people who left', async () => {
  const { owner, assignee, other } = await given(database.db).parties();
  const first = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20') });
  await runOn('2026-11-21');
  const newest = await successorOf(first);
  await on.act(reassignActivity, owner, { activityId: newest.id, assigneeId: other.id, reason: null });
  const change = { activityId: newest.id, reason: null, repeats: 'two_weeks', repeatUntil: day('2026-12-31') } as const;
  await on.act(amendActivity, owner, change);
  expect(await refusalOf(on.act(amendActivity, owner, { ...change, activityId: first.id }))).toEqual({ code: 'activity.seriesMoved' });
  expect(await refusalOf(on.act(amendActivity, owner, { ...change, repeatUntil: day('2026-11-01') }))).toMatchObject({
    fields: { repeatUntil: { problem: 'untilBeforeDue' } },
  });
  await runOn('2026-11-22');
  const third = await successorOf(newest);
  expect(third).toMatchObject({ dueOn: '2026-12-05', assigneeId: other.id, repeats: 'two_weeks', repeatUntil: '2026-12-31' });
  await on.act(cancelActivity, owner, { activityId: third.id, series: 'continues' });
  await database.db('users').where({ id: other.id }).update({ isActive: false });
  await runOn('2026-12-06');
  expect(await successorOf(third)).toBeUndefined();
});

it('a series that fails holds up no other, and is named', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const daily = { owner, assignee, repeats: 'day', dueOn: day('2026-11-20') } as const;
  const broken = await given(database.db).activity({ ...daily, description: 'No se puede' });
  const sound = await given(database.db).activity({ ...daily, description: 'Sí se puede' });
  await database.db.raw(`alter table activities add constraint refused check (predecessor_id is distinct from ${broken.id})`);
  on.setClock('2026-11-21T18:00:00Z');
  const { failures } = await on.anyone(repeatDueActivities, { after: 0 });
  expect(failures).toMatchObject([{ activityId: broken.id, error: { constraint: 'refused' } }]);
  expect([await datesOf(broken), await datesOf(sound)]).toEqual([['2026-11-20'], ['2026-11-20', '2026-11-21']]);
  await database.db.raw('alter table activities drop constraint refused');
  await runOn('2026-11-21');
  expect(await datesOf(broken)).toEqual(['2026-11-20', '2026-11-21']);
});

it('registers nothing for a person whose deactivation is not yet committed', async () => {
  const { owner, assignee } = await given(database.db).parties();
  const done = await given(database.db).activity({ owner, assignee, repeats: 'day', dueOn: day('2026-11-20'), status: 'verified' });
  await database.db.transaction(async (leaving) => {
    await leaving('users').where({ id: assignee.id }).update({ isActive: false });
    await runOn('2026-11-21');
  });
  await runOn('2026-11-21');
  expect(await successorOf(done)).toBeUndefined();
});
