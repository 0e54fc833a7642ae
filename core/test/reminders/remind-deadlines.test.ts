import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Activity } from '../../src/domain/activities/activity.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { deadlineKinds } from '../../src/domain/notifications/notification.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { remindDeadlines, snoozeReminders } from '../../src/use-cases/notifications/scheduled-notifications.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { day, given, TODAY } from '../factories.ts';
import { alwaysOpen, type Stage, stage, ZONE } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
let owner: Person;
let assignee: Person;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db, { workTime: alwaysOpen });
  owner = await given(database.db).manager();
  assignee = await given(database.db).person();
});
afterAll(() => database.close());

let moments = 0;
/** A sweep of a moment that nobody has swept. Answers how many were announced. */
async function remind(): Promise<number | undefined> {
  moments += 1;
  return (await on.anyone(remindDeadlines, { dueAt: new Date(Date.UTC(2026, 0, 1, 0, moments)) }))?.count;
}
const work = (overrides: Partial<Omit<Activity, 'id'>> = {}) => given(database.db).activity({ owner, assignee, ...overrides });
const outboxRows = async () =>
  database
    .db('outbox')
    .orderBy(['createdAt', 'deadlineOn', 'recipientId'])
    .select('key', 'kind', 'channel', 'recipientId', 'activityId', 'deadlineOn');
const outboxKinds = async () => (await outboxRows()).map(({ kind }) => kind);
const noonIn = (days: number) => on.setClock(new Date(Date.parse(`${addDays(TODAY, days)}T18:00:00Z`)));

describe('what the reminder job writes', () => {
  it.each([
    [-400, ['overdue', 'overdue']],
    [-1, ['overdue', 'overdue']],
    [0, ['dueTomorrow']],
    [1, ['dueTomorrow']],
    [2, ['dueSoon']],
    [6, ['dueSoon']],
    [7, []],
    [400, []],
  ])('%i days before the deadline: %j', async (days, kinds) => {
    await work({ dueOn: addDays(TODAY, days) });
    expect(await remind()).toBe(kinds.length);
    expect(await outboxKinds()).toEqual(kinds);
  });

  it('names the activity, its deadline and the recipient, by email, for a week from now', async () => {
    const { id } = await work({ dueOn: day('2026-11-19') });
    await remind();
    const row = { kind: 'overdue', channel: 'email', activityId: id, deadlineOn: '2026-11-19' };
    expect(await outboxRows()).toEqual(
      [owner, assignee].map((person) => ({ ...row, recipientId: person.id, key: `overdue:${id}:2026-11-19:${person.id}` })),
    );
    const [stored] = await database.db('outbox');
    const weekLater = new Date(on.now().getTime() + 7 * 24 * 3_600_000);
    expect(stored).toMatchObject({ createdAt: on.now(), nextTryAt: on.now(), expiresAt: weekLater, facts: {}, tries: 0, letter: null });
  });

  it('reaches the person of an own activity once', async () => {
    await given(database.db).ownActivity(owner, { dueOn: day('2026-11-01') });
    expect(await remind()).toBe(1);
  });

  it('is nothing about work that is delivered or closed', async () => {
    for (const status of ['completed', 'verified', 'canceled'] as const)
      await work({ status, dueOn: day('2026-11-01'), ...(status === 'completed' && { closedAt: on.now() }) });
    for (const status of ['in_progress', 'on_pause'] as const) await work({ status, dueOn: day('2026-11-22') });
    await remind();
    expect(await outboxKinds()).toEqual(['dueSoon', 'dueSoon']);
  });

  it('counts from the extension where there is one', async () => {
    await work({ dueOn: day('2026-11-01'), extendedTo: day('2026-11-21'), extensionReason: 'Falta material' });
    await remind();
    expect(await outboxRows()).toMatchObject([{ kind: 'dueTomorrow', deadlineOn: '2026-11-21' }]);
  });

  it('reaches active people only', async () => {
    await work({ dueOn: day('2026-11-01') });
    await database.db('users').where({ id: owner.id }).update({ isActive: false });
    await remind();
    expect(await outboxRows()).toMatchObject([{ recipientId: assignee.id }]);
  });

  it('is of today in the business time zone, at the last minute of the day too', async () => {
    await work({ dueOn: day('2026-11-22') });
    on.setClock('2026-11-21T05:59:59Z');
    await remind();
    expect(await outboxKinds()).toEqual(['dueSoon']);
    on.setClock('2026-11-21T06:00:00Z');
    await remind();
    expect(await outboxKinds()).toEqual(['dueSoon', 'dueTomorrow']);
  });
});

