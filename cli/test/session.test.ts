import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Person } from '@bitacora/core/domain/people/person';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { certificate } from '../../api/test/emails/localhost-certificate.ts';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

const EMAIL = 'ana@demo.mx';
let app: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100, pollSeconds: 0.05 });
});
beforeEach(async () => {
  await app.wipe();
  at = await machine();
  await given(app.db).manager({ email: EMAIL, firstName: 'Ana', lastName: 'Ruiz' });
});
afterEach(() => at.leave());
afterAll(() => app.close());

const logIn = (...more: string[]) =>
  at.bitacora(['login', '--url', `${app.origin}/`, '--email', EMAIL, '--password-stdin', ...more], { input: `${PASSWORD}\n` });
const readMode = async (place: string) => ((await stat(place)).mode & 0o777).toString(8);

describe('login', () => {
  it('keeps a token named after the machine, for the user alone, and nothing of the password', async () => {
    const { status, out, err } = await logIn();
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(`Iniciaste sesión como Ana Ruiz (${EMAIL}) en ${app.origin}.\nEl token vale hasta el 18 feb 2027.\n`);
    expect(await readMode(at.sessionFile)).toBe('600');
    expect(await readMode(path.dirname(at.sessionFile))).toBe('700');
    const sessionText = await readFile(at.sessionFile, 'utf8');
    expect(JSON.parse(sessionText)).toMatchObject({ url: app.origin, email: EMAIL, expiresOn: '2027-02-18', scope: 'write' });
    expect(sessionText).not.toContain(PASSWORD);
    expect(await app.db('accessTokens').select('name', 'scope')).toEqual([{ name: expect.stringMatching(/^Terminal ./), scope: 'write' }]);
  });

  it('warns of a connection that anybody on the way can read, and not of one within this machine', async () => {
    const typed = ['login', '--email', EMAIL, '--password-stdin', '--url'];
    expect((await at.bitacora([...typed, 'http://no-existe.invalid'], { input: PASSWORD })).err).toMatch(/^Cuidado: .* no va cifrada/);
    expect((await at.bitacora([...typed, 'https://no-existe.invalid'], { input: PASSWORD })).err).not.toContain('Cuidado');
    expect((await logIn()).err).toBe('');
  });

  it('leaves no session behind', async () => {
    await logIn();
    expect(await app.db('sessions')).toEqual([]);
  });

  it('shows no secret, on no stream and in no log', async () => {
    const { out, err } = await logIn('--json');
    const { token } = JSON.parse(await readFile(at.sessionFile, 'utf8'));
    for (const secret of [token, PASSWORD])
      expect([out, err, JSON.stringify(app.logged)].filter((text) => text.includes(secret))).toEqual([]);
  });

  it('once more revokes the token of the last time', async () => {
    await logIn();
    const { token } = JSON.parse(await readFile(at.sessionFile, 'utf8'));
    await logIn();
    expect(await app.db('accessTokens')).toHaveLength(1);
    expect((await at.bitacora(['whoami'], { env: { BITACORA_URL: app.origin, BITACORA_TOKEN: token } })).status).toBe(4);
    expect((await at.bitacora(['whoami'])).status).toBe(0);
  });

  it('with --read-only opens what reads, and nothing that writes', async () => {
    expect((await logIn('--read-only')).out).toContain('es solo de lectura');
    expect((await at.bitacora(['topics', 'list'])).status).toBe(0);
    expect(await at.bitacora(['topics', 'create', 'Nuevo', '--department', 'GENERAL'])).toMatchObject({
      status: 1,
      err: expect.stringContaining('solo de lectura'),
    });
    expect(await app.db('topics')).toEqual([]);
  });

  it('a wrong password is a no of the server, and keeps nothing', async () => {
    const typed = ['login', '--url', app.origin, '--email', EMAIL, '--password-stdin'];
    expect(await at.bitacora(typed, { input: 'equivocada' })).toMatchObject({
      status: 1,
      err: 'Usuario o Contraseña incorrectas\n',
      out: '',
    });
    await expect(stat(at.sessionFile)).rejects.toThrow();
  });
});

