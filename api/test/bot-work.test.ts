import { type BotClient, createBotClient } from '@bitacora/core/client/create-client';
import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import type { Activity } from '@bitacora/core/domain/activities/activity';
import { ENTRANCE_DAYS } from '@bitacora/core/domain/chat/chat';
import type { MailServerFault } from '@bitacora/core/domain/notifications/delivery';
import { chosenKinds } from '@bitacora/core/domain/notifications/notification';
import type { Person } from '@bitacora/core/domain/people/person';
import { writtenChanges } from '@bitacora/core/messages/admin/admin-history';
import { repositoriesOn } from '@bitacora/core/server';
import { watchMailServer } from '@bitacora/core/use-cases/admin/server-status';
import { remindDeadlines } from '@bitacora/core/use-cases/notifications/scheduled-notifications';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW } from '../../core/test/factories.ts';
import { stage, ZONE } from '../../core/test/stage.ts';
import { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const BOT = 'the service token of the tests, long enough';
const BOTH = { services: ['slack', 'teams'] as const };
const MINUTE = 60_000;
const later = (ms: number, from = NOW) => new Date(from.getTime() + ms);
/** The Monday after `NOW`, at 8:00 in Mexico City. */
const MONDAY = new Date('2026-11-23T14:00:00Z');

let app: RunningApp;
let bot: BotClient;
let ana: Person;
let boss: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: BOT });
  bot = clientOf(BOT);
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  [ana, boss] = [await given(app.db).person({ firstName: 'Ana' }), await given(app.db).manager()];
});
afterAll(() => app.close());

const clientOf = (token: string): BotClient =>
  createBotClient(({ method, path, body }) =>
    browser(app.origin).call(method, path, { body, csrf: false, headers: { Authorization: `Bearer ${token}` } }),
  );
const repos = () => repositoriesOn(app.db, ZONE);
const claim = async (services: readonly ('slack' | 'teams')[] = BOTH.services) =>
  (await bot.claimWork({ services: [...services] })).work as ChatWork;
const acknowledge = (work: ChatWork, outcome: 'done' | 'failed' | 'unknown', rest: object = {}) =>
  bot.acknowledgeWork({ claim: work.claim, outcome, error: null, ...rest });

let links = 0;
/** A linked chat account of theirs; the answer is a client that acts as them through it. */
async function linked(person: Person, service: 'slack' | 'teams' = 'slack') {
  const identity = { service, workspace: 'T1', chatUserId: `U${++links}`, conversation: `D${links}` } as const;
  await app.db('chatLinks').insert({ ...identity, userId: person.id, displayName: 'chat', linkedAt: NOW });
  const wants = chosenKinds.map((kind) => ({ userId: person.id, kind, byEmail: false, byChat: true }));
  await app.db('announcementPreferences').insert(wants).onConflict().ignore();
  return { identity, as: async () => clientOf((await bot.exchangeChatIdentity(identity)).secret) };
}
let notificationCount = 0;
async function notify(person: Person, activity: Activity): Promise<void> {
  await repos().outbox.add(
    { key: `k${++notificationCount}`, kind: 'assigned', recipientId: person.id, activityId: activity.id, facts: {} },
    NOW,
  );
}
const assigned = (person = ana) => given(app.db).activity({ owner: boss, assignee: person, status: 'in_progress' });
const outbox = () => app.db('outbox').orderBy('id').select('key', 'channel', 'sentAt', 'insteadOfChat');
const press = { flow: 'one-activity', id: 7 };
const posted = (activity: Activity) => ({ message: '1700.1', press, activityIds: [activity.id] });
/** What the email worker does first, at every pass. */
const fallBack = (now: Date) => repos().outbox.fallBack(later(-10 * MINUTE, now), now);

