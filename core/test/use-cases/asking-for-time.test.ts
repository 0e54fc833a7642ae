import { describe, expect, it } from 'vitest';
import { contradictions } from '../../src/domain/activities/history-replay.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { extendDeadline } from '../../src/use-cases/activities/extend-deadline.ts';
import { pauseActivity } from '../../src/use-cases/activities/pause-activity.ts';
import { listHistory, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { declineExtension, requestExtension, withdrawExtensionRequest } from '../../src/use-cases/activities/request-extension.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { setUserStatus } from '../../src/use-cases/people/set-user-status.ts';
import { countFacets, listAssignedByMe } from '../../src/use-cases/reports/read-reports.ts';
import { stagedDatabase } from '../database.ts';
import { day, given } from '../factories.ts';
import { refusalOf, together } from '../stage.ts';
import { rowsOf } from '../tables.ts';

const { database, on } = await stagedDatabase();

const PROMISED = day('2026-11-27');
const ASKED = day('2026-12-04');
const nothing = { requestedTo: null, requestReason: null, requestedById: null };
const readRow = (id: number) => database.db('activities').where({ id }).first();
const notified = async () =>
  (await database.db('outbox').orderBy('id')).map(({ kind, recipientId }: { kind: string; recipientId: number }) => [kind, recipientId]);
const ask = (who: Person, activityId: number, requestedTo = ASKED) =>
  on.act(requestExtension, who, { activityId, requestedTo, reason: 'El proveedor no llega' });

/** Registered, started and asked for, each by its act, so that the history can be replayed. */
async function asked() {
  const make = given(database.db);
  const owner = await make.manager();
  const [assignee, other, topic] = [await make.person(), await make.person(), await make.topic()];
  const { id: activityId } = await make.activity({ owner, assignee, topic, dueOn: PROMISED });
  await on.act(startActivity, assignee, { activityId });
  await ask(assignee, activityId);
  await database.db('outbox').delete();
  return { owner, assignee, other, activityId };
}

describe('asking for more time', () => {
  it('keeps date, reason and who asked, and tells the owner', async () => {
    const { owner, assignee } = await given(database.db).parties();
    const { id: activityId } = await given(database.db).activity({ owner, assignee, dueOn: PROMISED });
    await ask(assignee, activityId);
    expect(await readRow(activityId)).toMatchObject({
      requestedTo: ASKED,
      requestReason: 'El proveedor no llega',
      requestedById: assignee.id,
      extendedTo: null,
    });
    expect(await notified()).toEqual([['extensionRequested', owner.id]]);
    expect((await on.act(listHistory, owner, { activityId })).map(historyNote)).toEqual(['04 dic 2026: El proveedor no llega']);
    expect(await on.act(readActivity, owner, { activityId })).toMatchObject({ requestedTo: ASKED, requestReason: 'El proveedor no llega' });
  });

  it('takes the days that an extension takes', async () => {
    const { owner, assignee } = await given(database.db).parties();
    const { id } = await given(database.db).activity({ owner, assignee, dueOn: PROMISED });
    expect(await refusalOf(ask(assignee, id, day('2026-11-26')))).toMatchObject({
      fields: { requestedTo: { problem: 'extensionTooEarly', day: PROMISED } },
    });
    await ask(assignee, id, PROMISED);
  });

  it('of many requests at once one is kept', async () => {
    const { owner, assignee } = await given(database.db).parties();
    const { id } = await given(database.db).activity({ owner, assignee });
    const { won, refused } = await together(Array.from({ length: 6 }, () => ask(assignee, id, day('2026-12-31'))));
    expect([won.length, new Set(refused.map(({ code }) => code))]).toEqual([1, new Set(['activity.extensionRequested'])]);
    expect(await notified()).toHaveLength(1);
  });

  it('is a mark that lists of the owner filter and count by', async () => {
    const { owner, activityId } = await asked();
    await given(database.db).activity({ owner });
    const rows = await rowsOf(await on.act(listAssignedByMe, owner, { page: 1, pageSize: 50, urgencies: ['extensionRequested'] }));
    expect(rows.map(({ id }) => id)).toEqual([activityId]);
    const { urgencies } = await on.act(countFacets, owner, { isAssigned: true });
    expect(urgencies).toContainEqual({ name: 'extensionRequested', total: 1 });
  });
});

describe('an open request', () => {
  /** Who ends it, how, and whom it notifies of what. */
  const ends = {
    'the date that was asked for': [
      'owner',
      (activityId: number, who: Person) => on.act(extendDeadline, who, { activityId, extendedTo: ASKED, reason: 'Va' }),
      'extended',
    ],
    'another date': [
      'owner',
      (activityId: number, who: Person) => on.act(extendDeadline, who, { activityId, extendedTo: PROMISED, reason: 'Va' }),
      'extended',
    ],
    'a no': [
      'owner',
      (activityId: number, who: Person) => on.act(declineExtension, who, { activityId, comment: 'El cliente espera' }),
      'extensionDeclined',
    ],
    'its withdrawal': ['assignee', (activityId: number, who: Person) => on.act(withdrawExtensionRequest, who, { activityId }), null],
    'the delivery': [
      'assignee',
      (activityId: number, who: Person) => on.act(completeActivity, who, { activityId, resolution: 'Listo' }),
      'verificationRequested',
    ],
    'the cancellation': ['owner', (activityId: number, who: Person) => on.act(cancelActivity, who, { activityId }), 'canceled'],
  } as const;
  it.each(Object.entries(ends))('ends with %s', async (_, [who, act, kind]) => {
    const people = await asked();
    await act(people.activityId, people[who]);
    expect(await readRow(people.activityId)).toMatchObject(nothing);
    expect(await notified()).toEqual(kind ? [[kind, people[who === 'owner' ? 'assignee' : 'owner'].id]] : []);
  });

  it('can be asked for again after a no, and not after the extension', async () => {
    const { owner, assignee, activityId } = await asked();
    await on.act(declineExtension, owner, { activityId, comment: 'El cliente espera' });
    await ask(assignee, activityId);
    await on.act(extendDeadline, owner, { activityId, extendedTo: ASKED, reason: 'Va' });
    expect(await refusalOf(ask(assignee, activityId))).toEqual({ code: 'activity.alreadyExtended', extendedTo: ASKED });
  });

  it('goes on through a pause, and ends with another responsible', async () => {
    const { owner, assignee, other, activityId } = await asked();
    await on.act(pauseActivity, assignee, { activityId, comment: null });
    expect(await readRow(activityId)).toMatchObject({ requestedTo: ASKED });
    await on.act(reassignActivity, owner, { activityId, assigneeId: other.id, reason: null });
    expect(await readRow(activityId)).toMatchObject({ assigneeId: other.id, ...nothing });
  });

  it.each([
    ['owner', true],
    ['assignee', false],
  ] as const)('when the %s leaves: kept %s, and a new owner hears of it', async (leaver, isKept) => {
    const people = await asked();
    const admin = await given(database.db).person({ kind: 'Desarrollador' });
    await on.act(setUserStatus, admin, { id: people[leaver].id, isActive: false, reassignTo: people.other.id });
    expect(await readRow(people.activityId)).toMatchObject(isKept ? { ownerId: people.other.id, requestedTo: ASKED } : nothing);
    expect((await notified()).filter(([kind]) => kind === 'extensionRequested')).toEqual(
      isKept ? [['extensionRequested', people.other.id]] : [],
    );
  });
});

it('the history proves the request, kept or ended', async () => {
  const { owner, activityId } = await asked();
  const wrong = async (changes = {}) => {
    const rows = await database.db('activityHistory').where({ activityId }).orderBy('id');
    const activity = await readRow(activityId);
    const first = { ...rows[0], act: 'register', fromStatus: null, toStatus: 'not_started', at: activity.createdAt, facts: {} };
    return contradictions({ ...activity, ...changes }, [first, ...rows]);
  };
  expect(await wrong()).toEqual([]);
  expect(await wrong({ requestedTo: day('2026-12-31') })).toEqual(['request']);
  expect(await wrong({ requestReason: 'Otra' })).toEqual(['request']);
  await on.act(declineExtension, owner, { activityId, comment: 'El cliente espera' });
  expect(await wrong()).toEqual([]);
  expect(await wrong({ requestedTo: ASKED, requestReason: 'El proveedor no llega' })).toEqual(['request']);
});
