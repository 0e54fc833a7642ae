import type { Activity } from '@bitacora/core/domain/activities/activity';
import type { Person } from '@bitacora/core/domain/people/person';
import { repositoriesOn } from '@bitacora/core/server';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW } from '../../../core/test/factories.ts';
import { stage, ZONE } from '../../../core/test/stage.ts';
import { demandPublicHost, isPublicAddress, lookupPublic } from '../../src/http/public-addresses.ts';
import { deliverOutbox } from '../../src/jobs/deliver-outbox.ts';
import { deliverPushes, startPushing } from '../../src/notifications/deliver-push.ts';
import { openPushKeys, sendPush } from '../../src/notifications/push-service.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { pushService } from './push-service-double.ts';

const MINUTE = 60_000;
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE);
const log = pino({ level: 'silent' });

let app: RunningApp;
let service: Awaited<ReturnType<typeof pushService>>;
let ana: Person;
let boss: Person;
let activity: Activity;
let on: ReturnType<typeof stage>;
beforeAll(async () => {
  [app, service] = await Promise.all([runningApp({ rateLimitFactor: 1_000 }), pushService()]);
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  on = stage(app.db);
  service.received.length = 0;
  [ana, boss] = [await given(app.db).person({ firstName: 'Ana' }), await given(app.db).manager()];
  activity = await given(app.db).activity({ owner: boss, assignee: ana });
});
afterAll(() => Promise.all([app.close(), service.close()]));

const repos = () => repositoriesOn(app.db, ZONE);
const rows = () => app.db('outbox').orderBy('id').select('key', 'channel', 'sentAt', 'insteadOfChat');
const subscriptions = () => app.db('pushSubscriptions').pluck('endpoint');
const choosePush = ({ id: userId }: Person) =>
  app.db('announcementPreferences').insert({ userId, kind: 'assigned', byEmail: false, byChat: false, byPush: true });
const notify = (at = NOW) =>
  repos().outbox.add({ key: 'k', kind: 'assigned', recipientId: ana.id, activityId: activity.id, facts: {} }, at);
async function subscribed(person = ana, of = service) {
  const page = await app.as(person);
  const browser = of.browser();
  await page.client.subscribePush(browser);
  return { page, browser };
}
const publicUrl = 'https://bitacora.demo.mx';
function delivery(at = NOW, authorities = service.ca, patienceMs = 60_000) {
  on.setClock(at);
  return { core: on.core, publicUrl, log, route: { demandHost: () => {}, ca: authorities, patienceMs } };
}
const deliver = (at = NOW) => deliverPushes(delivery(at));
/** What the turn of the mails at that moment does; mails go to files. */
function deliverMails(at: Date) {
  on.setClock(at);
  const mailer = { destination: 'nowhere', reachesPeople: false, send: async () => {} };
  return deliverOutbox({ core: on.core, mailer, publicUrl, log });
}

