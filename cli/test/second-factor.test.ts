import { readFile } from 'node:fs/promises';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import { sealingFor } from '@bitacora/core/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { APP_SECRET, codeAt } from '../../core/test/authenticator-app.ts';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { SECRET } from '../../core/test/stage.ts';
import { type Machine, machine } from './bitacora.ts';
import { hasPseudoTerminal, onTerminal } from './pseudo-terminal.ts';
import { screenAfter } from './screen.ts';

const EMAIL = 'ana@demo.mx';
const [ENTER, DOWN, TAB] = ['\r', '\u001b[B', '\t'];
/** In the menu users stand so many rows below the import. */
const USERS_BELOW_IMPORT = 4;
const CODE = /\b([BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4})\b/;

let app: RunningApp;
let at: Machine;
let ana: Person;
let terminal: ReturnType<typeof onTerminal> | undefined;
beforeAll(async () => {
  app = await runningApp({ secondFactorRule: 'privileged', rateLimitFactor: 100, pollSeconds: 0.05 });
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
  at = await machine();
  ana = await given(app.db).manager({ email: EMAIL, firstName: 'Ana', lastName: 'Ruiz' });
});
afterEach(() => {
  terminal?.kill();
  return at.leave();
});
afterAll(() => app.close());

async function withFactor() {
  const sealedSecret = sealingFor('second-factor', [SECRET]).seal(APP_SECRET);
  await app.db('secondFactors').insert({ userId: ana.id, sealedSecret, begunAt: NOW, confirmedAt: NOW });
}
/** Her browser, which has logged in with password and code. */
async function browserOfAna() {
  const page = app.visitor();
  await page.client.logIn({ email: EMAIL, password: PASSWORD, code: codeAt(new Date(NOW.getTime() - 30_000)) });
  return page;
}
const storedProfiles = async () => JSON.parse(await readFile(at.sessionFile, 'utf8'));
const opensOwnData = async () => (await at.bitacora(['whoami'])).status;

/** A command at a terminal of its own. */
function typing(words: readonly string[], more: Record<string, string> = {}) {
  terminal = onTerminal(at, words, { columns: 100, rows: 30, more });
  return terminal;
}

describe.runIf(hasPseudoTerminal)('where the company demands a second factor', () => {
  it('a login with a password asks for the code, and its token opens everything', async () => {
    await withFactor();
    const login = typing(['login', '--url', app.origin, '--password']);
    await login.shows('Correo');
    login.type(`${EMAIL}\r`);
    await login.shows('Contraseña:');
    login.type(`${PASSWORD}\r`);
    await login.shows('Código de tu segundo factor');
    login.type(`${codeAt(NOW)}\r`);
    expect(await login.ended).toBe(0);
    expect([(await storedProfiles()).email, await opensOwnData()]).toEqual([EMAIL, 0]);
    expect(await app.db('sessions')).toEqual([]);
  });

  it('a login with a password and no factor makes no token, and says what to do', async () => {
    const { status, err } = await at.bitacora(['login', '--url', app.origin, '--email', EMAIL, '--password-stdin'], { input: PASSWORD });
    expect([status, err]).toEqual([1, expect.stringMatching(/activa tu segundo factor.*\n.*actívalo ahí/)]);
    expect([await app.db('accessTokens'), await app.db('sessions')]).toEqual([[], []]);
  });

  it('a login without a terminal leads to the browser', async () => {
    await withFactor();
    const { status, err } = await at.bitacora(['login', '--url', app.origin, '--email', EMAIL, '--password-stdin'], { input: PASSWORD });
    expect([status, err]).toEqual([1, expect.stringMatching(/código de tu aplicación.*\n.*bitacora login.*BITACORA_TOKEN/)]);
  });

  it('a session whose factor is due lets no terminal in; once it is set up it does', async () => {
    const page = await app.as(ana);
    let output = '';
    let first: Promise<unknown> | null = null;
    const { status } = await at.bitacora(['login', '--url', app.origin], {
      during: (child) => {
        child.stderr?.on('data', (chunk) => {
          output += chunk;
          const [, userCode] = CODE.exec(output) ?? [];
          if (!userCode || first) return;
          const answer = () => page.client.answerDeviceAuthorization({ userCode, isApproved: true });
          first = (async () => {
            const refusal = await answer().catch((error: unknown) => error);
            const { secret } = await page.client.beginSecondFactor({ currentPassword: PASSWORD });
            await page.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
            await answer();
            return refusal;
          })();
        });
      },
    });
    expect([status, await first]).toEqual([0, expect.objectContaining({ code: 'secondFactor.due' })]);
    expect(await opensOwnData()).toBe(0);
  });

  it('a command that no token may give asks for password and code, and leaves no session', async () => {
    await withFactor();
    const beto = await given(app.db).person({ email: 'beto@demo.mx' });
    const page = await browserOfAna();
    const { secret } = await page.client.createToken({ name: 'Pruebas', scope: 'write', expiresOn: calendarDate('2026-12-31') });
    await app.db('sessions').delete();
    const env = { BITACORA_URL: app.origin, BITACORA_TOKEN: secret };
    const command = typing(['users', 'deactivate', 'beto@demo.mx', '--yes'], env);
    await command.shows(`Contraseña de ${EMAIL}`);
    command.type(`${PASSWORD}\r`);
    await command.shows('Código');
    command.type(`${codeAt(NOW)}\r`);
    expect(await command.ended).toBe(0);
    expect(await app.db('users').where({ id: beto.id }).first('isActive')).toEqual({ isActive: false });
    expect(await app.db('sessions')).toEqual([]);
  });

  it('full screen, the browser confirms the login and then several acts, and no session stays', { timeout: 120_000 }, async () => {
    await withFactor();
    const page = await browserOfAna();
    await given(app.db).person({ email: 'beto@demo.mx', employeeNumber: 'B-2' });
    const size = { columns: 100, rows: 30 };
    const screen = typing([], { BITACORA_URL: app.origin });
    const screenText = () => screenAfter(screen.screen(), size).text;
    const until = (text: string | RegExp) => expect.poll(screenText, { timeout: 60_000, interval: 100 }).toMatch(text);
    const confirm = async () => {
      await until(CODE);
      const [, userCode = ''] = CODE.exec(screenText()) ?? [];
      await page.client.answerDeviceAuthorization({ userCode, isApproved: true });
    };
    const press = (...keys: string[]) => {
      for (const key of keys) screen.type(key);
    };
    await until('Iniciar sesión');
    press(EMAIL, ENTER, PASSWORD, ENTER);
    await confirm();
    await until('› Carga masiva de usuarios');
    expect((await storedProfiles()).email).toBe(EMAIL);
    press(...Array<string>(USERS_BELOW_IMPORT).fill(DOWN), ENTER);
    await until('B-2');
    press(DOWN);
    await until('› B-2');
    press('d', TAB, ENTER);
    await until('Confirma que eres tú');
    press(PASSWORD, ENTER);
    await confirm();
    await until('Usuario desactivado.');
    press('\u0003');
    expect(await screen.ended).toBe(0);
    expect(await app.db('users').where({ email: 'beto@demo.mx' }).first('isActive')).toEqual({ isActive: false });
    await expect.poll(() => app.db('sessions').whereLike('userAgent', 'Terminal%')).toEqual([]);
  });
});
