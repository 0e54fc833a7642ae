import { describe, expect, it, vi } from 'vitest';
import type { Person } from '../../src/domain/people/person.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { amendActivity } from '../../src/use-cases/activities/amend-activity.ts';
import { cancelComment, commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { reassignActivities, remindActivities } from '../../src/use-cases/activities/many-activities.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { listOwnNotifications, markNotificationsRead } from '../../src/use-cases/notifications/own-notifications.ts';
import { choosePreferences } from '../../src/use-cases/notifications/preferences.ts';
import { notificationRef, readNotified } from '../../src/use-cases/notifications/read-notified.ts';
import { remindDeadlines } from '../../src/use-cases/notifications/scheduled-notifications.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { refusalOf, ZONE } from '../stage.ts';

const { database, on } = await stagedDatabase();

const parties = () => given(database.db).parties();
const listOf = (who: Person) => on.act(listOwnNotifications, who, {});
const kindsOf = async (who: Person) => (await listOf(who)).notifications.map(({ kind }) => kind);
const minutesLater = (minutes: number) => on.setClock(new Date(NOW.getTime() + minutes * 60_000));
const waiting = async (recipientId: number) =>
  (await database.db('outbox').where({ recipientId }).orderBy('id')).map(({ nextTryAt }) => nextTryAt);

/** What the next claim of a digest holds, by kind; null where nothing is due. */
async function claimed() {
  const terms = { channel: 'email', leaseMs: 60_000, quiet: [] } as const;
  return database.db.transaction(async (trx) => repositoriesOn(trx, ZONE).outbox.claim(terms, on.now()));
}

it('lists what a person was notified of, newest first, also what they switched off, and counts the unread', async () => {
  const { owner, assignee } = await parties();
  const off = { kind: 'assigned', byEmail: false, byChat: false } as const;
  await on.act(choosePreferences, assignee, { preferences: [off] });
  const topic = await given(database.db).topic();
  const promise = { topicId: topic.id, priority: 'normal', dueOn: day('2026-11-30'), repeats: null, images: [] } as const;
  const first = await on.act(assignActivity, owner, { ...promise, description: 'Uno', assigneeId: assignee.id });
  minutesLater(1);
  const second = await on.act(assignActivity, owner, { ...promise, description: 'Dos', assigneeId: assignee.id });
  expect(await database.db('outbox')).toEqual([]);
  const list = await listOf(assignee);
  expect(list).toMatchObject({
    unread: 2,
    notifications: [
      { kind: 'assigned', activityId: second.id, description: 'Dos', isVisible: true, readAt: null, cause: { act: 'register' } },
      { kind: 'assigned', activityId: first.id, description: 'Uno' },
    ],
  });
  expect(await listOf(owner)).toEqual({ unread: 0, notifications: [] });
  expect(await on.act(listOwnNotifications, assignee, { limit: 0 })).toEqual({ unread: 2, notifications: [] });
  expect((await on.act(listOwnNotifications, assignee, { limit: 1 })).notifications).toEqual([list.notifications[0]]);

  expect(await on.act(markNotificationsRead, owner, { all: true })).toEqual({ count: 0 });
  expect(await on.act(markNotificationsRead, assignee, { activityId: first.id })).toEqual({ count: 1 });
  const [newest] = list.notifications;
  expect(await on.act(markNotificationsRead, assignee, { ids: [newest?.id as number, 9_999_999] })).toEqual({ count: 1 });
  expect(await on.act(markNotificationsRead, assignee, { all: true })).toEqual({ count: 0 });
  expect(await listOf(assignee)).toMatchObject({ unread: 0, notifications: [{ readAt: on.now() }, { readAt: on.now() }] });
});

it('marks all only where the call says so, and with the newest id on the screen nothing that came later', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  await on.act(commentActivity, owner, { activityId, body: 'Uno' });
  const until = (await listOf(assignee)).notifications[0]?.id;
  await on.act(commentActivity, owner, { activityId, body: 'Dos' });
  for (const input of [{}, { all: false }, { until }])
    expect(await refusalOf(on.act(markNotificationsRead, assignee, input))).toMatchObject({ fields: { all: { problem: 'required' } } });
  expect(await on.act(markNotificationsRead, assignee, { all: true, until })).toEqual({ count: 1 });
  expect((await listOf(assignee)).notifications.map(({ readAt }) => readAt)).toEqual([null, NOW]);
});

