import type { Person } from '@bitacora/core/domain/people/person';
import { hashOf } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deep } from '../../core/test/deep.ts';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { browser } from './browser.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const BOT = 'the service token of the tests, long enough';
let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: BOT });
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

const CHAT = { service: 'slack', workspace: 'T1', chat_user_id: 'U1', conversation: 'D1' };
const bearing = (secret: string) => (method: string, path: string, body?: object) =>
  app.visitor().call(method, path, { body, csrf: false, headers: { Authorization: `Bearer ${secret}` } });

/** Every way in that a person can have at once: two browsers, a personal token, and the bot's for a linked chat. */
async function waysInOf(person: Person): Promise<Record<string, () => Promise<number>>> {
  const expiresAt = new Date(NOW.getTime() + 3_600_000);
  const link = { userId: person.id, service: 'slack', workspace: 'T1', chatUserId: 'U1', displayName: 'ella', linkedAt: NOW };
  await app.db('chatLinks').insert(link);
  await app.db('accessTokens').insert({
    userId: person.id,
    secretHash: hashOf('tk_propio'),
    prefix: 'tk_',
    name: 'Terminal',
    scope: 'write',
    channel: 'terminal',
    createdAt: NOW,
    expiresAt,
  });
  const { token } = (await bearing(BOT)('POST', '/api/bot/exchange', CHAT)).body as { token: string };
  const cookies = [await given(app.db).session(person), await given(app.db).session(person)];
  const asking = (headers: Record<string, string>) => async () =>
    (await raw(app.origin, { method: 'GET', path: '/api/data_user', headers })).status;
  return {
    cookie: asking({ Cookie: `sid=${cookies[0]}` }),
    otherCookie: asking({ Cookie: `sid=${cookies[1]}` }),
    token: asking({ Authorization: 'Bearer tk_propio' }),
    chat: asking({ Authorization: `Bearer ${token}` }),
  };
}
async function answers(ways: Record<string, () => Promise<number>>) {
  return Object.fromEntries(await Promise.all(Object.entries(ways).map(async ([name, way]) => [name, await way()])));
}
const everywhere = (status: number) => ({ cookie: status, otherCookie: status, token: status, chat: status });

it('a person who is deactivated is out on every way in from the next call on, and coming back revives none of them', async () => {
  const person = await given(app.db).person();
  const boss = await app.as(await given(app.db).manager());
  const ways = await waysInOf(person);
  expect(await answers(ways)).toEqual(everywhere(200));
  await boss.client.setUserStatus({ id: person.id, isActive: false, reassignTo: null });
  expect(await answers(ways)).toEqual(everywhere(401));
  expect((await bearing(BOT)('POST', '/api/bot/exchange', CHAT)).status).toBe(403);
  await boss.client.setUserStatus({ id: person.id, isActive: true, reassignTo: null });
  expect(await answers(ways)).toEqual(everywhere(401));
});

it('a reset of the password ends every way in', async () => {
  const person = await given(app.db).person({ email: 'ana@demo.mx' });
  const ways = await waysInOf(person);
  await app.visitor().client.requestPasswordReset({ email: person.email });
  const { facts } = await app.db('outbox').first();
  const token = (await stage(app.db).anyone(findTokenToSend, facts)) as string;
  expect(await answers(ways)).toEqual(everywhere(200));
  await app.visitor().client.resetPassword({ email: person.email, token, password: 'clave nueva 1' });
  expect(await answers(ways)).toEqual(everywhere(401));
});

it('changing the password ends the other browsers, and a logout its own alone', async () => {
  const person = await given(app.db).person();
  const [mine, other] = [await app.as(person), await app.as(person)];
  await mine.client.changePassword({ currentPassword: PASSWORD, password: 'clave nueva', confirmation: 'clave nueva' });
  expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
  expect((await other.call('GET', '/api/data_user')).status).toBe(401);
  const third = await app.as(person);
  await mine.client.logOut();
  expect((await third.call('GET', '/api/data_user')).status).toBe(200);
});