describe('a digest by chat', () => {
  it('says what still holds to the account linked last, and goes once', async () => {
    await linked(ana, 'teams');
    const { identity } = await linked(ana);
    const [openActivity, over] = [await assigned(), await assigned()];
    for (const activity of [openActivity, over]) await notify(ana, activity);
    await app.db('activities').where({ id: over.id }).update({ status: 'canceled', canceledAt: NOW });
    const work = await claim();
    expect(work).toMatchObject({ ...identity, isUncertain: false, claimedUntil: later(2 * MINUTE) });
    expect(work.task).toMatchObject({
      kind: 'notify',
      recipient: { id: ana.id, firstName: 'Ana', kind: ana.kind, position: ana.position },
      notifications: [{ kind: 'assigned', activity: { id: openActivity.id }, actorName: null, note: null }],
    });
    expect(await claim()).toBeNull();
    await acknowledge(work, 'done');
    app.setClock(later(60 * MINUTE));
    await fallBack(later(60 * MINUTE));
    expect(await claim()).toBeNull();
    expect(await outbox()).toEqual([{ key: expect.stringMatching(/:chat$/), channel: 'chat', sentAt: NOW, insteadOfChat: false }]);
  });

  it('is claimed by one of eight bots at once, whole', async () => {
    const people = await Promise.all(Array.from({ length: 15 }, () => given(app.db).person()));
    for (const person of people) {
      await linked(person);
      for (let n = 0; n < 3; n++) await notify(person, await assigned(person));
    }
    const claimedWork: ChatWork[] = [];
    const drain = async () => {
      for (let work = await claim(); work; work = await claim()) {
        claimedWork.push(work);
        await acknowledge(work, 'done');
      }
    };
    await Promise.all(Array.from({ length: 8 }, drain));
    const activityIds = claimedWork.flatMap(({ task }) =>
      task.kind === 'notify' ? task.notifications.map(({ activityId }) => activityId) : [],
    );
    expect([claimedWork.length, activityIds.length, new Set(activityIds).size]).toEqual([15, 45, 45]);
  });

  it('passes on when its holder is silent for two minutes, who then changes nothing any more', async () => {
    await linked(ana);
    await notify(ana, await assigned());
    const first = await claim();
    app.setClock(later(2 * MINUTE));
    const second = await claim();
    expect([second.isUncertain, second.task]).toEqual([true, first.task]);
    await acknowledge(first, 'done');
    await acknowledge(first, 'failed', { isFinal: true });
    expect(await outbox()).toMatchObject([{ channel: 'chat', sentAt: null }]);
    await acknowledge(second, 'unknown');
    app.setClock(later(4 * MINUTE));
    expect((await claim()).isUncertain).toBe(true);
  });

  it('that the chat refuses for good goes by email at once', async () => {
    await linked(ana);
    await notify(ana, await assigned());
    await acknowledge(await claim(), 'failed', { isFinal: true, error: 'user_disabled' });
    expect(await outbox()).toMatchObject([{ channel: 'email', sentAt: null, insteadOfChat: true }]);
    expect(await claim()).toBeNull();
  });

  it.each(['claimed and never acknowledged', 'claimed and failing', 'of unknown fate', 'never claimed'])(
    '%s goes by email within a quarter of an hour of being due, once',
    async (fate) => {
      await linked(ana);
      await notify(ana, await assigned());
      let byEmailAt: number | undefined;
      for (let minute = 0; minute <= 15 && byEmailAt === undefined; minute++) {
        app.setClock(later(minute * MINUTE));
        const work = fate === 'never claimed' ? null : await claim();
        if (work && fate === 'claimed and failing') await acknowledge(work, 'failed', { error: 'ratelimited' });
        if (work && fate === 'of unknown fate') await acknowledge(work, 'unknown');
        await fallBack(later(minute * MINUTE));
        if ((await outbox())[0].channel === 'email') byEmailAt = minute;
      }
      expect(byEmailAt).toBeGreaterThanOrEqual(10);
      expect(byEmailAt).toBeLessThan(15);
      expect([(await outbox()).length, await claim()]).toEqual([1, null]);
    },
  );

  it('waits for its hour, and for a bot of its service; a person who left gets none', async () => {
    await linked(ana);
    await notify(ana, await assigned());
    expect(await claim(['teams'])).toBeNull();
    app.setClock('2026-11-21T03:00:00Z');
    expect(await claim()).toBeNull();
    app.setClock(NOW);
    await app.db('users').where({ id: ana.id }).update({ isActive: false });
    expect(await claim()).toBeNull();
    expect(await outbox()).toEqual([]);
  });
});

