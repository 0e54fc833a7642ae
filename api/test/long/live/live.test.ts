import { setTimeout as pause } from 'node:timers/promises';
import type { Person } from '@bitacora/core/domain/people/person';
import { hashOf } from '@bitacora/core/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectWithin } from '../../../../core/test/deep.ts';
import { given, NOW } from '../../../../core/test/factories.ts';
import { cookie, type Watching, watching } from '../../live/watching.ts';
import { until } from '../../process/product.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';

const HEARTBEAT_MS = 150;
/** Longer than a flush and a heartbeat, so that every event has arrived. */
const SETTLED_MS = 1_400;

let app: RunningApp;
let open: Watching[] = [];
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, heartbeatMs: HEARTBEAT_MS });
  // Before the server listens, a change produces no event with its folio.
  await until(isListening);
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterEach(() => {
  for (const one of open) one.leave();
  open = [];
});
afterAll(() => app.close());

async function isListening(): Promise<boolean> {
  const query = 'listen activity_changed';
  return (await app.db('pg_stat_activity').whereRaw('datname = current_database()').where({ query, state: 'idle' })).length > 0;
}
async function follow(person: Person, secret?: string): Promise<Watching> {
  const one = await watching(app.origin, cookie(secret ?? (await given(app.db).session(person))));
  open.push(one);
  return one;
}
/** Resolves once the stream's person was looked at again. The first of three heartbeats may have begun before. */
async function afterBeats(one: Watching): Promise<void> {
  const beats = () => one.text().split('\n:\n').length;
  const before = beats();
  await until(() => beats() > before + 2);
}
async function setUp() {
  const make = given(app.db);
  const [owner, assignee, boss, stranger] = [await make.person(), await make.person(), await make.manager(), await make.person()];
  const activity = await make.activity({ owner, assignee, status: 'in_progress' });
  const does = await app.as(assignee);
  return {
    owner,
    assignee,
    boss,
    stranger,
    activity,
    does,
    comment: (body = 'Va bien') => does.client.commentActivity({ activityId: activity.id, body }),
  };
}

it('owner, responsible and privileged receive a change at once, strangers receive none', async () => {
  const { owner, assignee, boss, stranger, activity, comment } = await setUp();
  const [ofOwner, ofAssignee, ofBoss] = [await follow(owner), await follow(assignee), await follow(boss)];
  const ofStranger = await follow(stranger);
  await comment();
  const began = performance.now();
  await Promise.all([ofOwner, ofAssignee, ofBoss].map((one) => one.receives(activity.id)));
  expectWithin(performance.now() - began, 1_000);
  await pause(SETTLED_MS);
  expect([ofOwner.notifiedIds(), ofStranger.notifiedIds()]).toEqual([[activity.id], []]);
});

it('every act is reported: registering, working, comments and their withdrawal, evidence, verdict, handing over', async () => {
  const { owner, boss, assignee, activity, does } = await setUp();
  const other = await given(app.db).person();
  const ofBoss = await follow(boss);
  const notifies = async (act: () => Promise<unknown>, folio = activity.id) => {
    const before = ofBoss.notifiedIds().length;
    await act();
    await until(() => ofBoss.notifiedIds().slice(before).includes(folio));
  };
  const { id: commentId } = (await does.client.commentActivity({ activityId: activity.id, body: 'Uno' })) as { id: number };
  await ofBoss.receives(activity.id);
  await notifies(() => does.client.cancelComment({ commentId }));
  await notifies(() => does.client.pauseActivity({ activityId: activity.id, comment: null }));
  await notifies(() => does.client.resumeActivity({ activityId: activity.id, comment: null }));
  await notifies(() => does.client.completeActivity({ activityId: activity.id, resolution: 'Listo' }));
  const verifies = await app.as(owner);
  await notifies(() => verifies.client.validateActivity({ activityId: activity.id, comment: 'Falta', verdict: 'Rejected' }));
  const manages = await app.as(boss);
  await notifies(() => manages.client.setUserStatus({ id: assignee.id, isActive: false, reassignTo: other.id }));
});