describe('a notification by push', () => {
  beforeEach(() => choosePush(ana));

  it('arrives encrypted, in each browser of its person, once, with what may be done', async () => {
    const { page, browser } = await subscribed();
    const other = await subscribed();
    await notify();
    expect(await deliver()).toBe(1);
    expect(await deliver(later(60))).toBe(0);
    expect(service.received.map(({ path }) => service.origin + path).sort()).toEqual([browser.endpoint, other.browser.endpoint].sort());
    const [{ message, claims, ttl }] = service.received as [(typeof service.received)[number]];
    expect(message).toMatchObject({ recipientId: ana.id, startable: activity.id, path: expect.stringContaining(`/${activity.id}`) });
    expect(message.title).toContain(activity.description);
    expect(claims).toMatchObject({ aud: service.origin, sub: 'https://bitacora.demo.mx', key: (await page.client.readPush()).key });
    expect(ttl).toBeGreaterThan(0);
    expect(await rows()).toEqual([{ key: 'k:push', channel: 'push', sentAt: NOW, insteadOfChat: false }]);
  });

  it('waits for the morning, also where mails go to files', async () => {
    await subscribed();
    const night = new Date('2026-11-19T04:00:00Z');
    await notify(night);
    for (const minute of [0, 5, 11, 12]) {
      const at = new Date(night.getTime() + minute * MINUTE);
      expect(await deliverMails(at)).toBe(0);
      expect(await deliver(at)).toBe(0);
    }
    expect(await deliver(new Date('2026-11-19T14:00:00Z'))).toBe(1);
    expect(await rows()).toMatchObject([{ channel: 'push', insteadOfChat: false }]);
  });

  it('becomes an email after ten minutes in which no service accepted it, and not before', async () => {
    const { browser } = await subscribed();
    service.answer(browser, 503);
    await notify();
    for (let minute = 0; minute < 10; minute++) {
      await deliver(later(minute));
      await deliverMails(later(minute));
    }
    expect(await rows()).toMatchObject([{ channel: 'push' }]);
    await deliverMails(later(11));
    expect(await rows()).toMatchObject([{ key: 'k', channel: 'email', sentAt: later(11), insteadOfChat: true }]);
    expect(service.received).toEqual([]);
  });

  it.each([404, 410])('ends a browser whose service answers %i, and goes by email at once', async (status) => {
    const { browser } = await subscribed();
    service.answer(browser, status);
    await notify();
    await deliver();
    expect(await subscriptions()).toEqual([]);
    expect(await rows()).toMatchObject([{ key: 'k', channel: 'email', sentAt: null }]);
  });

  it.each([400, 401, 403])('goes by email at once where the service answers %i, and keeps the browser', async (status) => {
    const { browser } = await subscribed();
    service.answer(browser, status);
    await notify();
    await deliver();
    expect(await subscriptions()).toEqual([browser.endpoint]);
    expect(await rows()).toMatchObject([{ key: 'k', channel: 'email', sentAt: null }]);
  });

  it.each([429, 500])('is tried again in a minute where the service answers %i', async (status) => {
    const { browser } = await subscribed();
    service.answer(browser, status);
    await notify();
    await deliver();
    service.answer(browser, 201);
    expect(await deliver(later(1))).toBe(1);
    expect(await rows()).toMatchObject([{ channel: 'push', sentAt: later(1) }]);
  });

  describe('by a service that does not answer', () => {
    let slow: typeof service;
    beforeEach(async () => {
      slow = await pushService();
    });
    afterEach(async () => {
      slow.hangUp();
      await slow.close();
    });
    /** One person with a browser there, and a notification. */
    async function waitsAtSlow(at: number) {
      const person = await given(app.db).person();
      await choosePush(person);
      const { browser } = await subscribed(person, slow);
      slow.answer(browser, 'never');
      const { id } = await given(app.db).activity({ owner: boss, assignee: person });
      await repos().outbox.add({ key: `slow:${at}`, kind: 'assigned', recipientId: person.id, activityId: id, facts: {} }, later(-1));
    }
    const both = () => service.ca + slow.ca;

    it('does not hold back those of others, nor the end of the process for long', async () => {
      await waitsAtSlow(0);
      await subscribed();
      await notify();
      const pushing = startPushing(delivery(NOW, both()), undefined, 50);
      await expect.poll(() => service.received).toHaveLength(1);
      await expect.poll(slow.unanswered).toBe(1);
      await pushing.stop();
      slow.hangUp();
      await expect.poll(() => app.db('outbox').where({ key: 'slow:0:push' }).select('claimedUntil')).toEqual([{ claimedUntil: null }]);
    });

    it('gets no further requests in that run, and is tried again a minute later', async () => {
      for (let at = 0; at < 7; at++) await waitsAtSlow(at);
      expect(await deliverPushes(delivery(NOW, both(), 200))).toBe(7);
      expect(slow.unanswered()).toBeLessThanOrEqual(4);
      expect(await app.db('outbox').distinct('nextTryAt')).toEqual([{ nextTryAt: later(1) }]);
    });
  });

  it('follows no redirect', async () => {
    const { browser } = await subscribed();
    service.answer(browser, 307);
    await notify();
    await deliver();
    expect(await rows()).toMatchObject([{ channel: 'push', sentAt: null }]);
  });

  it('without a browser goes by email from the start', async () => {
    await notify();
    expect(await rows()).toMatchObject([{ key: 'k', channel: 'email' }]);
  });
});