describe('a card', () => {
  const settled = () => app.setClock(later(6_000));
  async function keepCard(activity: Activity) {
    const { identity, as } = await linked(ana);
    const client = await as();
    await client.keepChatCard({ conversation: identity.conversation, ...posted(activity) });
    return { identity, client };
  }

  it('is drawn anew once somebody else changed what it shows, and then rests', async () => {
    const activity = await assigned();
    const { identity } = await keepCard(activity);
    await (await app.as(boss)).client.commentActivity({ activityId: activity.id, body: 'Ojo' });
    expect(await claim()).toBeNull();
    settled();
    const work = await claim();
    expect(work).toMatchObject({ ...identity, task: { kind: 'redraw', message: '1700.1', press } });
    expect(await claim()).toBeNull();
    await acknowledge(work, 'done', posted(activity));
    app.setClock(later(60 * MINUTE));
    expect(await claim()).toBeNull();
  });

  it('that its own press drew anew is left alone; another that shows the same is not', async () => {
    const activity = await assigned();
    const { identity, client } = await keepCard(activity);
    await client.keepChatCard({ conversation: identity.conversation, ...posted(activity), message: '1700.2' });
    await client.pauseActivity({ activityId: activity.id, comment: null });
    await client.keepChatCard({ conversation: identity.conversation, ...posted(activity) });
    settled();
    expect((await claim()).task).toMatchObject({ kind: 'redraw', message: '1700.2' });
    expect(await claim()).toBeNull();
  });

  it('that changes while it is being drawn is drawn again', async () => {
    const activity = await assigned();
    await keepCard(activity);
    const { client } = await app.as(boss);
    await client.commentActivity({ activityId: activity.id, body: 'Uno' });
    settled();
    const work = await claim();
    await client.commentActivity({ activityId: activity.id, body: 'Dos' });
    await acknowledge(work, 'done', posted(activity));
    app.setClock(later(60_000));
    expect((await claim()).task.kind).toBe('redraw');
  });

  it('that its own press changed while another bot was drawing it is drawn again', async () => {
    const activity = await assigned();
    const { identity, client } = await keepCard(activity);
    await (await app.as(boss)).client.commentActivity({ activityId: activity.id, body: 'Ojo' });
    settled();
    const work = await claim();
    app.setClock(later(7_000));
    await client.pauseActivity({ activityId: activity.id, comment: null });
    await client.keepChatCard({ conversation: identity.conversation, ...posted(activity) });
    await acknowledge(work, 'done', posted(activity));
    app.setClock(later(60_000));
    const again = await claim();
    expect(again.task.kind).toBe('redraw');
    await acknowledge(again, 'done', posted(activity));
    app.setClock(later(120_000));
    expect(await claim()).toBeNull();
  });

  it('is one, whichever way the chat names where it stands', async () => {
    const activity = await assigned();
    const { client } = await keepCard(activity);
    await client.keepChatCard({
      conversation: 'the same, from a channel',
      ...posted(activity),
      press: { flow: 'view', view: 'activity:1' },
    });
    expect(await app.db('chatCards')).toMatchObject([{ message: '1700.1', press: { view: 'activity:1' } }]);
  });

  it('that the chat does not draw for two hours is drawn then, having been asked for ever more rarely', async () => {
    const activity = await assigned();
    await keepCard(activity);
    await (await app.as(boss)).client.commentActivity({ activityId: activity.id, body: 'Ojo' });
    await app.db('outbox').delete();
    const tried: number[] = [];
    for (let minute = 1; minute <= 150; minute++) {
      app.setClock(later(minute * MINUTE));
      const work = await claim();
      if (!work) continue;
      tried.push(minute);
      await acknowledge(work, minute < 120 ? 'failed' : 'done', { error: 'token_revoked' });
    }
    expect(tried).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    expect(await app.db('chatCardChanges')).toEqual([]);
  });

  it('of a digest says what happened between its composing and its posting, and not what caused it', async () => {
    await linked(ana);
    const activity = await assigned();
    const { client } = await app.as(boss);
    await client.commentActivity({ activityId: activity.id, body: 'Antes' });
    await notify(ana, activity);
    const letter = await claim();
    await acknowledge(letter, 'done', posted(activity));
    app.setClock(later(10_000));
    expect(await claim()).toBeNull();
    await notify(ana, activity);
    const second = await claim();
    await client.commentActivity({ activityId: activity.id, body: 'Mientras' });
    await acknowledge(second, 'done', { ...posted(activity), message: '1700.2' });
    app.setClock(later(60_000));
    const redrawn = [(await claim()).task, (await claim()).task];
    expect(new Set(redrawn.map((task) => task.kind === 'redraw' && task.message))).toEqual(new Set(['1700.1', '1700.2']));
  });

  it('follows only what its person may see, and only while it stands', async () => {
    const [activity, foreign] = [await assigned(), await given(app.db).activity({ status: 'in_progress' })];
    const { identity, client } = await keepCard(activity);
    await client.keepChatCard({ conversation: identity.conversation, ...posted(foreign), message: '1700.2' });
    const { client: adminCalls } = await app.as(boss);
    for (const { id } of [foreign, activity]) await adminCalls.commentActivity({ activityId: id, body: 'Ojo' });
    settled();
    const work = await claim();
    expect([work.task, await claim()]).toMatchObject([{ message: '1700.1' }, null]);
    await acknowledge(work, 'failed', { isFinal: true, error: 'message_not_found' });
    await adminCalls.commentActivity({ activityId: activity.id, body: 'Otra vez' });
    app.setClock(later(60 * MINUTE));
    expect(await claim()).toBeNull();
    expect(await app.db('chatCards').where({ message: '1700.1' })).toEqual([]);
  });

  it('goes to nobody who is inactive, and ends with its link', async () => {
    const activity = await assigned();
    const { client } = await keepCard(activity);
    await (await app.as(boss)).client.commentActivity({ activityId: activity.id, body: 'Ojo' });
    settled();
    await app.db('users').where({ id: ana.id }).update({ isActive: false });
    expect(await claim()).toBeNull();
    await app.db('users').where({ id: ana.id }).update({ isActive: true });
    await client.unlinkOwnChat();
    expect([await claim(), await app.db('chatCards'), await app.db('chatLinks')]).toEqual([null, [], []]);
  });
});

