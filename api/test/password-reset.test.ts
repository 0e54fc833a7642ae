import http from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

const INVALID = { success: false, code: 'reset.invalidToken', error: 'Token inválido o expirado. Solicite uno nuevo.' };
const call = (path: string, body: object) => app.visitor().call('POST', path, { body });
async function token(): Promise<string> {
  const { facts } = await app.db('outbox').where({ kind: 'passwordReset' }).orderBy('id', 'desc').first();
  return (await stage(app.db).anyone(findTokenToSend, facts)) as string;
}

it('a forgotten password: ask, check the token, set a new one, log in with it; every open session is over, and the calendar’s address', async () => {
  const person = await given(app.db).person({ email: 'ana@demo.mx' });
  const old = await app.as(person);
  const { pathname } = new URL((await old.client.createCalendarFeed()).url);
  expect((await app.visitor().call('GET', pathname)).status).toBe(200);
  const visitor = app.visitor();
  await visitor.client.requestPasswordReset({ email: 'ANA@demo.mx' });
  const claim = { email: 'ana@demo.mx', token: await token() };
  await visitor.client.checkResetToken(claim);
  await visitor.client.resetPassword({ ...claim, password: 'clave nueva ñ' });

  expect((await old.call('GET', '/api/data_user')).status).toBe(401);
  expect((await app.visitor().call('GET', pathname)).status).toBe(404);
  expect((await call('/api/login', { email: 'ana@demo.mx', password: PASSWORD })).status).toBe(401);
  await expect(visitor.client.logIn({ email: 'ana@demo.mx', password: 'clave nueva ñ' })).resolves.toMatchObject({ status: 'activo' });
  expect(await call('/api/reset-password', { ...claim, password: 'otra clave 22' })).toMatchObject({ status: 400, body: INVALID });
});

it('a password that is not taken leaves the token as it was', async () => {
  const { email } = await given(app.db).person();
  await app.visitor().client.requestPasswordReset({ email });
  const claim = { email, token: await token() };
  expect(await call('/api/reset-password', { ...claim, password: 'corta' })).toMatchObject({
    status: 400,
    body: { fields: { password: expect.stringContaining('entre 8 y 16') } },
  });
  expect((await call('/api/reset-password', { ...claim, password: 'clave nueva 1' })).status).toBe(200);
});

it('a client that has gone before the end sets nothing, and its token still opens', async () => {
  const { id, email } = await given(app.db).person();
  const visitor = app.visitor();
  await visitor.client.requestPasswordReset({ email });
  const body = JSON.stringify({ email, token: await token(), password: 'clave nueva 1' });
  const csrf = await visitor.csrfToken();
  const Cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const headers = { Cookie, 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' };
  const waiting = async () =>
    (await app.db.raw(`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rows[0]
      .count;
  await app.db.transaction(async (trx) => {
    await trx.raw('select id from users where id = ? for update', [id]);
    const request = http.request(`${app.origin}/api/reset-password`, { method: 'POST', headers, agent: false }).on('error', () => {});
    request.end(body);
    await expect.poll(waiting).toBe(1);
    request.destroy();
    await pause(200);
  });
  await expect.poll(waiting).toBe(0);
  await pause(200);
  expect((await call('/api/login', { email, password: 'clave nueva 1' })).status).toBe(401);
  expect((await call('/api/reset-password', JSON.parse(body))).status).toBe(200);
  expect((await call('/api/login', { email, password: 'clave nueva 1' })).status).toBe(200);
});

it('a wrong token is refused in the words of the first version, and however many there were the right one opens', async () => {
  await given(app.db).person({ email: 'ana@demo.mx' });
  await call('/api/password-reset-request', { email: 'ana@demo.mx' });
  const right = await token();
  for (let tries = 0; tries < 6; tries++) {
    expect(await call('/api/validate-reset-token', { email: 'ana@demo.mx', token: `mal-${tries}` })).toMatchObject({
      status: 400,
      body: INVALID,
    });
  }
  expect((await call('/api/validate-reset-token', { email: 'ana@demo.mx', token: right })).status).toBe(200);
});

it('a stranger’s address is reported as unknown, unless HIDE_UNKNOWN_EMAIL says not to', async () => {
  const unknown = { email: 'nadie@demo.mx' };
  expect(await call('/api/password-reset-request', unknown)).toMatchObject({
    status: 404,
    body: { success: false, error: 'El correo proporcionado no existe en el sistema.' },
  });
  const discreet = await runningApp({ hidesUnknownEmail: true, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
  try {
    const answer = await discreet.visitor().call('POST', '/api/password-reset-request', { body: unknown });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
  } finally {
    await discreet.close();
  }
  expect(await app.db('outbox')).toEqual([]);
});

it('asking four times in a minute is one letter', async () => {
  await given(app.db).person({ email: 'ana@demo.mx' });
  const statuses = [];
  for (let times = 0; times < 4; times++) statuses.push((await call('/api/password-reset-request', { email: 'ana@demo.mx' })).status);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await app.db('outbox')).toHaveLength(1);
});

it.each([
  ['/api/password-reset-request', { email: 'nada' }, { email: 'Por favor, ingrese un correo electrónico válido.' }],
  [
    '/api/password-reset-request',
    { email: ['a@demo.mx', 'b@demo.mx'] },
    { email: 'Este campo lleva un solo valor, no una lista ni un objeto.' },
  ],
  ['/api/password-reset-request', { email: 'a@demo.mx, b@evil.mx' }, { email: 'Por favor, ingrese un correo electrónico válido.' }],
  ['/api/password-reset-request', { email: 'a@demo.mx\r\nBcc: e@evil.mx' }, { email: 'Por favor, ingrese un correo electrónico válido.' }],
  ['/api/validate-reset-token', { email: 'a@demo.mx', token: '' }, { token: 'Por favor, ingrese un token válido.' }],
  [
    '/api/reset-password',
    { email: 'a@demo.mx', token: 'x', password: 'corta' },
    { password: 'La contraseña debe tener entre 8 y 16 caracteres y solo letras, números y espacios.' },
  ],
])('%s with %j', async (path, body, fields) => {
  expect(await call(path, body)).toMatchObject({ status: 400, body: { success: false, code: 'input.invalid', fields } });
});
