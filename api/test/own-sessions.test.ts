import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { type Browser, browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let ana: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, proxyHops: 1 });
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  ana = await given(app.db).person({ email: 'ana@demo.mx' });
});
afterAll(() => app.close());

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

async function logIn(userAgent: string, address: string): Promise<Browser> {
  const one = browser(app.origin);
  Object.assign(one.extra, { 'User-Agent': userAgent, 'X-Forwarded-For': address });
  await one.client.logIn({ email: ana.email, password: PASSWORD });
  return one;
}
const statusOf = async (one: Browser) => (await one.call('GET', '/api/data_user')).status;
const adminActs = () => app.db('adminHistory').orderBy('id').where({ act: 'session.end' }).select('actorId', 'before', 'address');

describe('own sessions', () => {
  it('are listed with device, address and last use, the current one first', async () => {
    const laptop = await logIn(CHROME, '203.0.113.7');
    app.setClock(minutes(5));
    await logIn(FIREFOX, '2001:db8::1');
    app.setClock(minutes(10));
    const [mine, other, ...more] = await laptop.client.listOwnSessions();
    expect(more).toEqual([]);
    expect(mine).toMatchObject({
      device: 'Chrome en Windows',
      address: '203.0.113.7',
      isCurrent: true,
      createdAt: NOW,
      lastUsedAt: minutes(10),
    });
    expect(other).toMatchObject({ device: 'Firefox en Linux', address: '2001:db8::1', isCurrent: false, lastUsedAt: minutes(5) });
  });

  it('are not listed once they are idle, over, or somebody else’s', async () => {
    await logIn(FIREFOX, '203.0.113.8');
    app.setClock(minutes(121));
    const laptop = await logIn(CHROME, '203.0.113.7');
    await app.as(await given(app.db).person());
    expect(await laptop.client.listOwnSessions()).toHaveLength(1);
  });

  it('the last use is written once a minute at most', async () => {
    const laptop = await logIn(CHROME, '203.0.113.7');
    const lastUse = async () => (await app.db('sessions').first('seenAt')).seenAt;
    app.setClock(minutes(1));
    await statusOf(laptop);
    expect(await lastUse()).toEqual(NOW);
    app.setClock(minutes(2));
    await statusOf(laptop);
    expect(await lastUse()).toEqual(minutes(2));
  });

  it('one that is ended is refused at its next call, and the others go on; the act is recorded', async () => {
    const [laptop, phone] = [await logIn(CHROME, '203.0.113.7'), await logIn(FIREFOX, '203.0.113.8')];
    const theirs = (await laptop.client.listOwnSessions()).find(({ isCurrent }) => !isCurrent) as { id: number };
    await laptop.client.endOwnSession({ id: theirs.id });
    expect([await statusOf(laptop), await statusOf(phone)]).toEqual([200, 401]);
    expect(await adminActs()).toEqual([
      { actorId: ana.id, before: { device: 'Firefox en Linux', address: '203.0.113.8' }, address: '203.0.113.7' },
    ]);
    await expect(laptop.client.endOwnSession({ id: theirs.id })).rejects.toMatchObject({ status: 404, code: 'session.unknown' });
  });

  it('somebody else’s is unknown and stays open', async () => {
    const laptop = await logIn(CHROME, '203.0.113.7');
    const beto = await app.as(await given(app.db).person());
    const [his] = await beto.client.listOwnSessions();
    await expect(laptop.client.endOwnSession({ id: his?.id ?? 0 })).rejects.toMatchObject({ status: 404 });
    expect(await statusOf(beto)).toBe(200);
  });

  it('all the others end at once', async () => {
    const [laptop, phone, third] = [await logIn(CHROME, '10.1.1.1'), await logIn(FIREFOX, '10.1.1.2'), await logIn(FIREFOX, '10.1.1.3')];
    expect(await laptop.client.endOtherSessions()).toEqual({ success: true, count: 2 });
    expect([await statusOf(laptop), await statusOf(phone), await statusOf(third)]).toEqual([200, 401, 401]);
    expect(await laptop.client.endOtherSessions()).toEqual({ success: true, count: 0 });
    expect(await adminActs()).toEqual([{ actorId: ana.id, before: { sessions: 2 }, address: '10.1.1.1' }]);
  });

  it('a user agent of any length and content is kept short and opens nothing', async () => {
    await logIn(`<script>${'x'.repeat(5_000)}`, '10.1.1.1');
    const { userAgent } = await app.db('sessions').first('userAgent');
    expect(userAgent).toHaveLength(300);
  });
});

describe('a password change', () => {
  const change = { currentPassword: PASSWORD, password: 'clave nueva', confirmation: 'clave nueva' };

  async function keysOfAna(): Promise<Browser> {
    const laptop = await logIn(CHROME, '10.1.1.1');
    await laptop.client.createToken({ name: 'terminal', scope: 'write', expiresOn: calendarDate('2026-12-01') });
    await laptop.client.createCalendarFeed();
    const link = { service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'ana', linkedAt: NOW };
    await app.db('chatLinks').insert({ ...link, userId: ana.id });
    return laptop;
  }
  const keys = async () => Promise.all(['accessTokens', 'chatLinks', 'calendarFeeds'].map(async (table) => (await app.db(table)).length));

  it('ends tokens, chat links and the calendar address unless the person keeps them', async () => {
    const laptop = await keysOfAna();
    await laptop.client.changePassword({ ...change, endsAccess: false });
    expect(await keys()).toEqual([1, 1, 1]);
    await laptop.client.changePassword({ currentPassword: 'clave nueva', password: 'otra clave', confirmation: 'otra clave' });
    expect(await keys()).toEqual([0, 0, 0]);
    const acts = await app.db('adminHistory').whereIn('act', ['token.revoke', 'chatLink.remove', 'calendarFeed.revoke']).orderBy('id');
    expect(acts.map(({ act, actorId, before }) => [act, actorId, before])).toEqual([
      ['token.revoke', ana.id, { tokens: 1 }],
      ['chatLink.remove', ana.id, { chatLinks: 1 }],
      ['calendarFeed.revoke', ana.id, null],
    ]);
  });

  it('that is refused ends nothing', async () => {
    const laptop = await keysOfAna();
    await expect(laptop.client.changePassword({ ...change, currentPassword: 'equivocada' })).rejects.toMatchObject({ status: 400 });
    expect(await keys()).toEqual([1, 1, 1]);
  });
});
