import type { ChildProcess } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../../api/test/running-app.ts';
import { sheetOf } from '../../../api/test/sheets/workbooks.ts';
import { given, PASSWORD } from '../../../core/test/factories.ts';
import { between } from '../between.ts';
import { holding, type Machine, machine } from '../bitacora.ts';

const EMAIL = 'ana@demo.mx';
let app: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
});
beforeEach(async () => {
  await app.wipe();
  const ana = await given(app.db).manager({ email: EMAIL });
  at = await machine({ ...(await holding(app, ana)), BITACORA_PASSWORD: PASSWORD });
  await app.db('sessions').del();
});
afterEach(() => at.leave());
afterAll(() => app.close());

const logIn = (url: string, env: Record<string, string> = {}, during?: Parameters<Machine['bitacora']>[1]) =>
  at.bitacora(['login', '--url', url, '--email', EMAIL, '--password-stdin'], { input: PASSWORD, env, ...during });

const SAYS_THAT_IT_HEARD = `process.on('SIGINT', () => process.stderr.write('heard'))`;
/** A command with this setting says that it has got the signal, and handles it before it reads anything more. */
const HEARING = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SAYS_THAT_IT_HEARD)}` };

/** Interrupts a command. Resolves once it has got the signal, because on a busy machine it could get a later answer first. */
const interrupted = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    let text = '';
    child.stderr?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('heard')) resolve();
    });
    child.kill('SIGINT');
  });

describe('a session that is opened for one command', () => {
  it('is ended when the command is interrupted', async () => {
    const headings = ['Número de empleado', 'Nombre', 'Apellidos', 'Correo electrónico', 'Nivel', 'Departamento', 'Puesto'];
    await writeFile(at.file('a.xlsx'), await sheetOf([headings, ['1', 'Eva', 'Paz', 'eva@demo.mx', 'Operativo', 'VENTAS', 'ANALISTA']]));
    let interrupt = () => {};
    const proxy = await between(app, '/api/upload_users_bulk', () => interrupt());
    const { status, err } = await at.bitacora(['users', 'import', 'a.xlsx', '--yes'], {
      env: proxy.env,
      during: (child) => {
        interrupt = () => child.kill('SIGINT');
      },
    });
    await proxy.close();
    expect(status).toBe(130);
    expect(err).toContain('Interrumpido.\nLo último que se pidió al servidor pudo haberse hecho');
    expect(await app.db('sessions')).toEqual([]);
  });

  it.each(['/api/login', '/api/create_token'])('leaves neither itself nor a token when it is interrupted at %s', async (path) => {
    const before = await app.db('accessTokens').pluck('id');
    let command: ChildProcess;
    const proxy = await between(app, path, (answer, body) => void interrupted(command).then(() => answer.end(body)));
    const { status } = await logIn(proxy.env.BITACORA_URL, HEARING, {
      during: (child) => {
        command = child;
      },
    });
    await proxy.close();
    expect(status).toBe(130);
    expect(await app.db('accessTokens').pluck('id')).toEqual(before);
    expect(await app.db('sessions')).toEqual([]);
    expect(await readdir(at.home)).toEqual([]);
  });
});

it('a session that was confirmed in the browser is ended when the command is interrupted', async () => {
  const database = { db: app.db, wipe: async () => {}, close: async () => {} };
  const company = await runningApp({ allowsPasswords: false, pollSeconds: 0.05, rateLimitFactor: 100, database });
  const ana = await app.db('users').where({ email: EMAIL }).first();
  await given(app.db).person({ email: 'beto@demo.mx' });
  const page = await company.as(ana);
  let command: ChildProcess;
  const proxy = await between(company, '/api/update_user_status', (answer, body) => void interrupted(command).then(() => answer.end(body)));
  const { status } = await at.bitacora(['users', 'deactivate', 'beto@demo.mx', '--yes'], {
    env: { ...proxy.env, ...HEARING, BITACORA_PASSWORD: '' },
    during: (child) => {
      command = child;
      child.stderr?.on('data', (chunk) => {
        const [, userCode] = /^ {4}([A-Z]{4}-[A-Z]{4})$/m.exec(String(chunk)) ?? [];
        if (userCode) void page.client.answerDeviceAuthorization({ userCode, isApproved: true });
      });
    },
  });
  await proxy.close();
  await company.close();
  expect(status).toBe(130);
  expect(await app.db('sessions').whereLike('userAgent', 'Terminal%')).toEqual([]);
});

it('a token that could not be kept is revoked', async () => {
  const before = await app.db('accessTokens').pluck('id');
  await writeFile(at.file('archivo'), '');
  const { status, err } = await logIn(app.origin, { XDG_CONFIG_HOME: at.file('archivo') });
  expect([status, err]).toEqual([
    2,
    `No se pudo escribir en ${at.file('archivo/bitacora/sesion.json')}: parte de la ruta no es una carpeta.\n`,
  ]);
  expect(await app.db('accessTokens').pluck('id')).toEqual(before);
  expect(await app.db('sessions')).toEqual([]);
});