it('marks in the order of the ids, so that two calls of one person cannot deadlock', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  for (let n = 0; n < 5; n++) await on.act(commentActivity, owner, { activityId, body: `Número ${n}` });
  const rows = () => database.db('notifications');
  const [first, ...others] = (await rows().orderBy('id')).map(({ id }) => id);
  // This moves the row behind the others in table and index.
  for (const readAt of [NOW, null]) await rows().where({ id: first }).update({ readAt });
  const marking = await database.db.transaction(async (trx) => {
    await trx('notifications').where({ id: first }).forUpdate();
    const marked = on.act(markNotificationsRead, assignee, { all: true });
    await vi.waitFor(async () => expect(await database.db('pg_locks').where({ granted: false })).not.toEqual([]), { timeout: 10_000 });
    const free = await database.db.transaction(async (other) => other('notifications').orderBy('id').forUpdate().skipLocked());
    expect(free.map(({ id }) => id)).toEqual(others);
    return { marked };
  });
  expect(await marking.marked).toEqual({ count: 5 });
});

describe('acts on many activities at once', () => {
  const many = async (count: number) => {
    const people = await parties();
    const make = given(database.db);
    const ids: number[] = [];
    for (let n = 0; n < count; n++)
      ids.push(
        (await make.activity({ owner: people.owner, assignee: people.assignee, status: 'in_progress', description: `Trabajo ${n}` })).id,
      );
    return { ...people, ids };
  };
  const reassign = (who: Person, activityIds: number[], assigneeId: number) =>
    on.act(reassignActivities, who, { activityIds, assigneeId, reason: null });

  it.each([1, 2, 10])('of %i are one notification with the names of the works, counted and read as one', async (count) => {
    const { owner, assignee, manager: other, ids } = await many(count);
    await reassign(owner, ids, other.id);
    for (const [who, kind] of [
      [assignee, 'reassigned'],
      [other, 'assigned'],
    ] as const) {
      const { unread, notifications } = await listOf(who);
      expect([unread, notifications.map((each) => each.kind)]).toEqual([1, [kind]]);
      const [{ description, others } = { description: null, others: [] }] = notifications;
      expect([description, ...others.map((each) => each.description)].toSorted()).toEqual(ids.map((_, n) => `Trabajo ${n}`).toSorted());
      expect(others.every(({ isVisible }) => isVisible === (who === other))).toBe(true);
    }
    const id = (await listOf(assignee)).notifications[0]?.id as number;
    expect(await on.act(markNotificationsRead, assignee, { ids: [id] })).toEqual({ count });
    expect(await listOf(assignee)).toMatchObject({ unread: 0, notifications: [{ readAt: NOW }] });
    expect((await listOf(other)).unread).toBe(1);
  });

  it('of other people, of another kind or at another time stay apart, and pages neither repeat nor lose any', async () => {
    const { owner, assignee, manager: other, ids } = await many(5);
    const [first = 0, second = 0, third = 0, ...rest] = ids;
    await reassign(owner, [first, second], other.id);
    await on.act(remindActivities, owner, { activityIds: [third], message: null });
    minutesLater(1);
    await reassign(owner, [third, ...rest], other.id);
    const all = (await listOf(assignee)).notifications;
    expect(all.map(({ kind, others }) => [kind, others.length])).toEqual([
      ['reassigned', 2],
      ['reminded', 0],
      ['reassigned', 1],
    ]);
    const paged = [];
    for (let before: number | undefined; paged.length < all.length; before = paged.at(-1)?.id)
      paged.push(...(await on.act(listOwnNotifications, assignee, { before, limit: 1 })).notifications);
    expect(paged).toEqual(all);
    // One of several that was looked at leaves the notification unread.
    await on.act(markNotificationsRead, assignee, { activityId: rest[0] });
    expect(await listOf(assignee)).toMatchObject({ unread: 3, notifications: [{ readAt: null }, {}, {}] });
  });
});