it('what is rolled back is reported to nobody', async () => {
  const { owner, activity } = await setUp();
  const ofOwner = await follow(owner);
  await app.db.transaction(async (trx) => {
    const row = { activityId: activity.id, act: 'comment', actorId: owner.id, channel: 'web', at: NOW, toStatus: 'in_progress' };
    await trx('activityHistory').insert(row);
    await trx.rollback();
  });
  await pause(SETTLED_MS);
  expect(ofOwner.notifiedIds()).toEqual([]);
});

it('a burst is reported at once and then a second later, each activity once', async () => {
  const { owner, activity, comment } = await setUp();
  const ofOwner = await follow(owner);
  await comment();
  await ofOwner.receives(activity.id);
  const began = performance.now();
  for (let n = 0; n < 8; n++) await comment(`Más ${n}`);
  const burstSeconds = Math.ceil((performance.now() - began) / 1_000);
  await pause(SETTLED_MS);
  expect(ofOwner.notifiedIds().length).toBeGreaterThanOrEqual(2);
  expect(ofOwner.notifiedIds().length).toBeLessThanOrEqual(2 + burstSeconds);
});

it('more changes at once than anybody reads are one refresh', async () => {
  const { owner, assignee } = await setUp();
  const ofOwner = await follow(owner);
  await app.db.transaction(async (trx) => {
    for (let n = 0; n < 101; n++) {
      const { id } = await given(trx).activity({ owner, assignee });
      await trx('activityHistory').insert({ activityId: id, act: 'register', channel: 'system', at: NOW, toStatus: 'not_started' });
    }
  });
  await until(() => ofOwner.refreshes() === 1);
  expect(ofOwner.notifiedIds()).toEqual([]);
});

describe('authority is looked at again at every heartbeat:', () => {
  const endings: Record<string, (person: Person, secret: string) => Promise<unknown>> = {
    'after logging out': (_person, secret) =>
      app
        .db('sessions')
        .where({ idHash: hashOf(secret) })
        .delete(),
    'after deactivation': ({ id }) => app.db('users').where({ id }).update({ isActive: false }),
    'once the session is idle': async () => app.setClock(new Date(NOW.getTime() + 2 * 3_600_000 + 1)),
  };
  it.each(Object.keys(endings))('%s the stream ends, and nothing more is reported', async (how) => {
    const { owner, activity, comment } = await setUp();
    const secret = await given(app.db).session(owner);
    const ofOwner = await follow(owner, secret);
    await comment();
    await ofOwner.receives(activity.id);
    await endings[how]?.(owner, secret);
    await until(ofOwner.hasEnded);
    app.setClock(NOW);
    await comment('Ya nadie oye');
    await pause(SETTLED_MS);
    expect(ofOwner.notifiedIds()).toEqual([activity.id]);
  });

  it('who is demoted receives from then on their own work alone', async () => {
    const { boss, activity, comment, does } = await setUp();
    const mine = await given(app.db).activity({ owner: boss, status: 'in_progress' });
    const ofBoss = await follow(boss);
    await comment();
    await ofBoss.receives(activity.id);
    await app.db('users').where({ id: boss.id }).update({ position: 'ANALISTA' });
    await afterBeats(ofBoss);
    await comment('Otra vez');
    await does.client.pauseActivity({ activityId: activity.id, comment: null });
    const owns = await app.as(boss);
    await owns.client.commentActivity({ activityId: mine.id, body: 'De lo mío' });
    await ofBoss.receives(mine.id);
    await pause(SETTLED_MS);
    expect(ofBoss.notifiedIds()).toEqual([activity.id, mine.id]);
    expect(ofBoss.hasEnded()).toBe(false);
  });

  it('a token opens a stream until it is revoked', async () => {
    const { owner, activity, comment } = await setUp();
    const row = { userId: owner.id, secretHash: hashOf('tk_live'), prefix: 'tk_', name: 'Mío', scope: 'read', channel: 'terminal' };
    await app.db('accessTokens').insert({ ...row, createdAt: NOW, expiresAt: new Date(NOW.getTime() + 3_600_000) });
    const one = await watching(app.origin, { Authorization: 'Bearer tk_live' });
    open.push(one);
    await comment();
    await one.receives(activity.id);
    await app.db('accessTokens').delete();
    await until(one.hasEnded);
  });

  it('an open stream alone keeps no session from going idle', async () => {
    const { owner } = await setUp();
    const secret = await given(app.db).session(owner);
    const ofOwner = await follow(owner, secret);
    app.setClock(new Date(NOW.getTime() + 3_600_000));
    await afterBeats(ofOwner);
    const { seenAt } = await app
      .db('sessions')
      .where({ idHash: hashOf(secret) })
      .first('seenAt');
    expect(seenAt).toEqual(NOW);
  });
});

