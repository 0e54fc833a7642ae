import { PassThrough, Readable } from 'node:stream';
import { setPassword, unlinkCompanyAccount } from '@bitacora/core/use-cases/people/rescue-account';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../core/test/database.ts';
import { given, NOW, PASSWORD } from '../../../core/test/factories.ts';
import { stage } from '../../../core/test/stage.ts';
import { identityProvider } from '../../src/account/identity-provider.ts';
import { administer } from '../../src/commands/administer.ts';
import { administration } from '../../src/messages/administration.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { loginBrowser } from './login-browser.ts';
import { CLIENT_ID, CLIENT_SECRET, type Orders, startProvider } from './provider.ts';

const PUBLIC_URL = 'http://bitacora.demo.mx';
let database: TestDatabase;
let provider: Awaited<ReturnType<typeof startProvider>>;
let app: RunningApp;
let other: RunningApp;

const providerFor = (overrides: object = {}) => {
  const settings = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, label: 'Entrar con la empresa' };
  return identityProvider({ ...settings, trustsEmail: false, ...overrides }, PUBLIC_URL);
};

beforeAll(async () => {
  [database, provider] = await Promise.all([testDatabase(), startProvider()]);
  const shared = { ...database, close: async () => {} };
  app = await runningApp({ database: shared, provider: providerFor() });
  other = await runningApp({ database: shared, provider: providerFor({ trustsEmail: true }), allowsPasswords: false });
});
beforeEach(async () => {
  await database.wipe();
  await provider.order();
  app.setClock(NOW);
});
afterAll(async () => {
  for (const one of [app, other]) await one?.close();
  await Promise.all([database?.close(), provider?.close()]);
});

const core = () => stage(database.db).core;
const visitor = (at = app) => loginBrowser(PUBLIC_URL, at.origin);
const ana = (overrides: object = {}) => given(database.db).person({ email: 'Ana@demo.mx', ...overrides });
const refused = (reason: string) => `/?company_login=${reason}`;
const linked = () => database.db('companyAccounts').select('issuer', 'subject', 'userId', 'email').orderBy('subject');
const stored = async () => [await database.db('sessions'), await linked()];
const acts = async () => (await database.db('adminHistory').orderBy('id')).map(({ act, after }) => [act, after]);
async function sessionOf({ cookies }: ReturnType<typeof loginBrowser>) {
  const mine = app.visitor();
  for (const [name, value] of cookies) mine.cookies.set(name, value);
  return mine.client.readSession();
}

it('matches a person by email once and by the account afterwards, although the addresses change', async () => {
  const person = await ana();
  const browser = visitor();
  expect(await browser.logIn()).toBe('/Home');
  expect((await sessionOf(browser)).user).toMatchObject({ id: person.id });
  expect(await linked()).toEqual([{ issuer: provider.issuer, subject: 'sujeto-1', userId: person.id, email: 'ana@demo.mx' }]);
  expect(await acts()).toEqual([
    ['companyAccount.link', { issuer: provider.issuer, subject: 'sujeto-1', email: 'ana@demo.mx' }],
    ['session.logIn', { issuer: provider.issuer }],
  ]);

  await database.db('users').where({ id: person.id }).update({ email: 'ana.luna@demo.mx' });
  await given(database.db).person({ email: 'ana@demo.mx' });
  const again = visitor();
  expect(await again.logIn()).toBe('/Home');
  expect((await sessionOf(again)).user).toMatchObject({ id: person.id });
  expect(await linked()).toHaveLength(1);
});