describe('work that the reader may no longer see', () => {
  it('keeps the name that they knew, and nothing that came later', async () => {
    const { owner, assignee, manager: other } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress', description: 'Antes' });
    await on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: 'Vacaciones' });
    minutesLater(1);
    await on.act(amendActivity, owner, { activityId, description: 'Secreto', reason: null });
    const nothing = { status: null, daysLeft: null, ownerName: null, assigneeName: null };
    const { notifications } = await listOf(assignee);
    expect(notifications).toEqual([
      {
        id: expect.any(Number),
        kind: 'reassigned',
        activityId,
        historyId: expect.any(Number),
        createdAt: NOW,
        readAt: null,
        ...nothing,
        description: 'Antes',
        topic: expect.any(String),
        others: [],
        isVisible: false,
        cause: expect.objectContaining({ act: 'reassign' }),
        adminAct: null,
      },
    ]);
    expect(JSON.stringify(notifications)).not.toContain('Secreto');
  });

  it('hides its comments from list, pages and the number of unread ones, as it hides withdrawn comments', async () => {
    const { owner, assignee, manager: other } = await parties();
    const make = given(database.db);
    const [lost, remaining] = [
      await make.activity({ owner, assignee, status: 'in_progress' }),
      await make.activity({ owner, assignee, status: 'in_progress' }),
    ];
    await on.act(commentActivity, owner, { activityId: remaining.id, body: 'Primero' });
    for (let n = 0; n < 3; n++) await on.act(commentActivity, owner, { activityId: lost.id, body: 'Secreto' });
    const { id: commentId } = await on.act(commentActivity, owner, { activityId: remaining.id, body: 'Retirado' });
    await on.act(commentActivity, owner, { activityId: remaining.id, body: 'Último' });
    await on.act(reassignActivity, owner, { activityId: lost.id, assigneeId: other.id, reason: null });
    // A comment can be withdrawn without its notification being looked at.
    await database.db('comments').where({ id: commentId }).update({ canceledAt: NOW });

    const list = await listOf(assignee);
    expect([list.unread, list.notifications.map(({ cause }) => cause?.comment)]).toEqual([3, [null, 'Último', 'Primero']]);
    const stored = await repositoriesOn(database.db, ZONE).notifications.list(
      { recipientId: assignee.id, actsFor: [assignee.id], seesAll: false, since: new Date(0) },
      { before: list.notifications[1]?.id, limit: 1 },
    );
    expect(stored.map(({ id }) => id)).toEqual([list.notifications[2]?.id]);
    const older = await on.act(listOwnNotifications, assignee, { before: list.notifications[1]?.id });
    expect(older.notifications.map(({ id }) => id)).toEqual([list.notifications[2]?.id]);
    // A person who may see every activity also sees its comments.
    expect((await listOf(other)).notifications.map(({ kind }) => kind)).toEqual(['assigned']);
  });
});

it('forgets what is older than thirty days, but no reminder whose deadline holds, which would be sent again', async () => {
  const { owner, assignee } = await parties();
  const make = given(database.db);
  const late = await make.activity({ owner, assignee, dueOn: day('2026-11-18') });
  const done = await make.activity({ owner, assignee, dueOn: day('2026-11-18'), status: 'in_progress' });
  await on.anyone(remindDeadlines, { dueAt: new Date('2026-11-20T14:00:00Z') });
  await on.act(markNotificationsRead, assignee, { all: true });
  while (await claimed());
  expect(await database.db('outbox').where({ activityId: late.id, recipientId: assignee.id })).toEqual([]);
  await on.act(completeActivity, assignee, { activityId: done.id, resolution: 'Lista' });
  minutesLater(31 * 24 * 60);
  const { notifications } = repositoriesOn(database.db, ZONE);
  await notifications.forgetBefore(new Date(on.now().getTime() - 1));
  expect(await database.db('notifications').where({ activityId: done.id })).toEqual([]);
  await on.anyone(remindDeadlines, { dueAt: new Date('2026-12-21T14:00:00Z') });
  expect(await database.db('outbox').where({ activityId: late.id, recipientId: assignee.id })).toEqual([]);
  expect(await kindsOf(assignee)).toEqual([]);
});

it('lists thirty days', async () => {
  const { owner, assignee } = await parties();
  const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
  await on.act(commentActivity, owner, { activityId, body: 'Hola' });
  on.setClock(new Date(NOW.getTime() + 30 * 24 * 3_600_000));
  expect(await listOf(assignee)).toMatchObject({ unread: 1, notifications: [{ kind: 'commented' }] });
  on.setClock(new Date(NOW.getTime() + 30 * 24 * 3_600_000 + 1));
  expect(await listOf(assignee)).toEqual({ unread: 0, notifications: [] });
});

it('a reminder of a deadline is listed once, also for somebody who wants none by mail or chat', async () => {
  const { owner, assignee } = await parties();
  await on.act(choosePreferences, assignee, { preferences: [{ kind: 'dueTomorrow', byEmail: false, byChat: false }] });
  await given(database.db).activity({ owner, assignee, dueOn: day('2026-11-21') });
  for (const dueAt of ['2026-11-20T14:00:00Z', '2026-11-20T15:00:00Z']) await on.anyone(remindDeadlines, { dueAt: new Date(dueAt) });
  expect(await kindsOf(assignee)).toEqual(['dueTomorrow']);
  expect(await database.db('outbox')).toEqual([]);
});

