import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examine } from '../../src/domain/activities/history-proof.ts';
import { acts } from '../../src/domain/activities/lifecycle.ts';
import { actsOpenTo, maySee, type RequestAct, requestRefusal } from '../../src/domain/activities/policy.ts';
import { chooseAnswerers, requestStates } from '../../src/domain/activities/work-request.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
import type { Image } from '../../src/persistence/activities/images.ts';
import { repositoriesOn } from '../../src/persistence/repositories.ts';
import { cancelActivity } from '../../src/use-cases/activities/cancel-activity.ts';
import { cancelComment, commentActivity } from '../../src/use-cases/activities/comments.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { addEvidence, withdrawImage } from '../../src/use-cases/activities/evidence.ts';
import { findImage, listEvidence, listHistory, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { reassignActivity } from '../../src/use-cases/activities/reassign-activity.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { createRequest, declineRequest, listRequests, readRequest, withdrawRequest } from '../../src/use-cases/activities/work-requests.ts';
import { listOwnNotifications } from '../../src/use-cases/notifications/own-notifications.ts';
import { remindDeadlines } from '../../src/use-cases/notifications/scheduled-notifications.ts';
import { listMyTopics } from '../../src/use-cases/topics/topics.ts';
import { stagedDatabase } from '../database.ts';
import { aPerson, day, given, NOW } from '../factories.ts';
import { refusalOf, together, ZONE } from '../stage.ts';

const { database, on } = await stagedDatabase();

const WANTED = day('2026-12-04');
const anImage = (name = 'fuga.jpg'): Image => ({
  id: randomUUID(),
  name,
  mediaType: 'image/jpeg',
  sha256: 'a'.repeat(64),
  sizeBytes: 1_000,
  width: 10,
  height: 10,
});
async function aCompany() {
  const make = given(database.db);
  const topic = await make.topic({ department: 'MANTENIMIENTO' });
  return {
    topic,
    requester: await make.person({ department: 'VENTAS' }),
    worker: await make.person({ department: 'MANTENIMIENTO' }),
    supervisor: await make.manager({ department: 'MANTENIMIENTO' }),
    otherSupervisor: await make.manager({ department: 'MANTENIMIENTO' }),
    seller: await make.manager({ department: 'VENTAS' }),
    stranger: await make.person({ department: 'VENTAS' }),
  };
}
type Company = Awaited<ReturnType<typeof aCompany>>;
const ask = (who: Person, { topic }: Company, images: readonly Image[] = [], text = 'Reparar la fuga') =>
  on.act(createRequest, who, { topicId: topic.id, text, wantedOn: WANTED, images });
const accept = (who: Person, { topic, worker }: Company, requestId: number, images: readonly Image[] = []) =>
  on.act(assignActivity, who, {
    ...{
      topicId: topic.id,
      assigneeId: worker.id,
      description: `Reparar la fuga ${requestId}`,
      priority: 'normal',
      dueOn: WANTED,
      repeats: null,
    },
    ...{ images, requestId },
  });
const told = async (kind: string) =>
  (await database.db('outbox').where({ kind }).orderBy('id')).map(({ recipientId }: { recipientId: number }) => recipientId);
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe('a request for work', () => {
  it('is asked by anybody under any topic, and tells the privileged people of its department', async () => {
    const company = await aCompany();
    const { requester, supervisor, otherSupervisor, topic } = company;
    expect((await on.act(listMyTopics, requester, {})).map(({ id }) => id)).not.toContain(topic.id);
    expect((await on.act(listMyTopics, requester, { isForRequest: true })).map(({ id }) => id)).toContain(topic.id);
    const { id } = await ask(requester, company, [anImage(), anImage('bomba.jpg')]);
    expect(await told('requestReceived')).toEqual(sorted([supervisor.id, otherSupervisor.id]));
    expect(await on.act(readRequest, requester, { id })).toMatchObject({
      state: 'open',
      requesterId: requester.id,
      text: 'Reparar la fuga',
    });
    const { requests } = await on.act(listRequests, supervisor, { view: 'toAnswer' });
    expect(requests.flatMap(({ images }) => images.map(({ name }) => name))).toEqual(['fuga.jpg', 'bomba.jpg']);
    expect((await on.act(listOwnNotifications, supervisor, {})).notifications).toMatchObject([
      { kind: 'requestReceived', request: { id } },
    ]);
  });

  it('is no longer listed to who may not answer any more, and its answer to who asked', async () => {
    const company = await aCompany();
    const { requester, supervisor, otherSupervisor } = company;
    const { id } = await ask(requester, company);
    const demoted = { ...supervisor, position: 'AUXILIAR' };
    expect(await on.act(listOwnNotifications, demoted, {})).toEqual({ unread: 0, notifications: [] });
    expect(await refusalOf(on.act(readRequest, demoted, { id }))).toEqual({ code: 'request.unknown' });
    expect(await on.act(listOwnNotifications, otherSupervisor, {})).toMatchObject({ unread: 1, notifications: [{ request: { id } }] });
    await on.act(declineRequest, otherSupervisor, { id, reason: 'No' });
    expect(await on.act(listOwnNotifications, requester, {})).toMatchObject({ unread: 1, notifications: [{ request: { reason: 'No' } }] });
  });

  it('refuses a topic that is not there, and a day that has passed', async () => {
    const company = await aCompany();
    const { requester } = company;
    expect(await refusalOf(ask(requester, { ...company, topic: { ...company.topic, id: 99_999 } }))).toMatchObject({
      fields: { topicId: { problem: 'topicUnknown' } },
    });
    const late = { topicId: company.topic.id, text: 'Algo', wantedOn: day('2026-11-01'), images: [] };
    expect(await refusalOf(on.act(createRequest, requester, late))).toMatchObject({ fields: { wantedOn: { problem: 'dueInPast' } } });
  });

  it('becomes an activity whose first evidence are its images, still proven, and the requester only reads it', async () => {
    const company = await aCompany();
    const { requester, supervisor, worker, stranger } = company;
    const [asked, more] = [anImage(), anImage('plano.jpg')];
    const { id } = await ask(requester, company, [asked]);
    expect((await on.act(findImage, requester, { id: asked.id })).id).toBe(asked.id);
    expect(await refusalOf(on.act(findImage, stranger, { id: asked.id }))).toEqual({ code: 'image.unknown' });

    on.setClock(new Date(NOW.getTime() + 60_000));
    const { id: activityId } = await accept(supervisor, company, id, [more]);
    expect(await told('requestAnswered')).toEqual([requester.id]);
    expect(await on.act(readRequest, requester, { id })).toMatchObject({ state: 'accepted', activityId, activityStatus: 'not_started' });
    const activity = await on.act(readActivity, requester, { activityId });
    expect(activity).toMatchObject({ requesterId: requester.id, requesterName: `${requester.firstName} ${requester.lastName}` });
    expect((await on.act(listEvidence, requester, { activityId })).map(({ id: each, uploadedBy }) => [each, uploadedBy])).toEqual([
      [asked.id, `${requester.firstName} ${requester.lastName}`],
      [more.id, `${supervisor.firstName} ${supervisor.lastName}`],
    ]);
    expect((await on.act(listHistory, requester, { activityId })).map(historyNote)).toEqual([
      `Solicitada por ${requester.firstName} ${requester.lastName}`,
    ]);
    const [life] = await repositoriesOn(database.db, ZONE).audit.livesAfter(activityId - 1);
    expect(life && examine(life, NOW).differences).toEqual([]);
    await database.db('activities').where({ id: activityId }).update({ requesterId: stranger.id });
    const [forged] = await repositoriesOn(database.db, ZONE).audit.livesAfter(activityId - 1);
    expect(forged && examine(forged, NOW).differences).toEqual([{ of: 'field', field: 'requesterId' }]);
    await database.db('activities').where({ id: activityId }).update({ requesterId: requester.id });

    expect((await refusalOf(on.act(readActivity, stranger, { activityId }))).code).toBe('activity.unknown');
    await on.act(startActivity, worker, { activityId });
    const forbidden = [
      () => on.act(commentActivity, requester, { activityId, body: 'Urge' }),
      () => on.act(addEvidence, requester, { activityId, images: [anImage()] }),
      () => on.act(cancelActivity, requester, { activityId }),
      () => on.act(completeActivity, requester, { activityId, resolution: 'Ya' }),
    ];
    for (const attempt of forbidden) expect((await refusalOf(attempt())).code).toBe('activity.forbidden');
    await on.act(completeActivity, worker, { activityId, resolution: 'Se cambió el sello' });
    expect(await told('requestClosed')).toEqual([]);
    await on.act(validateActivity, supervisor, { activityId, verdict: 'Verified', comment: null });
    expect(await told('requestClosed')).toEqual([requester.id]);
    expect(await on.act(readRequest, requester, { id })).toMatchObject({ activityStatus: 'verified' });
  });

  it('that its requester did in part leaves them a reader, who speaks no more and hears of no comment', async () => {
    const company = await aCompany();
    const { requester: asker, supervisor, worker } = company;
    const requester = await given(database.db).person({ department: 'MANTENIMIENTO' });
    const { id } = await ask(requester, company);
    const { id: activityId } = await accept(supervisor, { ...company, worker: requester }, id);
    await on.act(startActivity, requester, { activityId });
    const { id: commentId } = await on.act(commentActivity, requester, { activityId, body: 'Ya casi' });
    await on.act(reassignActivity, supervisor, { activityId, assigneeId: worker.id, reason: null });
    await on.act(commentActivity, worker, { activityId, body: 'Falta el sello' });
    expect(await told('commented')).toEqual([supervisor.id, supervisor.id]);
    expect(await on.act(readActivity, requester, { activityId })).toMatchObject({ requesterId: requester.id });
    expect(await refusalOf(on.act(cancelComment, requester, { commentId }))).toEqual({ code: 'comment.forbidden' });
    expect(await refusalOf(on.act(cancelComment, asker, { commentId }))).toEqual({ code: 'comment.unknown' });
  });

  it('tells the requester when the work is canceled', async () => {
    const company = await aCompany();
    const { id } = await ask(company.requester, company);
    const { id: activityId } = await accept(company.supervisor, company, id);
    await on.act(cancelActivity, company.supervisor, { activityId });
    expect(await told('requestClosed')).toEqual([company.requester.id]);
  });

  it('is declined with its reason, and withdrawn by who asked', async () => {
    const company = await aCompany();
    const { requester, supervisor } = company;
    const { id } = await ask(requester, company);
    await on.act(declineRequest, supervisor, { id, reason: 'Se cambia todo en enero' });
    expect(await on.act(readRequest, requester, { id })).toMatchObject({ state: 'declined', reason: 'Se cambia todo en enero' });
    expect(await told('requestAnswered')).toEqual([requester.id]);
    expect(await refusalOf(accept(supervisor, company, id))).toEqual({ code: 'request.closed', state: 'declined' });

    const other = await ask(requester, company);
    await on.act(withdrawRequest, requester, other);
    expect(await refusalOf(accept(supervisor, company, other.id))).toEqual({ code: 'request.closed', state: 'withdrawn' });
    expect((await on.act(listRequests, requester, {})).requests.map(({ state }) => state)).toEqual(['withdrawn', 'declined']);
    expect(await on.act(listRequests, supervisor, { view: 'toAnswer', limit: 0 })).toEqual({ total: 0, toAnswer: 0, requests: [] });
    expect(await on.act(listRequests, supervisor, { view: 'toAnswer', state: 'all' })).toMatchObject({ total: 2, toAnswer: 0 });
  });

  it('of several answers at once one is kept', async () => {
    const company = await aCompany();
    const { requester, supervisor, otherSupervisor } = company;
    const { id } = await ask(requester, company, [anImage()]);
    const { won, refused } = await together<unknown>([
      accept(supervisor, company, id),
      accept(otherSupervisor, company, id),
      on.act(declineRequest, otherSupervisor, { id, reason: 'No' }),
      on.act(withdrawRequest, requester, { id }),
    ]);
    expect([won.length, new Set(refused.map(({ code }) => code))]).toEqual([1, new Set(['request.closed'])]);
    const [{ state, activityId }] = await database.db('workRequests').where({ id });
    expect(await database.db('activities')).toHaveLength(state === 'accepted' ? 1 : 0);
    expect((await database.db('images').where({ requestId: id }))[0].activityId).toBe(activityId);
  });

  it('leaves nothing behind where the assignment is refused', async () => {
    const company = await aCompany();
    const { requester, supervisor, stranger } = company;
    const { id } = await ask(requester, company, [anImage()]);
    expect((await refusalOf(accept(supervisor, { ...company, worker: stranger }, id))).code).toBe('input.invalid');
    expect(await on.act(readRequest, requester, { id })).toMatchObject({ state: 'open', activityId: null });
  });

  it('loses an image that is withdrawn before it is accepted', async () => {
    const company = await aCompany();
    const image = anImage();
    const { id } = await ask(company.requester, company, [image, anImage('otra.jpg')]);
    await on.act(withdrawImage, company.supervisor, { imageId: image.id, reason: 'Se ve una persona' });
    const { id: activityId } = await accept(company.supervisor, company, id);
    expect((await on.act(listEvidence, company.worker, { activityId })).map(({ name }) => name)).toEqual(['otra.jpg']);
    const [life] = await repositoriesOn(database.db, ZONE).audit.livesAfter(activityId - 1);
    expect(life && examine(life, NOW).differences).toEqual([]);
  });

  it('that nobody answers is told once more after two working days, over several processes once', async () => {
    const company = await aCompany();
    const { requester, supervisor, otherSupervisor } = company;
    on.setClock('2026-11-27T18:00:00Z'); // a Friday
    const { id } = await ask(requester, company);
    const declined = await ask(requester, company);
    await on.act(declineRequest, supervisor, { id: declined.id, reason: 'No' });
    await database.db('holidays').insert({ day: '2026-11-28', name: 'Asueto' });
    const days: Record<string, number> = {};
    for (let at = 27; at <= 36; at += 1) {
      const dueAt = new Date(Date.UTC(2026, 10, at, 19));
      on.setClock(dueAt);
      await Promise.all([on.anyone(remindDeadlines, { dueAt }), on.anyone(remindDeadlines, { dueAt })]);
      days[dueAt.toISOString().slice(5, 10)] = (await told('requestOverdue')).length;
    }
    // Saturday is a holiday and Sunday is no working day: the second working day after Friday is Tuesday.
    expect(days).toEqual({
      ...{ '11-27': 0, '11-28': 0, '11-29': 0, '11-30': 0, '12-01': 2, '12-02': 2, '12-03': 2, '12-04': 2, '12-05': 2, '12-06': 2 },
    });
    expect(await told('requestOverdue')).toEqual(sorted([supervisor.id, otherSupervisor.id]));
    expect((await database.db('notifications').where({ requestId: id, kind: 'requestOverdue' })).length).toBe(2);
  });

  it('keeps its words as they are', async () => {
    const company = await aCompany();
    for (const text of [
      '<script>alert(1)</script>',
      "'; drop table work_requests; --",
      '=HYPERLINK("x")',
      '\u202Etxt.exe',
      '%_\\',
      '🚰'.repeat(500),
    ]) {
      const { id } = await ask(company.requester, company, [], text);
      expect((await on.act(readRequest, company.requester, { id })).text).toBe(text);
    }
  });
});

describe('who may do what to a request', () => {
  const requester = aPerson({ department: 'VENTAS' });
  const people = {
    requester,
    stranger: aPerson(),
    manager: aPerson({ position: 'SUPERVISOR' }),
    developer: aPerson({ kind: 'Desarrollador' }),
  };
  const requestActs: RequestAct[] = ['read', 'accept', 'decline', 'withdraw'];
  const verdicts = (who: Person, requesterId: number) =>
    requestActs.map((act) => requestRefusal(act, who, { requesterId, state: 'open' })?.code ?? 'may');

  it('follows one table', () => {
    const [unknown, forbidden] = ['request.unknown', 'request.forbidden'];
    expect(Object.fromEntries(Object.entries(people).map(([name, who]) => [name, verdicts(who, requester.id)]))).toEqual({
      requester: ['may', forbidden, forbidden, 'may'],
      stranger: [unknown, unknown, unknown, unknown],
      manager: ['may', 'may', 'may', forbidden],
      developer: ['may', 'may', 'may', forbidden],
    });
    // A privileged person could assign the work of an own request anyway, but declines none of their own.
    expect(verdicts(people.manager, people.manager.id)).toEqual(['may', 'may', forbidden, 'may']);
  });

  it('and only an open one is answered or withdrawn', () => {
    for (const state of requestStates)
      for (const act of requestActs)
        for (const who of [people.requester, people.manager]) {
          const isOpen = requestRefusal(act, who, { requesterId: requester.id, state: 'open' }) === null;
          const isAllowed = requestRefusal(act, who, { requesterId: requester.id, state }) === null;
          expect([state, act, isAllowed]).toEqual([state, act, isOpen && (state === 'open' || act === 'read')]);
        }
  });

  it('lets who asked see the activity and do nothing to it, in every status', () => {
    for (const status of ['not_started', 'in_progress', 'on_pause', 'completed', 'verified', 'canceled'] as const) {
      const activity = { ownerId: people.manager.id, assigneeId: people.stranger.id, requesterId: requester.id, status, extendedTo: null };
      expect([maySee(requester, activity), actsOpenTo(requester, activity).size]).toEqual([true, 0]);
      expect(maySee(requester, { ...activity, requesterId: null })).toBe(false);
      // Asking takes nothing from a part that one has.
      for (const part of ['ownerId', 'assigneeId'] as const)
        expect(actsOpenTo(requester, { ...activity, [part]: requester.id })).toEqual(
          actsOpenTo(requester, { ...activity, [part]: requester.id, requesterId: null }),
        );
    }
    expect(acts.length).toBeGreaterThan(10);
  });

  it('chooses whom to tell', () => {
    const boss = aPerson({ position: 'GERENTE', department: 'CALIDAD' });
    const seller = aPerson({ position: 'GERENTE', department: 'VENTAS' });
    const present = [boss, seller, requester, people.stranger];
    const choose = (department: string) => chooseAnswerers({ department, requesterId: requester.id }, 'VENTAS', present);
    expect([choose('CALIDAD'), choose('GENERAL'), choose('ALMACÉN')]).toEqual([[boss.id], [seller.id], [boss.id, seller.id]]);
    expect(chooseAnswerers({ department: 'CALIDAD', requesterId: boss.id }, 'CALIDAD', present)).toEqual([seller.id]);
  });
});

it('keeps one answer over random sequences of calls, two at once', async () => {
  const company = await aCompany();
  const { requester, supervisor, otherSupervisor } = company;
  const moves = {
    accept: (id: number) => accept(supervisor, company, id),
    acceptOther: (id: number) => accept(otherSupervisor, company, id),
    decline: (id: number) => on.act(declineRequest, otherSupervisor, { id, reason: 'No' }),
    withdraw: (id: number) => on.act(withdrawRequest, requester, { id }),
    declineOwn: (id: number) => on.act(declineRequest, requester, { id, reason: 'No' }),
  };
  const move = fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[]));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(move, move), { minLength: 1, maxLength: 4 }), async (pairs) => {
      const { id } = await ask(requester, company, [anImage()]);
      const done: string[] = [];
      for (const pair of pairs)
        for (const [at, end] of (await Promise.allSettled(pair.map((name) => moves[name](id) as Promise<unknown>))).entries())
          if (end.status === 'fulfilled') done.push(pair[at] as string);
      const [row] = await database.db('workRequests').where({ id });
      const effective = pairs.flat().some((name) => name !== 'declineOwn');
      expect(done.length).toBe(effective ? 1 : 0);
      const state = { accept: 'accepted', acceptOther: 'accepted', decline: 'declined', withdraw: 'withdrawn' }[done[0] ?? ''] ?? 'open';
      expect(row.state).toBe(state);
      expect(await database.db('activities').where({ requesterId: requester.id, id: row.activityId })).toHaveLength(
        state === 'accepted' ? 1 : 0,
      );
    }),
    { numRuns: 25, seed: 25 },
  );
});
