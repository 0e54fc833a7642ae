import type { ApiError } from '@bitacora/core/client';
import type { Person } from '@bitacora/core/domain/people/person';
import { hashOf } from '@bitacora/core/server';
import { setUserStatus } from '@bitacora/core/use-cases/people/set-user-status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { type Browser, browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let ana: Person;
let page: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 0.5, proxyHops: 1 });
});
beforeEach(async () => {
  await app.wipe();
  await app.db('rateLimits').delete();
  app.setClock(NOW);
  ana = await given(app.db).manager({ email: 'ana@demo.mx', firstName: 'Ana', lastName: 'Ruiz' });
  page = await app.as(ana);
});
afterAll(() => app.close());

const later = (seconds: number) => app.setClock(new Date(NOW.getTime() + seconds * 1_000));

/** Somebody at a terminal, with cookies of their own. */
function terminal(address = '203.0.113.7', token?: string) {
  const one = browser(app.origin);
  Object.assign(one.extra, { 'X-Forwarded-For': address, ...(token && { Authorization: `Bearer ${token}` }) });
  return one;
}
const begin = (grant: 'read' | 'write' | 'session' = 'write', at = terminal()) =>
  at.client.beginDeviceAuthorization({ machine: 'ana@portatil', grant });
const exchange = (deviceCode: string, at = terminal()) => at.client.exchangeDeviceCode({ deviceCode });
const approve = (userCode: string, by = page) => by.client.answerDeviceAuthorization({ userCode, isApproved: true });
const acts = () => app.db('adminHistory').orderBy('id').pluck('act');