describe('a browser', () => {
  it('shows nothing more after its logout, after the end of its session, and once its person is inactive', async () => {
    const first = await subscribed();
    const second = await subscribed();
    await first.page.client.logOut();
    expect(await subscriptions()).toEqual([second.browser.endpoint]);
    const third = await subscribed();
    await third.page.client.endOtherSessions();
    expect(await subscriptions()).toEqual([third.browser.endpoint]);
    await app.db('activities').update({ status: 'canceled', canceledAt: NOW });
    await on.act(setUserStatus, boss, { id: ana.id, isActive: false, reassignTo: null });
    expect(await subscriptions()).toEqual([]);
  });

  it('belongs to the person who subscribed it last, and a person has ten at most', async () => {
    const { browser } = await subscribed();
    await (await app.as(boss)).client.subscribePush(browser);
    expect(await app.db('pushSubscriptions').select('userId')).toEqual([{ userId: boss.id }]);
    const page = await app.as(ana);
    for (let count = 0; count < 11; count++) await page.client.subscribePush(service.browser());
    expect(await page.client.readPush()).toMatchObject({ devices: 10 });
  });

  it('stops where its person says so', async () => {
    const { page, browser } = await subscribed();
    await page.client.unsubscribePush(browser);
    expect(await subscriptions()).toEqual([]);
  });

  it.each([
    ['without https', { endpoint: 'http://push.example.com/1' }, 'endpoint'],
    ['with a password', { endpoint: 'https://a:b@push.example.com/1' }, 'endpoint'],
    ['with a short key', { publicKey: 'AAAA' }, 'p256dh'],
  ])('%s is refused with the field', async (_, wrong, field) => {
    const page = await app.as(ana);
    const { endpoint, publicKey, authSecret } = { ...service.browser(), ...wrong };
    const { status, body } = await page.call('POST', '/api/subscribe_push', { body: { endpoint, p256dh: publicKey, auth: authSecret } });
    expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]]);
  });
});

describe('the address of a browser', () => {
  it('on this machine or in a private network is never asked', async () => {
    const sender = { keys: await openPushKeys(on.core), subject: 'https://bitacora.demo.mx' };
    const port = new URL(service.origin).port;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '10.0.0.1', '169.254.169.254', '2130706433', '0x7f.1'])
      expect(await sendPush({ ...service.browser(), endpoint: `https://${host}:${port}/x` }, {} as never, sender), host).toEqual({
        is: 'failed',
        detail: expect.stringContaining('is not on the public Internet'),
      });
  });

  it('is judged by every kind of address', () => {
    for (const address of [
      '100.64.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '0.0.0.0',
      '255.255.255.255',
      'fe80::1',
      'fd00::1',
      '64:ff9b::a00:1',
      '::',
    ])
      expect(isPublicAddress(address), address).toBe(false);
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) expect(isPublicAddress(address), address).toBe(true);
    expect(() => demandPublicHost('push.example.com')).not.toThrow();
  });

  it('is the one that was resolved', async () => {
    const resolved = await new Promise((resolve) => lookupPublic('localhost', {}, (error) => resolve(error?.message)));
    expect(resolved).toContain('not on the public Internet');
  });
});

describe('the keys', () => {
  const withSecrets = (...secrets: string[]) => openPushKeys({ ...on.core, secrets });

  it('are made once by many at once, and sealed', async () => {
    const pushKeys = await Promise.all(Array.from({ length: 4 }, () => openPushKeys(on.core)));
    expect(new Set(pushKeys.map(({ privateKey }) => privateKey)).size).toBe(1);
    const [{ privateKey }] = pushKeys as [(typeof pushKeys)[number]];
    expect(JSON.stringify(await app.db('installation'))).not.toContain(privateKey);
  });

  it('follow a changed secret, while processes with the earlier one alone use them too', async () => {
    const pushKeys = await withSecrets('earlier');
    await subscribed();
    for (const secrets of [['new', 'earlier'], ['earlier'], ['new', 'earlier'], ['earlier']])
      expect(await withSecrets(...secrets)).toEqual(pushKeys);
    expect(await withSecrets('new')).toEqual(pushKeys);
    expect(await subscriptions()).toHaveLength(1);
    // The change is over.
    expect(await withSecrets('earlier')).not.toEqual(pushKeys);
  });

  it('are found without waiting for the process that makes them', async () => {
    const pushKeys = await openPushKeys(on.core);
    await app.db.transaction(async (trx) => {
      await repositoriesOn(trx, ZONE).installation.holdPushKeys();
      expect(await openPushKeys(on.core)).toEqual(pushKeys);
    });
  });

  it('that no secret opens are made anew, and the browsers subscribe again', async () => {
    const [before] = [await openPushKeys(on.core), await subscribed()];
    const after = await openPushKeys({ ...on.core, secrets: ['a secret that nobody knew'] });
    expect(after.publicKey).not.toBe(before.publicKey);
    expect(await subscriptions()).toEqual([]);
  });
});