describe('login in the browser', () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await app.db('users').where({ email: EMAIL }).first();
  });
  const CODE = /^ {4}([A-Z]{4}-[A-Z]{4})$/m;

  /** Runs a command; the person answers the code that it shows on standard error. */
  async function answering(isApproved: boolean, typed: readonly string[], env: Record<string, string> = {}) {
    const page = await app.as(ana);
    let output = '';
    let answer: Promise<unknown> | null = null;
    const result = await at.bitacora(typed, {
      env,
      during: (child) => {
        child.stderr?.on('data', (chunk) => {
          output += chunk;
          const [, userCode] = CODE.exec(output) ?? [];
          if (userCode) answer ??= page.client.answerDeviceAuthorization({ userCode, isApproved });
        });
      },
    });
    await answer;
    return result;
  }
  const login = (...more: string[]) => ['login', '--url', app.origin, ...more];

  it('shows a code and keeps a token named after user and machine, without any password', async () => {
    const { status, out, err } = await answering(true, login());
    expect([status, out]).toEqual([
      0,
      `Iniciaste sesión como Ana Ruiz (${EMAIL}) en ${app.origin}.\nEl token vale hasta el 18 feb 2027.\n`,
    ]);
    expect(err).toMatch(/^Abre http:\/\/bitacora.demo.mx\/activar en un navegador, entra y escribe este código:\n/);
    expect(JSON.parse(await readFile(at.sessionFile, 'utf8'))).toMatchObject({ url: app.origin, email: EMAIL, expiresOn: '2027-02-18' });
    expect(await app.db('accessTokens').select('name', 'scope')).toEqual([
      { name: expect.stringMatching(/^Terminal [^@]+@./), scope: 'write' },
    ]);
    expect((await at.bitacora(['whoami'])).status).toBe(0);
    expect(await app.db('deviceAuthorizations')).toEqual([]);
  });

  it('waits where the server asks to slow down: the code stays good', async () => {
    let refusals = 0;
    const proxy = http.createServer(async (request, response) => {
      const body: Buffer[] = [];
      for await (const chunk of request) body.push(chunk);
      if (request.url === '/api/exchange_device_code' && refusals === 0) {
        refusals += 1;
        response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '1' });
        return response.end(JSON.stringify({ success: false, code: 'session.tooManyTries', error: 'Demasiados intentos.' }));
      }
      const headers = request.headers as Record<string, string>;
      const reply = await fetch(app.origin + request.url, {
        method: request.method ?? 'GET',
        headers,
        ...(body.length > 0 && { body: Buffer.concat(body) }),
      });
      response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Set-Cookie': reply.headers.getSetCookie() });
      response.end(Buffer.from(await reply.arrayBuffer()));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { status } = await answering(true, ['login', '--url', url]);
    await new Promise((resolve) => proxy.close(resolve));
    expect([status, refusals]).toEqual([0, 1]);
  });

  it('may ask for a token that only reads, and replaces that of the last time', async () => {
    await answering(true, login());
    await answering(true, login('--read-only'));
    expect(await app.db('accessTokens').pluck('scope')).toEqual(['read']);
  });

  it('says that the person refused, and keeps nothing', async () => {
    const { status, err } = await answering(false, login());
    expect([status, err.trim().split('\n').at(-1)]).toEqual([1, 'La solicitud se rechazó en la web.']);
    await expect(stat(at.sessionFile)).rejects.toThrow();
  });

  it('is canceled with Ctrl-C and leaves no token', async () => {
    const { status } = await at.bitacora(login(), {
      during: (child) => {
        child.stderr?.once('data', () => child.kill('SIGINT'));
      },
    });
    expect([status, await app.db('accessTokens')]).toEqual([130, []]);
  });

  it('lets a command act that no token may give, where passwords are off, and leaves no session', async () => {
    const database = { db: app.db, wipe: async () => {}, close: async () => {} };
    const company = await runningApp({ allowsPasswords: false, pollSeconds: 0.05, rateLimitFactor: 100, database });
    const beto = await given(app.db).person({ email: 'beto@demo.mx' });
    const env = { ...(await holding(app, ana)), BITACORA_URL: company.origin };
    await app.db('sessions').delete();
    const { status, err } = await answering(true, ['users', 'deactivate', 'beto@demo.mx', '--yes'], env);
    await company.close();
    expect([status, err]).toEqual([0, expect.stringContaining('escribe este código')]);
    expect(await app.db('users').where({ id: beto.id }).first('isActive')).toEqual({ isActive: false });
    expect(await app.db('sessions').whereLike('userAgent', 'Terminal%')).toEqual([]);
  });
});