it('the cookie of a login comes back from another site, the session that it opens does not travel', async () => {
  await ana();
  const browser = visitor();
  const begun = await browser.visit(`${PUBLIC_URL}/api/oidc/login`);
  expect(begun.setCookies.find((line) => line.startsWith('login='))).toMatch(/httponly/i);
  expect(begun.setCookies.find((line) => line.startsWith('login='))).toMatch(/samesite=lax/i);
  const query = new URL(begun.location ?? '').searchParams;
  expect(Object.fromEntries(query)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256', scope: 'openid email' });
  const finished = await browser.visit(await browser.comeBack());
  expect(finished.setCookies.find((line) => line.startsWith('sid='))).toMatch(/samesite=strict/i);
  expect(browser.cookies.has('login')).toBe(false);
});

it('the session that a browser had ends when another begins, although its cookie stays at home on the way back', async () => {
  await ana();
  const browser = visitor();
  await browser.logIn();
  const [before] = await database.db('sessions');
  const address = await browser.comeBack();
  browser.cookies.delete('sid');
  await browser.visit(address);
  expect(await database.db('sessions')).toHaveLength(1);
  expect((await database.db('sessions'))[0].idHash).not.toEqual(before.idHash);
});

it('proves a person recently only where the provider was asked to see them again', async () => {
  await ana();
  const browser = visitor();
  await browser.logIn();
  expect(await database.db('sessions').select('provedAt')).toEqual([{ provedAt: new Date(0) }]);
  await browser.logIn({ confirm: '1' });
  expect(await database.db('sessions').select('provedAt')).toEqual([{ provedAt: NOW }]);
});

it('one process begins a login and another finishes it', async () => {
  const person = await ana();
  const browser = visitor();
  const address = await browser.comeBack({ at: other.origin });
  expect((await browser.visit(address)).location).toBe(`${PUBLIC_URL}/Home`);
  expect((await sessionOf(browser)).user).toMatchObject({ id: person.id });
});

it('a login leads to the page that was asked for, and to no other site', async () => {
  await ana();
  expect(await visitor().logIn({ next: '/Consult_My_Activity/7?a=1' })).toBe('/Consult_My_Activity/7?a=1');
  const foreign = ['https://evil.mx/', '//evil.mx', '/\\evil.mx', '/\t/evil.mx', '/.//evil.mx', 'javascript:alert(1)', 'Home'];
  for (const next of foreign) expect([next, await visitor().logIn({ next })]).toEqual([next, '/Home']);
});

it('a provider that changes its key is believed at once, with the new one', async () => {
  await ana();
  await visitor().logIn();
  await provider.order({ rotatesKey: true });
  expect(await visitor().logIn()).toBe('/Home');
});

it('a clock that is half a minute apart does no harm', async () => {
  await ana();
  const now = Math.round(Date.now() / 1_000);
  await provider.order({ claims: { exp: now - 30 } });
  expect(await visitor().logIn()).toBe('/Home');
});

it('an email that only UserInfo names counts too', async () => {
  await ana();
  await provider.order({ hasUserInfo: true });
  expect(await visitor().logIn()).toBe('/Home');
});

it('an email that the provider does not speak of counts only where the provider is trusted', async () => {
  await ana();
  await provider.order({ isVerified: undefined });
  expect(await visitor().logIn()).toBe(refused('emailUnverified'));
  expect(await visitor(other).logIn()).toBe('/Home');
  await database.wipe();
  await ana();
  await provider.order({ isVerified: false });
  expect(await visitor(other).logIn()).toBe(refused('emailUnverified'));
});

const seconds = Math.round(Date.now() / 1_000);
const wrongAnswers: [title: string, orders: Partial<Orders>, reason: string][] = [
  ['another nonce', { claims: { nonce: 'otro' } }, 'rejected'],
  ['no nonce', { claims: { nonce: null } }, 'rejected'],
  ['another issuer', { claims: { iss: 'https://otro.mx' } }, 'rejected'],
  ['another audience', { claims: { aud: 'otra-aplicacion' } }, 'rejected'],
  ['two audiences and another authorised party', { claims: { aud: [CLIENT_ID, 'otra'], azp: 'otra' } }, 'rejected'],
  ['an expired token', { claims: { exp: seconds - 300 } }, 'rejected'],
  ['a token for later', { claims: { nbf: seconds + 3_600 } }, 'rejected'],
  ['no subject', { claims: { sub: null } }, 'rejected'],
  ['alg none', { signature: 'none' }, 'rejected'],
  ['a signature made with the client secret', { signature: 'HS256' }, 'rejected'],
  ['a changed signature', { signature: 'altered' }, 'rejected'],
  ['the signature of a stranger under the name of the right key', { signature: 'stranger' }, 'rejected'],
  ['no ID token', { withoutIdToken: true }, 'rejected'],
  ['a person who cancels', { isCanceled: true }, 'canceled'],
  ['an email that is not verified', { isVerified: false }, 'emailUnverified'],
  ['no email', { email: null }, 'emailUnverified'],
  ['an email in letters that lower case makes ASCII', { email: 'ana@demo.m\u212A' }, 'emailUnverified'],
  ['an email that nobody has', { email: 'nadie@demo.mx' }, 'unknownPerson'],
];
it.each(wrongAnswers)('%s opens nothing and stores nothing', async (_title, orders, reason) => {
  await ana();
  await provider.order(orders);
  const browser = visitor();
  expect(await browser.logIn()).toBe(refused(reason));
  expect(browser.cookies.has('sid')).toBe(false);
  expect(await stored()).toEqual([[], []]);
});

const wrongReturns: [title: string, change: (address: URL, browser: ReturnType<typeof loginBrowser>) => void, reason: string][] = [
  ['without the cookie of the login', (_, { cookies }) => cookies.delete('login'), 'expired'],
  ['with a changed cookie', (_, { cookies }) => cookies.set('login', `A${cookies.get('login')?.slice(1)}x`), 'expired'],
  ['ten minutes later', () => app.setClock(new Date(NOW.getTime() + 601_000)), 'expired'],
  ['with another state', ({ searchParams }) => searchParams.set('state', 'otro'), 'expired'],
  ['without a state', ({ searchParams }) => searchParams.delete('state'), 'expired'],
  ['with two states', ({ searchParams }) => searchParams.append('state', 'otro'), 'expired'],
  ['from another issuer (mix-up)', ({ searchParams }) => searchParams.set('iss', 'https://otro.mx'), 'rejected'],
  ['without the issuer that the provider always names', ({ searchParams }) => searchParams.delete('iss'), 'rejected'],
  ['with a made-up code', ({ searchParams }) => searchParams.set('code', 'inventado'), 'rejected'],
  ['without a code', ({ searchParams }) => searchParams.delete('code'), 'rejected'],
];
it.each(wrongReturns)('a browser that comes back %s opens nothing', async (_title, change, reason) => {
  await ana();
  const browser = visitor();
  const address = new URL(await browser.comeBack());
  change(address, browser);
  const { location } = await browser.visit(address.href);
  expect(location?.replace(PUBLIC_URL, '').replace(/[?&]next=[^&]*/, '')).toBe(refused(reason));
  expect(browser.cookies.has('sid')).toBe(false);
  expect(await stored()).toEqual([[], []]);
});

it('a code opens one session: it is refused the second time, and with the login of another browser (PKCE)', async () => {
  await ana();
  const [mine, thief] = [visitor(), visitor()];
  const address = new URL(await mine.comeBack());
  const cookie = mine.cookies.get('login') ?? '';

  const stolen = new URL(await thief.comeBack());
  stolen.searchParams.set('code', address.searchParams.get('code') ?? '');
  expect((await thief.visit(stolen.href)).location).toBe(PUBLIC_URL + refused('rejected'));
  expect(await stored()).toEqual([[], []]);

  const second = new URL(await mine.comeBack());
  expect((await mine.visit(second.href)).location).toBe(`${PUBLIC_URL}/Home`);
  mine.cookies.set('login', cookie);
  expect((await mine.visit(address.href)).location).toBe(PUBLIC_URL + refused('rejected'));
  expect(await database.db('sessions')).toHaveLength(1);
});

it('HEAD uses no code up', async () => {
  await ana();
  const browser = visitor();
  const address = await browser.comeBack();
  expect((await browser.visit(address, { method: 'HEAD' })).status).toBe(404);
  expect((await browser.visit(address)).location).toBe(`${PUBLIC_URL}/Home`);
});

it('an inactive person stays out, linked or not', async () => {
  const person = await ana();
  await visitor().logIn();
  await database.db('users').update({ isActive: false });
  await database.db('sessions').delete();
  expect(await visitor().logIn()).toBe(refused('inactive'));
  await database.db('companyAccounts').delete();
  expect(await visitor().logIn()).toBe(refused('inactive'));
  expect(await stored()).toEqual([[], []]);
  expect((await acts()).filter(([act]) => act === 'session.failLogIn')).toHaveLength(2);
  expect(person.isActive).toBe(true);
});

it('of two accounts with one email the second is refused, until an operator unlinks the first', async () => {
  await ana();
  await visitor().logIn();
  await provider.order({ subject: 'sujeto-2' });
  expect(await visitor().logIn()).toBe(refused('otherAccount'));
  expect(await linked()).toHaveLength(1);
  const input = { email: 'ana@demo.mx', operator: 'root@servidor' };
  await core().perform({ useCase: unlinkCompanyAccount, actor: null, channel: 'system', input, effect: 'writes' });
  expect(await stored()).toEqual([[], []]);
  expect(await visitor().logIn()).toBe('/Home');
  expect(await linked()).toMatchObject([{ subject: 'sujeto-2' }]);
});

it('the same subject of another issuer is another account', async () => {
  const boss = await given(database.db).person({ email: 'jefa@demo.mx' });
  const row = { issuer: 'https://otro.mx', subject: 'sujeto-1', userId: boss.id, email: 'jefa@demo.mx', linkedAt: NOW };
  await database.db('companyAccounts').insert(row);
  await provider.order({ email: null });
  expect(await visitor().logIn()).toBe(refused('emailUnverified'));
  const person = await ana();
  await provider.order();
  const browser = visitor();
  await browser.logIn();
  expect((await sessionOf(browser)).user).toMatchObject({ id: person.id });
});

it('two first logins at once link one account', async () => {
  await ana();
  const browsers = [visitor(), visitor()];
  const addresses = await Promise.all(browsers.map((browser) => browser.comeBack()));
  const ends = await Promise.all(browsers.map(async (browser, n) => (await browser.visit(addresses[n] ?? '')).location));
  expect(ends).toEqual([`${PUBLIC_URL}/Home`, `${PUBLIC_URL}/Home`]);
  expect(await linked()).toHaveLength(1);
});

it('a provider that is away, or does not know us, is named on the login page', async () => {
  await ana();
  const browser = visitor();
  const address = await browser.comeBack({ next: '/My_Activities' });
  await provider.order({ away: true });
  expect((await browser.visit(address)).location).toBe(`${PUBLIC_URL}${refused('away')}&next=%2FMy_Activities`);
  expect(await providerFor().problem()).toMatchObject({ problem: 'away' });
  await provider.order();
  expect(await providerFor().problem()).toBeNull();
  expect(await providerFor({ clientSecret: 'otro' }).problem()).toMatchObject({ problem: 'misconfigured' });
  expect(await providerFor({ issuer: `${provider.issuer}/otro` }).problem()).toMatchObject({ problem: 'rejected' });
  expect(await providerFor({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') }).problem()).toMatchObject({ problem: 'rejected' });
});

it('who logged in with the company also logs out there, who came with a password does not', async () => {
  await ana();
  const browser = visitor();
  await browser.logIn();
  const mine = app.visitor();
  for (const [name, value] of browser.cookies) mine.cookies.set(name, value);
  const { logoutUrl } = await mine.client.logOut();
  expect(logoutUrl).toBe(
    `${provider.issuer}/session/end?post_logout_redirect_uri=${encodeURIComponent(`${PUBLIC_URL}/`)}&client_id=${CLIENT_ID}`,
  );
  const typed = app.visitor();
  await typed.client.logIn({ email: 'ana@demo.mx', password: PASSWORD });
  expect(await typed.client.logOut()).toMatchObject({ logoutUrl: null });
});

it('with LOGIN=oidc passwords open nothing, unless a command on the server allowed a Desarrollador', async () => {
  const person = await ana({ kind: 'Desarrollador' });
  const off = { status: 403, code: 'credentials.passwordsOff' };
  const { client } = other.visitor();
  expect(await client.readSession()).toMatchObject({ allowsPasswords: false, companyLogin: { url: `${PUBLIC_URL}/api/oidc/login` } });
  const typed = { email: 'ana@demo.mx', password: PASSWORD };
  await expect(client.logIn(typed)).rejects.toMatchObject(off);
  await expect(client.logIn({ ...typed, email: 'nadie@demo.mx' })).rejects.toMatchObject(off);
  await expect(client.requestPasswordReset({ email: 'ana@demo.mx' })).rejects.toMatchObject(off);
  await expect(client.checkResetToken({ email: 'ana@demo.mx', token: 'x' })).rejects.toMatchObject(off);
  await expect(client.resetPassword({ email: 'ana@demo.mx', token: 'x', password: 'segura 2026' })).rejects.toMatchObject(off);

  const rescue = (email: string) =>
    core().perform({
      useCase: setPassword,
      actor: null,
      channel: 'system',
      effect: 'writes',
      input: { ...typed, email, operator: 'root@servidor', arePasswordsOff: true },
    });
  const boss = await given(database.db).manager();
  await expect(rescue(boss.email)).rejects.toMatchObject({ refusal: { code: 'companyLogin.developerOnly' } });
  await rescue(person.email);
  expect((await acts()).at(-1)).toEqual(['password.reset', { passwordUntil: '2026-11-21T18:00:00.000Z' }]);
  expect(await client.logIn(typed)).toMatchObject({ status: 'activo' });
  other.setClock(new Date(NOW.getTime() + 24 * 3_600_000 + 1));
  await expect(other.visitor().client.logIn(typed)).rejects.toMatchObject(off);
  other.setClock(NOW);
  await database.db('users').update({ kind: 'Empleado' });
  await expect(other.visitor().client.logIn(typed)).rejects.toMatchObject(off);
});

it('with LOGIN=oidc create-admin says that it keeps no password', async () => {
  const [stdin, stdout, stderr] = [Readable.from(['segura 2026']), new PassThrough(), new PassThrough()];
  const company = { LOGIN: 'oidc', OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: 'c' };
  const settings = () => readSettings({ DATABASE_URL: database.url, ...company });
  await administer(['create-admin', '--email', 'eva@demo.mx', '--password-stdin'], {
    stdin,
    stdout,
    stderr,
    settings,
    env: {},
    fileNames: [],
    now: () => NOW,
    place: String,
  });
  expect(String(stderr.read())).toBe(`${administration.noPasswordKept}\n`);
  expect(String(stdout.read())).toBe(`${administration.created('eva@demo.mx')}\n`);
  expect(await database.db('users').where({ email: 'eva@demo.mx' })).toMatchObject([{ passwordHash: null }]);
});

it('without a provider there is no company login', async () => {
  const plain = await runningApp({ database: { ...database, close: async () => {} } });
  expect((await visitor(plain).visit(`${PUBLIC_URL}/api/oidc/login`)).status).toBe(404);
  expect((await visitor(plain).visit(`${PUBLIC_URL}/api/oidc/callback?code=1`)).status).toBe(404);
  await plain.close();
});
