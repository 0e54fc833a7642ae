import { expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { stagedDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { type Stage, together } from '../stage.ts';

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

it('skips the lapses that have passed already: the next date is later than today', async () => {
  const person = await given(database.db).person();
  const late = await given(database.db).ownActivity(person, { status: 'in_progress', repeats: 'week', dueOn: day('2026-10-02') });
  await on.act(completeActivity, person, { activityId: late.id, resolution: 'Por fin' });
  expect(await successorOf(late)).toMatchObject({ dueOn: '2026-11-27' });
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