describe('what was put off', () => {
  const snooze = (who: Person, ...activityIds: number[]) => on.act(snoozeReminders, who, { activityIds });
  const again = async () => (await outboxRows()).flatMap(({ key, channel }) => (channel === 'chat' ? [key] : []));

  it('comes once more by chat on the next day with reminders, if it is still to be done', async () => {
    const [late, done] = [await work({ dueOn: day('2026-11-01') }), await work({ dueOn: day('2026-11-01') })];
    await remind();
    await database.db('holidays').insert({ day: addDays(TODAY, 1), name: 'Feria' });
    const expected = { count: 2, remindOn: addDays(TODAY, 2) };
    expect(await snooze(assignee, late.id, done.id)).toEqual(expected);
    expect(await snooze(assignee, late.id, done.id)).toEqual(expected);
    await database
      .db('activities')
      .where({ id: done.id })
      .update({ status: 'completed', startedAt: on.now(), closedAt: on.now(), resolution: 'Listo' });
    for (const days of [0, 1]) {
      noonIn(days);
      await remind();
      expect(await again()).toEqual([]);
    }
    noonIn(2);
    expect([await remind(), await remind()]).toEqual([1, 0]);
    expect(await again()).toEqual([`overdue:${late.id}:2026-11-01:${assignee.id}:snoozed:${addDays(TODAY, 2)}:chat`]);
    expect(await database.db('snoozedReminders')).toEqual([]);
  });

  it('is left out where somebody else is reminded of it', async () => {
    const { id } = await work({ dueOn: day('2026-11-01') });
    const other = await given(database.db).manager();
    expect(await snooze(other, id, id + 1)).toMatchObject({ count: 0 });
    expect(await database.db('snoozedReminders')).toEqual([]);
    expect(await snooze(owner, id)).toMatchObject({ count: 1 });
  });

  it.each([
    ['chat', ':chat'],
    ['email', ''],
  ])('comes once where the day has a reminder of its own by %s', async (channel, ending) => {
    const { id } = await work({ dueOn: addDays(TODAY, 1) });
    await database
      .db('chatLinks')
      .insert({ userId: assignee.id, service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'Ana', linkedAt: on.now() });
    await database
      .db('announcementPreferences')
      .insert({ userId: assignee.id, kind: 'overdue', byEmail: channel === 'email', byChat: channel === 'chat' });
    await snooze(assignee, id);
    await database.db('snoozedReminders').update({ remindOn: addDays(TODAY, 2) });
    noonIn(2);
    await remind();
    const own = (await outboxRows()).filter(({ recipientId }) => recipientId === assignee.id).map(({ key }) => key);
    expect(own).toEqual([`overdue:${id}:${addDays(TODAY, 1)}:${assignee.id}${ending}`]);
  });
});

describe('once', () => {
  it('each of the three is written once, after any number of runs', async () => {
    await work({ dueOn: addDays(TODAY, 8) });
    const reminderCount = [];
    for (let days = 0; days <= 20; days++) {
      noonIn(days);
      reminderCount.push([await remind(), await remind()]);
    }
    expect(reminderCount.flatMap((pair, days) => (pair[0] ? [[days, ...pair]] : []))).toEqual([
      [2, 1, 0],
      [7, 1, 0],
      [9, 2, 0],
    ]);
    expect(await outboxKinds()).toEqual(['dueSoon', 'dueTomorrow', 'overdue', 'overdue']);
  });

  it('an extension arms them again', async () => {
    const { id } = await work({ dueOn: TODAY });
    await remind();
    await database.db('activities').where({ id }).update({ extendedTo: '2026-11-25', extensionReason: 'Falta material' });
    for (const days of [0, 4, 6]) {
      noonIn(days);
      await remind();
    }
    expect((await outboxRows()).map(({ kind, deadlineOn }) => [kind, deadlineOn])).toEqual([
      ['dueTomorrow', '2026-11-20'],
      ['dueSoon', '2026-11-25'],
      ['dueTomorrow', '2026-11-25'],
      ['overdue', '2026-11-25'],
      ['overdue', '2026-11-25'],
    ]);
  });

  it('a person who takes the work over is notified too', async () => {
    const { id } = await work({ dueOn: day('2026-11-22') });
    await remind();
    const other = await given(database.db).person();
    await database.db('activities').where({ id }).update({ assigneeId: other.id });
    expect(await remind()).toBe(1);
    expect((await outboxRows()).map(({ recipientId }) => recipientId)).toEqual([assignee.id, other.id]);
  });

  it('a moment is swept; the next one is another', async () => {
    const dueAt = new Date('2026-11-20T14:00:00Z');
    await work({ dueOn: day('2026-11-22') });
    expect(await on.anyone(remindDeadlines, { dueAt })).toEqual({ count: 1 });
    await work({ dueOn: day('2026-11-22') });
    expect(await on.anyone(remindDeadlines, { dueAt })).toBeNull();
    expect(await database.db('sweeps')).toEqual([{ dueAt, sweptAt: on.now(), announcedCount: 1 }]);
  });
});