describe('a terminal that a person lets in from the browser', () => {
  it('waits for the person, then receives once a token named after it', async () => {
    const { deviceCode, userCode, url, interval, expiresAt } = await begin('read');
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect([url, interval, expiresAt]).toEqual(['http://bitacora.demo.mx/activar', 5, new Date(NOW.getTime() + 600_000)]);
    expect(await exchange(deviceCode)).toMatchObject({ status: 'pending', interval: 5, secret: null });

    await approve(userCode);
    const received = await exchange(deviceCode, terminal('203.0.113.9'));
    expect(received).toMatchObject({ status: 'approved', secret: expect.stringMatching(/^tk_/), expiresOn: '2027-02-18' });
    expect(await app.db('accessTokens').select('name', 'scope', 'userId')).toEqual([
      { name: 'Terminal ana@portatil', scope: 'read', userId: ana.id },
    ]);
    const bearer = terminal('203.0.113.7', received.secret as string);
    expect(await bearer.client.readOwnData()).toMatchObject({ email: 'ana@demo.mx' });
    await expect(exchange(deviceCode)).rejects.toMatchObject({ code: 'device.expired' });
    expect(await acts()).toEqual(['device.authorize', 'token.create']);
  });

  it('shows the person which machine asks, from where and when, before the answer', async () => {
    const { userCode, expiresAt } = await begin();
    Object.assign(page.extra, { 'X-Forwarded-For': '198.51.100.4' });
    const deviceRequest = { success: true, machine: 'ana@portatil', grant: 'write', address: '203.0.113.7', requestedAt: NOW, expiresAt };
    for (const typed of [userCode, userCode.toLowerCase(), userCode.replace('-', ' ')])
      expect(await page.client.readDeviceAuthorization({ userCode: typed })).toEqual({ ...deviceRequest, isSameAddress: false });
    Object.assign(page.extra, { 'X-Forwarded-For': '203.0.113.7' });
    expect(await page.client.readDeviceAuthorization({ userCode })).toMatchObject({ isSameAddress: true });
  });

  it('is refused by the person, and learns that', async () => {
    const { userCode, deviceCode } = await begin();
    await page.client.answerDeviceAuthorization({ userCode, isApproved: false });
    await expect(exchange(deviceCode)).rejects.toMatchObject({ status: 403, code: 'device.denied' });
    await expect(approve(userCode)).rejects.toMatchObject({ code: 'device.invalidCode' });
    expect([await acts(), await app.db('accessTokens')]).toEqual([['device.deny', 'device.failCode'], []]);
  });

  it('has ten minutes for the answer and for the token', async () => {
    const [early, late] = [await begin(), await begin()];
    await approve(late.userCode);
    later(599);
    expect((await exchange(early.deviceCode)).status).toBe('pending');
    later(600);
    await expect(approve(early.userCode)).rejects.toMatchObject({ code: 'device.invalidCode' });
    for (const { deviceCode } of [early, late]) await expect(exchange(deviceCode)).rejects.toMatchObject({ code: 'device.expired' });
    expect(await app.db('accessTokens')).toEqual([]);
  });

  it('is asked to slow down when it asks too soon', async () => {
    const { deviceCode } = await begin();
    expect((await exchange(deviceCode)).interval).toBe(5);
    later(2);
    expect((await exchange(deviceCode)).interval).toBe(10);
    later(12);
    expect((await exchange(deviceCode)).interval).toBe(5);
  });

  it('leaves one token when it asks twice at once, and one answer when two people answer at once', async () => {
    const { deviceCode, userCode } = await begin();
    const beto = await app.as(await given(app.db).person());
    const answers = await Promise.allSettled([approve(userCode), approve(userCode, beto)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const exchanges = await Promise.allSettled([1, 2, 3].map(() => exchange(deviceCode)));
    expect(exchanges.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await app.db('accessTokens')).toHaveLength(1);
  });

  it('receives nothing once the person is inactive or their access has ended', async () => {
    const [first, second] = [await begin(), await begin()];
    const beto = await given(app.db).person();
    await approve(first.userCode, await app.as(beto));
    await app.db('users').where({ id: beto.id }).update({ isActive: false });
    await expect(exchange(first.deviceCode)).rejects.toMatchObject({ code: 'user.notActive' });
    await app.db('users').where({ id: beto.id }).update({ isActive: true });
    await approve(second.userCode, await app.as(beto));
    await stage(app.db).act(setUserStatus, ana, { id: beto.id, isActive: false, reassignTo: null });
    await expect(exchange(second.deviceCode)).rejects.toMatchObject({ code: 'device.expired' });
    expect(await app.db('accessTokens')).toEqual([]);
  });

  it('waits for the end of its person’s access before it takes its own request, because that end takes them in this order', async () => {
    const { deviceCode, userCode } = await begin();
    await approve(userCode);
    const ending = await app.db.transaction();
    await ending('users').where({ id: ana.id }).forUpdate();
    const received = exchange(deviceCode).catch((error: ApiError) => error.code);
    await expect.poll(() => app.db('pg_locks').where({ granted: false })).not.toEqual([]);
    await ending('deviceAuthorizations').where({ answeredById: ana.id }).delete();
    await ending.commit();
    expect(await received).toBe('device.expired');
  });

  it('leaves no code in the database nor in the log, and the user code cannot be computed from what is stored', async () => {
    const { deviceCode, userCode } = await begin();
    await approve(userCode);
    const { secret } = await exchange(deviceCode);
    const dump = JSON.stringify([await everythingIn(app.db), app.logged]);
    for (const code of [deviceCode, userCode, userCode.replace('-', ''), secret as string]) expect(dump).not.toContain(code);
    const { userCode: typed } = await begin();
    const [stored] = await app.db('deviceAuthorizations').select('userCodeHash');
    for (const one of [typed, typed.replace('-', '')]) expect(stored.userCodeHash.equals(hashOf(one))).toBe(false);
  });

  it('is answered only from our own page', async () => {
    const { userCode } = await begin();
    const body = { user_code: userCode, approve: true };
    const path = '/api/answer_device_authorization';
    expect(await page.call('POST', path, { body, csrf: false })).toMatchObject({ status: 403, body: { code: 'session.forged' } });
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await page.call('POST', path, { body, headers })).toMatchObject({ status: 403, body: { code: 'session.forged' } });
    await approve(userCode);
  });
});

describe('guesses of codes', () => {
  const guess = (by: Browser) => by.client.readDeviceAuthorization({ userCode: 'BCDF-GHJK' });

  it('are limited for each person, also while a right code is at hand, and recorded', async () => {
    const { userCode } = await begin();
    for (let tries = 0; tries < 5; tries += 1) await expect(guess(page)).rejects.toMatchObject({ code: 'device.invalidCode' });
    for (const more of [() => guess(page), () => approve(userCode)])
      await expect(more()).rejects.toMatchObject({ status: 429, code: 'session.tooManyTries' });
    expect(await acts()).toEqual(Array(5).fill('device.failCode'));
    await approve(userCode, await app.as(await given(app.db).person()));
  });

  it('many at once are counted one after another', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => guess(page)));
    const codes = ends.map((end) => (end.status === 'rejected' ? end.reason.code : ''));
    expect(codes.filter((code) => code === 'device.invalidCode')).toHaveLength(5);
  });

  it('do not count what was right', async () => {
    const { userCode } = await begin();
    for (let reads = 0; reads < 8; reads += 1) await page.client.readDeviceAuthorization({ userCode });
    await approve(userCode);
  });

  it('codes are limited for each address', async () => {
    for (let codes = 0; codes < 30; codes += 1) await begin();
    await expect(begin()).rejects.toMatchObject({ code: 'session.tooManyTries' });
    await begin('write', terminal('203.0.113.99'));
  });
});