it('of eight bots at once each has its own greetings and its own cards', async () => {
  const activity = await assigned();
  for (let n = 0; n < 10; n++) {
    const { identity, as } = await linked(boss);
    await (await as()).keepChatCard({ conversation: identity.conversation, ...posted(activity) });
    const { id } = await app.db('chatLinks').where({ chatUserId: identity.chatUserId }).first();
    await repos().chatTasks.greet(id, identity.conversation, NOW);
  }
  await (await app.as(ana)).client.commentActivity({ activityId: activity.id, body: 'Ojo' });
  app.setClock(later(6_000));
  const done: string[] = [];
  const drain = async () => {
    for (let work = await claim(); work; work = await claim()) done.push(`${work.task.kind} ${work.chatUserId}`);
  };
  await Promise.all(Array.from({ length: 8 }, drain));
  expect([done.length, new Set(done).size]).toEqual([20, 20]);
});

describe('the weekly summary', () => {
  async function chooseSummary() {
    const client = await (await linked(boss)).as();
    await client.chooseSummary({ conversation: 'C-gerencia', displayName: 'gerencia' });
    return client;
  }

  it('comes on Monday at eight, to the conversation that was chosen, once, no matter who asks', async () => {
    expect(await (await chooseSummary()).readSummaryChoice()).toMatchObject({ displayName: 'gerencia' });
    await assigned();
    await given(app.db).activity({ owner: boss, status: 'verified', createdAt: new Date('2026-11-17T16:00:00Z') });
    app.setClock(later(-1, MONDAY));
    expect(await claim()).toBeNull();
    app.setClock(MONDAY);
    const works = (await Promise.all(Array.from({ length: 6 }, () => claim()))).filter(Boolean);
    expect(works).toMatchObject([
      {
        conversation: 'C-gerencia',
        task: {
          kind: 'summarize',
          from: '2026-11-16',
          to: '2026-11-22',
          late: 0,
          week: { total: 1, pending: 0, finished: 1, compliance: 100 },
          company: { total: 2, pending: 1, finished: 1, compliance: 50 },
          assigned: { total: 2, pending: 1, finished: 1, compliance: 50 },
        },
      },
    ]);
    await acknowledge(works[0] as ChatWork, 'done');
    app.setClock(later(10 * 60 * MINUTE, MONDAY));
    expect(await claim()).toBeNull();
  });

  it('is set aside and retried when its figures cannot be read, while other work continues', async () => {
    const activity = await assigned();
    const { identity, as } = await linked(ana);
    await (await as()).keepChatCard({ conversation: identity.conversation, ...posted(activity) });
    await (await app.as(boss)).client.commentActivity({ activityId: activity.id, body: 'Ojo' });
    await chooseSummary();
    app.setClock(MONDAY);
    await app.db.raw('alter table activities rename to activities_away');
    const others = await Promise.all([claim(), claim()]).finally(() => app.db.raw('alter table activities_away rename to activities'));
    expect(others.map((work) => work?.task.kind)).toEqual(expect.arrayContaining(['redraw', undefined]));
    expect(app.logged.filter(({ msg }) => msg === 'weekly summary postponed')).toMatchObject([
      { level: 50, task: expect.any(Number), err: { message: expect.stringContaining('activities') } },
    ]);
    expect(await claim()).toBeNull();
    app.setClock(later(MINUTE, MONDAY));
    expect(await claim()).toMatchObject({ isUncertain: false, task: { kind: 'summarize' } });
  });

  it.each([
    ['is made up for until the evening of that day', '2026-11-24T01:59:00Z', true],
    ['and not later', '2026-11-24T02:00:00Z', false],
    ['nor on another day', '2026-11-24T15:00:00Z', false],
  ])('%s', async (_, at, comes) => {
    await chooseSummary();
    app.setClock(at);
    expect(Boolean(await claim())).toBe(comes);
  });

  it('that the chosen conversation refuses for good is reported to the person who chose it, once, where they are alone', async () => {
    await chooseSummary();
    app.setClock(MONDAY);
    await acknowledge(await claim(), 'failed', { isFinal: true, error: 'not_in_channel' });
    const work = await claim();
    expect(work).toMatchObject({ conversation: `D${links}`, task: { kind: 'unsent', displayName: 'gerencia' } });
    await acknowledge(work, 'done', { message: '1700.3' });
    app.setClock(later(4 * 60 * MINUTE, MONDAY));
    expect([await claim(), await app.db('chatSummaries')]).toMatchObject([null, [{ displayName: 'gerencia' }]]);
  });

  it('that the chosen conversation refuses each Monday is reported once, and again after it worked or was chosen anew', async () => {
    const account = await linked(boss);
    const choose = async () => (await account.as()).chooseSummary({ conversation: 'C-gerencia', displayName: 'gerencia' });
    await choose();
    let week = 0;
    const next = async (outcome: 'done' | 'failed') => {
      app.setClock(later(7 * 24 * 60 * MINUTE * week++, MONDAY));
      await acknowledge(await claim(), outcome, outcome === 'failed' ? { isFinal: true, error: 'is_archived' } : { message: '1700.4' });
      const work = await claim();
      if (work) await acknowledge(work, 'done', { message: '1700.5' });
      return work?.task.kind ?? null;
    };
    expect([await next('failed'), await next('failed'), await next('done')]).toEqual(['unsent', null, null]);
    expect([await next('failed'), await next('failed')]).toEqual(['unsent', null]);
    await choose();
    expect(await next('failed')).toBe('unsent');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['had chosen the very conversation they would be told in', () => app.db('chatLinks').update({ conversation: 'C-gerencia' })],
    ['has since wanted it no more', () => app.db('chatSummaries').delete()],
    ['has since chosen another', () => app.db('chatSummaries').update({ conversation: 'C-otra', displayName: 'otra' })],
  ])('that could not go is not reported to the person who %s', async (_, change) => {
    await chooseSummary();
    app.setClock(MONDAY);
    const work = await claim();
    await change();
    await acknowledge(work, 'failed', { isFinal: true, error: 'is_archived' });
    expect(await claim()).toBeNull();
  });

  it.each<[string, (client: BotClient) => Promise<unknown>]>([
    ['was demoted', () => app.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' })],
    ['was deactivated', () => app.db('users').where({ id: boss.id }).update({ isActive: false })],
    ['ended the link', (client) => client.unlinkOwnChat()],
    ['wants it no more', (client) => client.stopSummary()],
    ['chose after the hour', () => app.db('chatSummaries').update({ chosenAt: MONDAY })],
  ])('does not come to the person who %s', async (_, change) => {
    await change(await chooseSummary());
    app.setClock(MONDAY);
    expect(await claim()).toBeNull();
  });
});

describe('news of a topic in a channel', () => {
  async function postedIn(conversation = 'C-produccion') {
    const client = await (await linked(boss)).as();
    await app.db('announcementPreferences').delete();
    const topic = await given(app.db).topic({ name: 'Producción' });
    const { id } = await client.addTopicChannel({ topicId: topic.id, conversation, displayName: 'produccion' });
    const activity = (facts: object = {}) => given(app.db).activity({ owner: boss, assignee: ana, topic, status: 'in_progress', ...facts });
    return { client, topic, activity, channelId: id };
  }
  const newsOf = ({ task }: ChatWork) => (task.kind === 'topicNews' ? task.news : null);
  const history = async () =>
    (await app.db('adminHistory').whereLike('act', 'topicChannel.%').orderBy('id')).map(({ act, after }) => [act, after?.reason]);

  it('are gathered for five minutes into one message, whichever of eight bots asks, with the last that happened to each', async () => {
    const { activity } = await postedIn();
    const [one, other] = [await activity(), await activity({ status: 'completed' })];
    const [hers, his] = [(await app.as(ana)).client, (await app.as(boss)).client];
    await hers.completeActivity({ activityId: one.id, resolution: 'Listo' });
    await his.validateActivity({ activityId: other.id, verdict: 'Rejected', comment: 'Falta' });
    await his.commentActivity({ activityId: other.id, body: 'Esto no se avisa' });
    app.setClock(later(5 * MINUTE - 1));
    expect(await claim()).toBeNull();
    await his.validateActivity({ activityId: one.id, verdict: 'Verified', comment: '' });
    app.setClock(later(5 * MINUTE));
    const works = (await Promise.all(Array.from({ length: 8 }, () => claim(['slack'])))).filter((work) => work?.task.kind === 'topicNews');
    expect(works).toMatchObject([{ conversation: 'C-produccion', task: { topic: 'Producción' } }]);
    const expected = [
      { activityId: one.id, kind: 'verified' },
      { activityId: other.id, kind: 'rejected' },
    ];
    expect(newsOf(works[0] as ChatWork)).toEqual(expected);

    await hers.completeActivity({ activityId: other.id, resolution: 'Ahora sí' });
    app.setClock(later(20 * MINUTE));
    const again = await claim(['slack']);
    expect([again.isUncertain, newsOf(again)]).toEqual([true, expected]); // its holder was silent: nothing is added to what may be posted
    await acknowledge(again, 'done', { message: '1700.1' });
    expect(newsOf(await claim(['slack']))).toEqual([{ activityId: other.id, kind: 'completed' }]);
  });

  it('are tried for seven days, while the chat is away', async () => {
    const { activity } = await postedIn();
    const { id } = await activity();
    await (await app.as(ana)).client.completeActivity({ activityId: id, resolution: 'Listo' });
    const DAY = 24 * 60 * MINUTE;
    let at = later(5 * MINUTE);
    while (at < later(7 * DAY)) {
      app.setClock(at);
      const work = await claim(['slack']);
      expect(newsOf(work)).toEqual([{ activityId: id, kind: 'completed' }]);
      await acknowledge(work, 'failed', { error: 'away' });
      at = (await app.db('chatTasks').where({ kind: 'topicNews' }).first('nextTryAt')).nextTryAt;
    }
    expect(at.getTime()).toBeLessThan(later(7.5 * DAY).getTime());
    app.setClock(later(7 * DAY + 5 * MINUTE));
    expect(await claim(['slack'])).toBeNull();
  });

  it('rest on a holiday', async () => {
    const { activity } = await postedIn();
    const { id } = await activity();
    await (await app.as(ana)).client.completeActivity({ activityId: id, resolution: 'Listo' });
    app.setClock(later(5 * MINUTE));
    await app.db('holidays').insert({ day: '2026-11-20', name: 'Asueto' });
    expect(await claim(['slack'])).toBeNull();
    await app.db('holidays').delete();
    expect(newsOf(await claim(['slack']))).toEqual([{ activityId: id, kind: 'completed' }]);
  });

  it('wait for seven in the morning, and leave out work that has another topic by then', async () => {
    const { activity } = await postedIn();
    const [sameTopic, moved] = [await activity(), await activity()];
    app.setClock('2026-11-21T02:00:00Z'); // 20:00 in Mexico City
    for (const { id: activityId } of [sameTopic, moved]) await (await app.as(boss)).client.cancelActivity({ activityId });
    await app
      .db('activities')
      .where({ id: moved.id })
      .update({ topicId: (await given(app.db).topic()).id });
    app.setClock('2026-11-21T12:59:59Z');
    expect(await claim(['slack'])).toBeNull();
    app.setClock('2026-11-21T13:00:00Z');
    expect(newsOf(await claim(['slack']))).toEqual([{ activityId: sameTopic.id, kind: 'canceled' }]);
  });

  it('say once that work is late, of what becomes so after the channel was chosen', async () => {
    const { activity } = await postedIn();
    const { core, setClock } = stage(app.db);
    await activity({ dueOn: '2026-11-19' });
    const late = await activity({ dueOn: '2026-11-20' });
    const saved = await activity({ dueOn: '2026-11-20' });
    const remind = async (at: string) => {
      for (const set of [setClock, app.setClock]) set(new Date(at));
      const input = { dueAt: new Date(at) };
      await core.perform({ useCase: remindDeadlines, actor: null, channel: 'system', input, effect: 'writes' });
      app.setClock(later(5 * MINUTE, new Date(at)));
    };
    await remind('2026-11-21T14:00:00Z');
    await app.db('activities').where({ id: saved.id }).update({ extendedTo: '2026-11-30', extensionReason: 'Llueve' });
    const work = await claim(['slack']);
    expect(newsOf(work)).toEqual([{ activityId: late.id, kind: 'late' }]);
    await acknowledge(work, 'done', { message: '1700.1' });
    await remind('2026-11-22T14:00:00Z');
    expect(await claim(['slack'])).toBeNull();
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['was demoted', 'notPrivileged', () => app.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' })],
    ['was deactivated', 'inactive', () => app.db('users').where({ id: boss.id }).update({ isActive: false })],
    ['ended the link', 'unlinked', () => app.db('chatLinks').where({ userId: boss.id }).delete()],
  ])('end when the person who asked for them %s, and the history says why', async (_, reason, change) => {
    const { activity } = await postedIn();
    await (await app.as(ana)).client.completeActivity({ activityId: (await activity()).id, resolution: 'Listo' });
    app.setClock(later(5 * MINUTE));
    await change();
    expect(await claim(['slack'])).toBeNull();
    expect([await app.db('topicChannels'), await history()]).toEqual([
      [],
      [
        ['topicChannel.add', undefined],
        ['topicChannel.end', reason],
      ],
    ]);
  });

  it('end when the chat refuses the channel for good, not when it only fails', async () => {
    const { activity } = await postedIn();
    await (await app.as(ana)).client.completeActivity({ activityId: (await activity()).id, resolution: 'Listo' });
    app.setClock(later(5 * MINUTE));
    await acknowledge(await claim(['slack']), 'failed', { error: 'ratelimited' });
    app.setClock(later(6 * MINUTE));
    const work = await claim(['slack']);
    await acknowledge(work, 'failed', { isFinal: true, error: 'is_archived' });
    await acknowledge(work, 'failed', { isFinal: true, error: 'is_archived' });
    expect(await app.db('topicChannels')).toEqual([]);
    const [ended] = await app.db('adminHistory').where({ act: 'topicChannel.end' });
    expect([ended.actorId, ended.subject]).toEqual([null, 'Producción']);
    const why = ['Motivo: el chat ya no acepta mensajes de Bitácora ahí', 'Respuesta del chat: is_archived'];
    expect(writtenChanges(ended).sort()).toEqual(['Canal: produccion', ...why, 'Servicio: slack']);
  });
});

describe('a link', () => {
  const identity = { service: 'slack', workspace: 'T1', chatUserId: 'U-nueva', conversation: 'D-nueva' } as const;
  async function confirmed(person: Person) {
    const { url } = await bot.offerChatLink({ ...identity, displayName: 'ana' });
    const code = new URLSearchParams(new URL(url).hash.slice(1)).get('chat_link') as string;
    await (await app.as(person)).client.confirmChatLink({ code });
  }

  it('is greeted where the request came from, once', async () => {
    await confirmed(ana);
    const work = await claim();
    expect(work).toMatchObject({ ...identity, task: { kind: 'greet', firstName: 'Ana' } });
    await acknowledge(work, 'failed', { error: 'ratelimited' });
    app.setClock(later(MINUTE));
    const again = await claim();
    await acknowledge(again, 'done');
    app.setClock(later(5 * MINUTE));
    expect([again.task.kind, await claim()]).toEqual(['greet', null]);
  });

  it('writes to where the chat said last', async () => {
    await confirmed(ana);
    await bot.exchangeChatIdentity({ ...identity, conversation: 'D-otra' });
    await bot.exchangeChatIdentity({ ...identity, conversation: undefined });
    expect(await app.db('chatLinks').select('conversation')).toEqual([{ conversation: 'D-otra' }]);
  });

  it('that another person confirms takes nothing of the first along', async () => {
    await confirmed(boss);
    const client = clientOf((await bot.exchangeChatIdentity(identity)).secret);
    await client.chooseSummary({ conversation: 'C1', displayName: 'gerencia' });
    await client.keepChatCard({ conversation: 'D-nueva', ...posted(await assigned()) });
    await confirmed(ana);
    expect([await app.db('chatSummaries'), await app.db('chatCards'), await app.db('accessTokens')]).toEqual([[], [], []]);
  });

  it('of an inactive person opens nothing, and says so', async () => {
    await confirmed(ana);
    await app.db('users').where({ id: ana.id }).update({ isActive: false });
    await expect(bot.exchangeChatIdentity(identity)).rejects.toMatchObject({ status: 403, code: 'chatLink.inactive' });
  });
});

it('a mail server that refuses everything is reported to each Desarrollador with a chat, once, while it does', async () => {
  const developer = await given(app.db).person({ kind: 'Desarrollador' });
  await linked(developer);
  await linked(boss);
  const { core, setClock } = stage(app.db);
  const watch = (fault: MailServerFault | null) =>
    core.perform({ useCase: watchMailServer, actor: null, channel: 'system', input: { fault }, effect: 'writes' });
  const fault = { problem: 'tokenRefused', answer: 'AADSTS7000222: expired' } as const;
  await watch(fault);
  await watch(fault);
  const work = await claim();
  expect(work).toMatchObject({
    conversation: `D${links - 1}`,
    task: { kind: 'mailStopped', answer: fault.answer, adminCommand: 'npm run admin --' },
  });
  await acknowledge(work, 'done', { message: '1700.6' });
  expect(await claim()).toBeNull();

  await watch(null);
  setClock(later(MINUTE));
  app.setClock(later(MINUTE));
  await watch(fault);
  await watch(null);
  expect([await app.db('chatTasks').where({ kind: 'mailStopped' }), await claim()]).toMatchObject([[{}, {}], null]); // it is over before the bot comes

  setClock(later(2 * MINUTE));
  app.setClock(later(2 * MINUTE));
  await watch(fault);
  await app.db('users').where({ id: developer.id }).update({ kind: 'Usuario' });
  expect(await claim()).toBeNull(); // the server is not theirs any more
});

it('a person reads where the bot is opened, for as long as the bot names it', async () => {
  const { client } = await app.as(ana);
  const slack = { service: 'slack', url: 'https://slack.com/app_redirect?app=A1&team=T1' } as const;
  expect(await client.listChatEntrances()).toEqual([]);
  await bot.claimWork({ services: ['slack'], entrances: [slack] });
  await bot.claimWork({ services: ['slack'] });
  expect(await client.listChatEntrances()).toEqual([slack]);
  const odd = bot.claimWork({ services: ['slack'], entrances: [{ service: 'slack', url: 'javascript:alert(1)' }] });
  await expect(odd).rejects.toMatchObject({ status: 400 });
  app.setClock(new Date(NOW.getTime() + (ENTRANCE_DAYS + 1) * 24 * 3_600_000));
  expect(await (await app.as(ana)).client.listChatEntrances()).toEqual([]);
});