describe('a comment', () => {
  it('notifies owner, responsible and earlier commenters who may still see the activity, never its author', async () => {
    const { owner, assignee, manager: other } = await parties();
    const former = await given(database.db).person();
    const { id: activityId } = await given(database.db).activity({ owner, assignee: former, status: 'in_progress' });
    await on.act(commentActivity, former, { activityId, body: 'Voy a la mitad' });
    await on.act(commentActivity, other, { activityId, body: 'Apúrate' });
    await on.act(reassignActivity, owner, { activityId, assigneeId: assignee.id, reason: null });
    await database.db('notifications').delete();
    await on.act(commentActivity, assignee, { activityId, body: 'Ya lo tengo' });
    expect([await kindsOf(owner), await kindsOf(other), await kindsOf(former), await kindsOf(assignee)]).toEqual([
      ['commented'],
      ['commented'],
      [],
      [],
    ]);
    expect((await listOf(owner)).notifications[0]).toMatchObject({ cause: { comment: 'Ya lo tengo' } });
  });

  it('waits five minutes for others, which delay it no longer', async () => {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
    await on.act(commentActivity, owner, { activityId, body: 'Uno' });
    minutesLater(4);
    await on.act(commentActivity, owner, { activityId, body: 'Dos' });
    const due = new Date(NOW.getTime() + 5 * 60_000);
    expect(await waiting(assignee.id)).toEqual([due, due]);
    expect(await claimed()).toBeNull();
    minutesLater(5);
    expect((await claimed())?.notifications.map(({ kind }) => kind)).toEqual(['commented', 'commented']);
  });

  it('that is withdrawn before its delivery reaches nobody', async () => {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
    const { id: commentId } = await on.act(commentActivity, owner, { activityId, body: 'Me equivoqué' });
    await on.act(commentActivity, owner, { activityId, body: 'Esto sí' });
    await on.act(cancelComment, owner, { commentId });
    expect((await listOf(assignee)).notifications).toMatchObject([{ cause: { comment: 'Esto sí' } }]);
    minutesLater(5);
    expect((await claimed())?.notifications).toHaveLength(1);
  });

  it('that is withdrawn while its digest may be on its way leaves the row to the process that has it, and waits for nobody', async () => {
    const { owner, assignee } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
    const { id: commentId } = await on.act(commentActivity, owner, { activityId, body: 'Me equivoqué' });
    minutesLater(5);
    const digest = await claimed();
    await on.act(cancelComment, owner, { commentId });
    const claimedIds = digest?.notifications.map(({ id }) => id);
    expect((await database.db('outbox')).map(({ id }) => id)).toEqual(claimedIds);
    expect((await listOf(assignee)).notifications).toEqual([]);

    const { id: second } = await on.act(commentActivity, owner, { activityId, body: 'Otra vez' });
    await database.db.transaction(async (trx) => {
      await trx('outbox').forUpdate();
      await on.act(cancelComment, owner, { commentId: second });
    });
  });

  it('is not shown to the person who lost the activity before the digest goes', async () => {
    const { owner, assignee, manager: other } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'in_progress' });
    await on.act(commentActivity, owner, { activityId, body: 'Secreto' });
    await on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: null });
    expect(await kindsOf(assignee)).toEqual(['reassigned']);
    const rows = await database.db('outbox').where({ recipientId: assignee.id });
    const notified = await on.anyone(readNotified, { recipientId: assignee.id, notifications: rows.map(notificationRef) });
    expect(notified.map(({ kind }) => kind)).toEqual(['reassigned']);
  });

  it('with a verdict reaches the responsible once, as the verdict', async () => {
    const { owner, assignee, manager: other } = await parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, status: 'completed' });
    await on.act(commentActivity, other, { activityId, body: '¿Quedó?' });
    await database.db('notifications').delete();
    await on.act(validateActivity, owner, { activityId, comment: 'Falta la firma', verdict: 'Rejected' });
    expect([await kindsOf(assignee), await kindsOf(other)]).toEqual([['rejected'], ['commented']]);
  });
});

it('what was read in the web before its digest left is not sent; the rest of the digest is', async () => {
  const { owner, assignee } = await parties();
  const make = given(database.db);
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) {
    const { id: activityId } = await make.activity({ owner, assignee, status: 'completed' });
    await on.act(validateActivity, owner, { activityId, comment: null, verdict: 'Verified' });
    ids.push(activityId);
  }
  await on.act(markNotificationsRead, assignee, { activityId: ids[1] });
  const digest = await claimed();
  expect(digest?.notifications.map(({ activityId }) => activityId)).toEqual([ids[0], ids[2]]);
  expect(await database.db('outbox').where({ activityId: ids[1] })).toEqual([]);

  minutesLater(10);
  await on.act(markNotificationsRead, assignee, { all: true });
  expect(await claimed()).toBeNull();
});