describe('logout', () => {
  it.each(['read', 'write'])('revokes its own token, also one that may only %s', async (scope) => {
    await logIn(...(scope === 'read' ? ['--read-only'] : []));
    expect(await at.bitacora(['logout'])).toMatchObject({
      status: 0,
      out: `Se cerró la sesión en ${app.origin} y su token quedó revocado.\n`,
    });
    expect(await app.db('accessTokens')).toEqual([]);
    expect((await at.bitacora(['whoami'])).status).toBe(4);
    expect(await at.bitacora(['logout'])).toMatchObject({ status: 0, out: 'No había sesión.\n' });
  });

  it('ends the stored login, and says that BITACORA_TOKEN stays valid', async () => {
    await logIn();
    const env = await holding(app, await given(app.db).person({ email: 'beto@demo.mx' }));
    expect((await at.bitacora(['logout'], { env })).out).toContain('El token de BITACORA_TOKEN no se revocó');
    expect((await at.bitacora(['whoami'], { env })).status).toBe(0);
  });

  it('forgets the token and says that it is still good when the server does not answer', async () => {
    await logIn();
    const session = JSON.parse(await readFile(at.sessionFile, 'utf8'));
    await writeFile(at.sessionFile, JSON.stringify({ ...session, url: 'http://127.0.0.1:9' }));
    expect(await at.bitacora(['logout'])).toMatchObject({ status: 3, err: expect.stringContaining('su token sigue vigente') });
    await expect(stat(at.sessionFile)).rejects.toThrow();
  });
});