it('a session somebody planted before the login is worth nothing after it, not even one that was alive', async () => {
  const [victim, attacker] = [await given(app.db).person(), await given(app.db).person()];
  const planted = await given(app.db).session(attacker);
  const theirs = browser(app.origin, planted);
  await theirs.client.logIn({ email: victim.email, password: PASSWORD });
  expect(theirs.cookies.get('sid')).not.toBe(planted);
  expect((await browser(app.origin, planted).call('GET', '/api/data_user')).status).toBe(401);
  expect(await theirs.client.readSession()).toMatchObject({ user: { id: victim.id } });
});

it('what the database keeps of a session or a token opens nothing', async () => {
  const person = await given(app.db).person();
  await waysInOf(person);
  const rows = [...(await app.db('sessions').select('idHash as hash')), ...(await app.db('accessTokens').select('secretHash as hash'))];
  for (const { hash } of rows as { hash: Buffer }[]) {
    for (const form of [hash.toString('base64url'), hash.toString('hex'), hash.toString('base64'), `\\x${hash.toString('hex')}`]) {
      const ways: Record<string, string>[] = [
        { Cookie: `sid=${form}` },
        { Authorization: `Bearer ${form}` },
        { Authorization: `Bearer tk_${form}` },
      ];
      for (const headers of ways) expect((await raw(app.origin, { method: 'GET', path: '/api/data_user', headers })).status).toBe(401);
    }
  }
});

it('a demotion takes the administration away from every way in at the next call', async () => {
  const boss = await given(app.db).manager();
  const developer = await app.as(await given(app.db).person({ kind: 'Desarrollador' }));
  await waysInOf(boss);
  const list = async () =>
    (await raw(app.origin, { method: 'GET', path: '/api/get_users', headers: { Authorization: 'Bearer tk_propio' } })).status;
  expect(await list()).toBe(200);
  const { id, kind, ...rest } = boss;
  await developer.client.updateUser({ ...rest, id, kind: 'Usuario', position: 'ANALISTA' });
  expect(await list()).toBe(403);
});

it('a session is over after two idle hours and after twelve in all, token and chat at their own hour', async () => {
  const person = await given(app.db).person();
  const ways = await waysInOf(person);
  const at = (minutes: number) => app.setClock(new Date(NOW.getTime() + minutes * 60_000));
  at(14);
  expect(await answers(ways)).toEqual(everywhere(200));
  at(16);
  expect(await answers(ways)).toEqual({ ...everywhere(200), chat: 401 });
  at(61);
  expect(await answers(ways)).toEqual({ ...everywhere(200), chat: 401, token: 401 });
  at(61 + 119);
  expect(await ways.cookie?.()).toBe(200);
  at(61 + 121);
  expect(await ways.otherCookie?.()).toBe(401);
  for (let hour = 4; hour < 12; hour++) {
    at(hour * 60);
    expect(await ways.cookie?.()).toBe(200);
  }
  at(12 * 60);
  expect(await ways.cookie?.()).toBe(401);
});

it('visitors store nothing, with any number of token requests and any cookie', { timeout: 300_000 }, async () => {
  const visits = deep(50_000, 300);
  for (let n = 0; n < visits; n += 10) {
    const batch = Array.from({ length: 10 }, (_, m) =>
      raw(app.origin, { method: 'GET', path: '/api/csrf-token', headers: n % 20 ? {} : { Cookie: `sid=${'x'.repeat(m * 5)}${n}` } }),
    );
    for (const { status } of await Promise.all(batch)) expect(status).toBe(200);
  }
  const { rows } = await app.db.raw('SELECT (SELECT count(*) FROM sessions) + (SELECT count(*) FROM rate_limits) AS stored');
  expect(rows).toEqual([{ stored: 0 }]);
});