describe('a session for calls that no token may make', () => {
  /** A token of hers, as an earlier login left it. */
  async function tokenOf(by: Browser) {
    const { deviceCode, userCode } = await begin();
    await approve(userCode, by);
    return (await exchange(deviceCode)).secret as string;
  }

  it('is given to the terminal that has a token of the person, for 15 minutes', async () => {
    const at = terminal();
    const { deviceCode, userCode } = await begin('session', terminal('203.0.113.7', await tokenOf(page)));
    expect(await page.client.readDeviceAuthorization({ userCode })).toMatchObject({ grant: 'session' });
    await approve(userCode);
    expect(await exchange(deviceCode, at)).toMatchObject({ status: 'approved', secret: null, expiresOn: null });
    expect((await at.client.readSession()).user).toMatchObject({ email: 'ana@demo.mx' });
    expect(await at.client.listTokens()).toHaveLength(1);
    later(899);
    expect((await at.client.readSession()).user).not.toBeNull();
    later(900);
    expect((await at.client.readSession()).user).toBeNull();
    expect((await acts()).slice(2)).toEqual(['device.authorize', 'session.logIn']);
  });

  it('is asked for by no stranger, and given by nobody else', async () => {
    await expect(begin('session')).rejects.toMatchObject({ code: 'token.required' });
    const { userCode } = await begin('session', terminal('203.0.113.7', await tokenOf(page)));
    const beto = await app.as(await given(app.db).person());
    await expect(beto.client.readDeviceAuthorization({ userCode })).rejects.toMatchObject({ code: 'device.invalidCode' });
    await expect(approve(userCode, beto)).rejects.toMatchObject({ code: 'device.invalidCode' });
    await approve(userCode);
  });
});

it('works while passwords are off, which a password does not', async () => {
  const company = await runningApp({ allowsPasswords: false, database: { db: app.db, wipe: async () => {}, close: async () => {} } });
  const at = browser(company.origin);
  await expect(at.client.logIn({ email: ana.email, password: PASSWORD })).rejects.toMatchObject({ code: 'credentials.passwordsOff' });
  const { deviceCode, userCode } = await at.client.beginDeviceAuthorization({ machine: 'ana@portatil', grant: 'write' });
  await (await company.as(ana)).client.answerDeviceAuthorization({ userCode, isApproved: true });
  expect((await at.client.exchangeDeviceCode({ deviceCode })).secret).toMatch(/^tk_/);
  await company.close();
});