it('names an untrusted certificate and its remedy, which works', async () => {
  const server = https.createServer(certificate, (_, response) => response.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const env = { BITACORA_URL: url, BITACORA_TOKEN: 'bit_x' };
  const { status, err } = await at.bitacora(['whoami'], { env });
  expect([status, err]).toEqual([3, expect.stringContaining('no es de confianza para esta máquina (DEPTH_ZERO_SELF_SIGNED_CERT).\nSi es')]);
  await writeFile(at.file('ca.pem'), certificate.cert);
  expect((await at.bitacora(['whoami'], { env: { ...env, NODE_EXTRA_CA_CERTS: at.file('ca.pem') } })).status).toBe(4);
  await new Promise((resolve) => server.close(resolve));
});

describe('the token that is kept', () => {
  it('is shown to no other server', async () => {
    await logIn();
    const requestHeaders: http.IncomingHttpHeaders[] = [];
    const other = http.createServer((request, response) => {
      requestHeaders.push(request.headers);
      response.end('{}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { status, err } = await at.bitacora(['whoami'], { env: { BITACORA_URL: url } });
    await new Promise((resolve) => other.close(resolve));
    expect([status, requestHeaders]).toEqual([4, []]);
    expect(err).toBe(`No has iniciado sesión en ${url}; tu sesión es de ${app.origin}.\nInicia sesión con: bitacora login --url ${url}\n`);
  });

  it('is not sent on where the server redirects', async () => {
    const requestUrls: string[] = [];
    const other = http.createServer((request, response) => {
      requestUrls.push(request.url ?? '');
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const env = { BITACORA_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, BITACORA_TOKEN: 'x' };
    expect(await at.bitacora(['whoami'], { env })).toMatchObject({
      status: 3,
      err: expect.stringContaining('manda a otra dirección: /elsewhere'),
    });
    await new Promise((resolve) => other.close(resolve));
    expect(requestUrls).toEqual(['/api/data_user']);
  });

  it('is not used where others can read it', async () => {
    await logIn();
    await chmod(at.sessionFile, 0o644);
    const { status, err } = await at.bitacora(['whoami']);
    expect(status).toBe(4);
    expect(err).toContain('Otras personas pueden leer');
    expect((await at.bitacora(['logout'])).status).toBe(0);
  });

  it.each(['', '{', '[]', '{"url":1}'])('that is damaged (%j) is reported, and logging in heals it', async (text) => {
    await mkdir(path.dirname(at.sessionFile), { recursive: true });
    await writeFile(at.sessionFile, text, { mode: 0o600 });
    const { status, err } = await at.bitacora(['whoami']);
    expect([status, err]).toEqual([4, expect.stringContaining('está dañado')]);
    expect((await logIn()).status).toBe(0);
  });

  it('gives way to BITACORA_TOKEN', async () => {
    await logIn();
    const beto = await given(app.db).person({ firstName: 'Beto', email: 'beto@demo.mx' });
    const { out } = await at.bitacora(['whoami', '--json'], { env: await holding(app, beto) });
    expect(JSON.parse(out)).toMatchObject({ email: 'beto@demo.mx' });
  });
});

describe('without a server or a login', () => {
  it('nobody logged in is 4', async () => {
    expect(await at.bitacora(['users', 'list'])).toMatchObject({
      status: 4,
      out: '',
      err: 'No has iniciado sesión.\nInicia sesión con: bitacora login\n',
    });
  });

  it('a token that is none is 4', async () => {
    const env = { BITACORA_URL: app.origin, BITACORA_TOKEN: 'inventado' };
    expect(await at.bitacora(['whoami'], { env })).toMatchObject({ status: 4, err: expect.stringContaining('El token no es válido') });
  });

  it('BITACORA_TOKEN is shown to no server that was not named', async () => {
    expect(await at.bitacora(['whoami'], { env: { BITACORA_TOKEN: 'x' } })).toMatchObject({
      status: 2,
      err: 'BITACORA_TOKEN no dice de qué servidor es.\nDefine también BITACORA_URL, la dirección de ese servidor.\n',
    });
  });

  it('a server of another version is reported in words', async () => {
    const other = http.createServer((_, response) => response.setHeader('Content-Type', 'application/json').end('{"success":true}'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const env = { BITACORA_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, BITACORA_TOKEN: 'x' };
    expect(await at.bitacora(['whoami'], { env })).toMatchObject({
      status: 3,
      err: expect.stringMatching(/^El servidor respondió algo que esta versión no entiende\.\nRevisa que .*\n$/),
    });
    await new Promise((resolve) => other.close(resolve));
  });

  it.each(['http://127.0.0.1:9', 'http://no-existe.invalid'])('nobody at %s is 3', async (url) => {
    const { status, out, err } = await at.bitacora(['whoami'], { env: { BITACORA_URL: url, BITACORA_TOKEN: 'x' } });
    expect([status, out]).toEqual([3, '']);
    expect(err).toBe(`No se pudo conectar con ${url}.\nRevisa que el servidor esté encendido y la dirección (BITACORA_URL o --url).\n`);
  });

  it('a server that is not Bitácora is 3', async () => {
    const other = http.createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<h1>Hola</h1>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const env = { BITACORA_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`, BITACORA_TOKEN: 'x' };
    expect(await at.bitacora(['whoami'], { env })).toMatchObject({ status: 3, err: expect.stringContaining('no responde Bitácora') });
    await new Promise((resolve) => other.close(resolve));
  });

  it('an employee is refused what is for the office, in words', async () => {
    const env = await holding(app, await given(app.db).person());
    expect(await at.bitacora(['users', 'list'], { env })).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringMatching(/^Solo gerentes/),
    });
  });
});
