import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { type Machine, machine } from './bitacora.ts';

const EMAIL = 'ana@demo.mx';
let app: RunningApp;
/** Another address of the same company. */
let other: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
  other = await runningApp({ rateLimitFactor: 100, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
});
beforeEach(async () => {
  await app.wipe();
  await given(app.db).manager({ email: EMAIL });
  at = await machine();
});
afterEach(() => at.leave());
afterAll(async () => {
  await other.close();
  await app.close();
});

const logIn = (url: string, ...more: string[]) =>
  at.bitacora(['login', '--url', url, '--email', EMAIL, '--password-stdin', ...more], { input: PASSWORD });
const urlOf = async (...words: string[]) => JSON.parse((await at.bitacora(['whoami', '--json', ...words])).out).url;
const hostOf = (url: string) => new URL(url).host.replace(':', '-');
const tokens = async () => (await app.db('accessTokens')).length;

it('keeps a login at another server beside the first one, and switches between them', async () => {
  await logIn(app.origin);
  await logIn(other.origin);
  expect(await urlOf()).toBe(other.origin);
  expect(await urlOf('--profile', 'principal')).toBe(app.origin);
  expect((await at.bitacora(['--profile', 'principal', 'whoami', '--json'])).out).toContain(app.origin);
  const { rows } = JSON.parse((await at.bitacora(['auth', 'list', '--json'])).out);
  expect(rows.map(({ profile, isCurrent, url }: Record<string, unknown>) => [profile, isCurrent, url])).toEqual([
    [hostOf(other.origin), true, other.origin],
    ['principal', false, app.origin],
  ]);
  expect((await at.bitacora(['auth', 'switch', 'principal'])).status).toBe(0);
  expect(await urlOf()).toBe(app.origin);
  expect((await at.bitacora(['whoami', '--json'], { env: { BITACORA_PROFILE: hostOf(other.origin) } })).out).toContain(other.origin);
  expect(await tokens()).toBe(2);
});

it('leaves no token behind: a login replaces that of its profile, whatever its server', async () => {
  await logIn(app.origin);
  await logIn(app.origin);
  expect(await tokens()).toBe(1);
  await logIn(app.origin, '--profile', 'pruebas');
  await logIn(other.origin, '--profile', 'pruebas');
  expect(await tokens()).toBe(2);
  expect((await at.bitacora(['logout'])).out).toContain('Quedan otros perfiles: principal.');
  expect(await tokens()).toBe(1);
});

it('refuses a profile that is none, in words', async () => {
  expect(await at.bitacora(['auth', 'switch', 'nada'])).toMatchObject({ status: 2, err: 'No hay un perfil «nada».\nNo hay perfiles.\n' });
  expect((await at.bitacora(['whoami', '--profile', '../x'])).err).toContain('«../x» no sirve como nombre de perfil.');
});