it('a person has four streams: the oldest of five is informed that there are too many and ends, and those of others stay', async () => {
  const { owner, assignee } = await setUp();
  const others = await follow(assignee);
  const streams: Watching[] = [];
  for (let n = 0; n < 5; n++) streams.push(await follow(owner));
  await until(() => streams[0]?.hasEnded() ?? false);
  expect([others, ...streams.slice(1)].map((one) => one.hasEnded())).toEqual(Array.from({ length: 5 }, () => false));
  expect([others, ...streams].map((one) => one.text().includes('event: full\ndata: {}\n\n'))).toEqual([
    false,
    true,
    false,
    false,
    false,
    false,
  ]);
});

it('automatic reads of an open tab do not extend the two idle hours; what its person does extends the session', async () => {
  const owner = await given(app.db).person();
  const secret = await given(app.db).session(owner);
  const asks = (headers: Record<string, string> = {}, call = 'get_departments') =>
    fetch(`${app.origin}/api/${call}`, { headers: { ...cookie(secret), ...headers } });
  const byItself = { 'X-Bitacora-Background': '1' };
  const at = (minutes: number) => app.setClock(new Date(NOW.getTime() + minutes * 60_000));
  at(60);
  expect((await asks()).status).toBe(200);
  for (let minutes = 70; minutes < 180; minutes += 10) {
    at(minutes);
    expect((await asks(byItself)).status).toBe(200);
    expect((await asks(byItself, 'get_my_activities')).status).toBe(200);
    await follow(owner, secret);
  }
  at(181);
  expect((await asks(byItself)).status).toBe(401);
  expect((await asks()).status).toBe(401);
  expect((await watching(app.origin, cookie(secret))).status).toBe(401);
});

it('nobody without an account has one, and what it is sent is for no cache and no gathering proxy', async () => {
  const refused = await watching(app.origin, {});
  expect(refused.status).toBe(401);
  const { owner } = await setUp();
  const one = await follow(owner);
  expect(one.status).toBe(200);
  expect(one.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  expect(one.headers['content-encoding']).toBeUndefined();
  await until(() => /^retry: ([3-9]\d{3}|10000)\n\n/.test(one.text()));
});

it('comes back after a restart each in its own time', async () => {
  const { owner, assignee, boss, stranger } = await setUp();
  const streams = await Promise.all(
    [owner, assignee, boss, stranger].flatMap((person) => [follow(person), follow(person), follow(person)]),
  );
  await until(() => streams.every((one) => one.text().startsWith('retry: ')));
  expect(new Set(streams.map((one) => one.text().split('\n')[0])).size).toBeGreaterThan(6);
});

it('how many are open is a figure', async () => {
  const { owner } = await setUp();
  const figure = async () => /^bitacora_live_streams (\d+)$/m.exec(await (await fetch(`${app.origin}/metrics`)).text())?.[1];
  await until(async () => (await figure()) === '0');
  await follow(owner);
  expect(await figure()).toBe('1');
});

it('is one line in the access log, and no request in the figures of durations', async () => {
  const { owner } = await setUp();
  const lines = () => app.logged.filter(({ msg, endpoint }) => msg === 'request' && endpoint === 'live');
  const before = lines().length;
  const one = await follow(owner);
  one.leave();
  await expect.poll(() => lines().slice(before)).toMatchObject([{ method: 'GET', status: 200, userId: owner.id }]);
  expect(await (await fetch(`${app.origin}/metrics`)).text()).not.toContain('endpoint="live"');
});

it('a person who leaves is no failure in the log', async () => {
  const { owner } = await setUp();
  const before = app.logged.length;
  (await follow(owner)).leave();
  const since = () => app.logged.slice(before).filter(({ msg }) => msg === 'reader left');
  await until(
    () => since().length === 1,
    () => JSON.stringify(app.logged.slice(before)),
  );
  expect(app.logged.slice(before).filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
