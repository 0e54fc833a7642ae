import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import type { Person } from '../../core/src/domain/people/person.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { type Machine, machine } from './bitacora.ts';

const EMAIL = 'ana@demo.mx';
let app: RunningApp;
/** Another address of the same company. */
let other: RunningApp;
let at: Machine;
let ana: Person;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
  other = await runningApp({ rateLimitFactor: 100, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
});
beforeEach(async () => {
  await app.wipe();
  ana = await given(app.db).manager({ email: EMAIL });
  await given(app.db).person({ firstName: 'José', lastName: 'Núñez', position: 'ANALISTA' });
  at = await machine();
});
afterEach(() => at.leave());
afterAll(async () => {
  await other.close();
  await app.close();
});

const logIn = (url: string, ...more: string[]) =>
  at.bitacora(['login', '--url', url, '--email', EMAIL, '--password-stdin', ...more], { input: PASSWORD });
const readUrl = async (...words: string[]) => JSON.parse((await at.bitacora(['whoami', '--json', ...words])).out).url;
const profileHost = (url: string) => new URL(url).host.replace(':', '-');
const tokens = async () => (await app.db('accessTokens')).length;

it('keeps a login at another server beside the first one, and switches between them', async () => {
  await logIn(app.origin);
  await logIn(other.origin);
  expect(await readUrl()).toBe(other.origin);
  expect(await readUrl('--profile', 'principal')).toBe(app.origin);
  expect((await at.bitacora(['--profile', 'principal', 'whoami', '--json'])).out).toContain(app.origin);
  const { rows } = JSON.parse((await at.bitacora(['auth', 'list', '--json'])).out);
  expect(rows.map((row: Record<string, unknown>) => [row.profile, row.is_current, row.url])).toEqual([
    [profileHost(other.origin), true, other.origin],
    ['principal', false, app.origin],
  ]);
  expect((await at.bitacora(['auth', 'switch', 'principal'])).status).toBe(0);
  expect(await readUrl()).toBe(app.origin);
  expect((await at.bitacora(['whoami', '--json'], { env: { BITACORA_PROFILE: profileHost(other.origin) } })).out).toContain(other.origin);
  expect(await tokens()).toBe(2);
});

it('leaves no token behind: a login replaces that of its profile, also of another server', async () => {
  await logIn(app.origin);
  await logIn(app.origin);
  expect(await tokens()).toBe(1);
  await logIn(app.origin, '--profile', 'pruebas');
  await logIn(other.origin, '--profile', 'pruebas');
  expect(await tokens()).toBe(2);
  expect((await at.bitacora(['logout'])).out).toContain('Quedan otros perfiles: principal.');
  expect(await tokens()).toBe(1);
});

const readRow = async (key: string, ...words: string[]) =>
  JSON.parse((await at.bitacora(['config', 'list', '--json', ...words])).out).rows.find((row: { key: string }) => row.key === key);

it('keeps settings for each profile, also after a logout', async () => {
  await logIn(app.origin);
  expect((await at.bitacora(['config', 'get', 'url'])).out).toBe(`${app.origin}\n`);
  expect(await readRow('page-size')).toMatchObject({ value: '20', source: 'usual' });
  expect((await at.bitacora(['config', 'set', 'page-size', '1'])).out).toBe('page-size es ahora 1.\n');
  await at.bitacora(['logout']);
  await logIn(app.origin);
  expect(await readRow('page-size')).toMatchObject({ value: '1', source: 'profile' });
  expect(await readRow('page-size', '--profile', 'pruebas')).toMatchObject({ value: '20', source: 'usual' });
  await given(app.db).ownActivity(ana, { status: 'in_progress' });
  await given(app.db).ownActivity(ana, { status: 'in_progress' });
  const rowCount = async (...words: string[]) => JSON.parse((await at.bitacora(['report', 'pending', '--json', ...words])).out).rows.length;
  expect([await rowCount(), await rowCount('--page-size', '20')]).toEqual([1, 2]);
});

it('completes what the server knows, keeps it for five minutes and forgets it with the login', async () => {
  const complete = async (line: string) => (await at.bitacora(['__complete', 'zsh', `bitacora ${line}`])).out;
  expect(await complete('activities show ')).toBe('');
  await logIn(app.origin);
  await logIn(app.origin, '--profile', 'pruebas');
  expect(await complete('auth switch pr')).toBe('principal\npruebas\n');
  expect(await complete('--profile pru')).toBe('pruebas\n');
  const { id } = await given(app.db).ownActivity(ana, { status: 'in_progress', description: 'Contar\tcajas' });
  expect(await complete('activities show ')).toBe(`${id}\tContar cajas\n`);
  expect(await complete('--profile principal report pending --assignee=josé')).toBe('--assignee=José Núñez\tANALISTA\n');
  expect((await at.bitacora(['__complete', 'bash', 'bitacora users update Jos', ' ='])).out).toBe('José\\ Núñez\n');
  const cacheFile = at.sessionFile.replace('sesion', 'valores.pruebas');
  expect((await stat(cacheFile)).mode & 0o777).toBe(0o600);

  await given(app.db).ownActivity(ana, { status: 'in_progress' });
  expect(await complete('activities comment ')).toBe(`${id}\tContar cajas\n`);
  await writeFile(cacheFile, (await readFile(cacheFile, 'utf8')).replace(/"readAt": \d+/g, '"readAt": 1'));
  expect((await complete('activities comment ')).split('\n')).toHaveLength(3);
  await at.bitacora(['logout', '--profile', 'pruebas']);
  await expect(stat(cacheFile)).rejects.toThrow('ENOENT');
});

it('refuses a profile that is none, in words', async () => {
  expect(await at.bitacora(['auth', 'switch', 'nada'])).toMatchObject({ status: 2, err: 'No hay un perfil «nada».\nNo hay perfiles.\n' });
  expect((await at.bitacora(['whoami', '--profile', '../x'])).err).toContain('«../x» no sirve como nombre de perfil.');
});