describe('on a holiday', () => {
  beforeEach(() => database.db('holidays').insert({ day: TODAY, name: 'Día de la Revolución' }));

  it('nobody is reminded; the next working day reports what holds then', async () => {
    await work({ dueOn: day('2026-11-19') });
    await work({ dueOn: day('2026-11-22') });
    expect(await remind()).toBe(0);
    noonIn(1);
    expect(await remind()).toBe(3);
    expect((await outboxKinds()).sort()).toEqual(['dueTomorrow', 'overdue', 'overdue']);
  });
});

describe('before days of rest', () => {
  const rest = (...days: number[]) => database.db('holidays').insert(days.map((away) => ({ day: addDays(TODAY, away), name: 'Inhábil' })));

  it.each([
    [[1], 1, 'dueTomorrow'],
    [[1], 2, 'dueSoon'],
    [[1, 2], 2, 'dueTomorrow'],
    [[1, 2], 3, 'dueSoon'],
    [[2, 3], 2, 'dueSoon'],
    [[1, 2, 3, 4, 5, 6, 7, 8], 8, 'dueTomorrow'],
  ])('%j days away: a deadline %i days away is reported as %s, while it can still be met', async (holidays, days, kind) => {
    await rest(...holidays);
    await work({ dueOn: addDays(TODAY, days) });
    await remind();
    expect(await outboxKinds()).toEqual([kind]);
  });
});

describe('by the channels a person chose', () => {
  const choose = (kind: string, byEmail: boolean, byChat: boolean) =>
    database.db('announcementPreferences').insert({ userId: assignee.id, kind, byEmail, byChat });
  const link = () =>
    database.db('chatLinks').insert({
      userId: assignee.id,
      service: 'slack',
      workspace: 'T1',
      chatUserId: 'U1',
      displayName: 'Ana',
      linkedAt: on.now(),
    });
  const channels = async () => (await outboxRows()).map(({ channel, key }) => [channel, key.endsWith(':chat')]);
  beforeEach(() => work({ dueOn: day('2026-11-22') }));

  it('both: two notifications, each with its key', async () => {
    await choose('dueSoon', true, true);
    await link();
    expect(await remind()).toBe(2);
    expect((await channels()).sort()).toEqual([
      ['chat', true],
      ['email', false],
    ]);
    expect(await remind()).toBe(0);
  });

  it('chat alone; by email while no chat account is linked', async () => {
    await choose('dueSoon', false, true);
    await remind();
    expect(await channels()).toEqual([['email', false]]);
    await database.db('outbox').delete();
    await link();
    await remind();
    expect(await channels()).toEqual([['chat', true]]);
  });

  it('what was reported by one is not reported again by the other', async () => {
    await remind();
    await choose('dueSoon', false, true);
    await link();
    expect(await remind()).toBe(0);
    expect(await channels()).toEqual([['email', false]]);
  });

  it('neither: nothing', async () => {
    await choose('dueSoon', false, false);
    expect(await remind()).toBe(0);
  });

  it('the choice of one kind is no choice of another', async () => {
    await choose('overdue', false, false);
    expect(await remind()).toBe(1);
  });
});

describe('which moments were swept', () => {
  const reminders = () => repositoriesOn(database.db, ZONE).reminders;

  it('begins with the first process that starts, however many start together', async () => {
    for (let round = 0; round < 5; round++) {
      await database.db('sweeps').delete();
      await Promise.all(Array.from({ length: 8 }, () => database.db.raw('select pg_sleep(0.02)'))); // so that eight connections are open
      await Promise.all(Array.from({ length: 8 }, () => reminders().begin(on.now())));
      expect(await database.db('sweeps')).toHaveLength(1);
    }
  });

  it('begins also where a wrong clock began later, and not again', async () => {
    await reminders().begin(new Date('2027-11-20T14:00:00Z'));
    await reminders().begin(new Date('2026-11-20T14:00:00Z'));
    await reminders().begin(new Date('2026-11-20T14:05:00Z'));
    expect(await reminders().lastDue(new Date('2026-11-20T14:05:00Z'))).toEqual(new Date('2026-11-20T14:00:00Z'));
    const { serverStatus } = repositoriesOn(database.db, ZONE);
    expect(await serverStatus.remindersRunAt(new Date('2026-11-20T14:05:00Z'))).toEqual(new Date('2026-11-20T14:00:00Z'));
  });

  it('one dated later by a wrong clock does not count until then', async () => {
    const [before, after] = [new Date('2026-11-20T14:00:00Z'), new Date('2027-11-20T14:00:00Z')];
    for (const dueAt of [before, after]) await reminders().take(dueAt, dueAt);
    expect(await reminders().lastDue(new Date('2026-11-21T14:00:00Z'))).toEqual(before);
    expect(await reminders().lastDue(after)).toEqual(after);
  });
});

it('the kinds are the three of docs/product.md, 7', () => {
  expect(deadlineKinds).toEqual(['dueSoon', 'dueTomorrow', 'overdue']);
});
