import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { given } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const BOT = 'canario-del-bot-0123456789-0123456789';
let app: RunningApp;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: BOT });
  await app.wipe();
});
afterAll(() => app.close());

/** Every readable form in which a secret could be stored. Hashes are not among them. */
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replaceAll('=', ''),
  Buffer.from(secret).toString('hex'),
  ...(/^[\w-]{22,43}$/.test(secret) ? [Buffer.from(secret, 'base64url').toString('hex')] : []),
];

it('no password, session, token or code is shown by an answer it does not belong to, written to the log, or kept in the database', async () => {
  const make = given(app.db);
  const person = await make.person({ email: 'ana@demo.mx' });
  const boss = await app.as(await make.manager());
  const canaries: Record<string, string> = { bot: BOT };
  const replies: string[] = [];
  const visitor = app.visitor();
  const keepReply = async (answer: Promise<{ bytes: Buffer }>) => replies.push((await answer).bytes.toString());

  // Coming in, by the front door and by every wrong one.
  canaries.wrongPassword = 'canario-mal-1';
  await keepReply(visitor.call('POST', '/api/login', { body: { email: person.email, password: canaries.wrongPassword } }));
  await keepReply(visitor.call('POST', '/api/login', { body: { email: canaries.wrongPassword, password: [canaries.wrongPassword] } }));
  await visitor.client.requestPasswordReset({ email: person.email });
  const { facts } = await app.db('outbox').first();
  canaries.resetToken = (await stage(app.db).anyone(findTokenToSend, facts)) as string;
  canaries.password = 'canario uno 1';
  await keepReply(visitor.call('POST', '/api/validate-reset-token', { body: { email: person.email, token: canaries.resetToken } }));
  const reset = { email: person.email, token: canaries.resetToken, password: canaries.password };
  await keepReply(visitor.call('POST', '/api/reset-password', { body: reset }));
  await keepReply(visitor.call('POST', '/api/reset-password', { body: reset }));
  await keepReply(visitor.call('POST', '/api/login', { body: { email: person.email, password: canaries.password } }));
  canaries.session = visitor.cookies.get('sid') as string;
  canaries.csrf = await visitor.csrfToken();

  // Changing it, rightly and wrongly, with a key that is stored.
  canaries.newPassword = 'canario-dos';
  const change = { currentPassword: canaries.password, password: canaries.newPassword, confirmPassword: canaries.newPassword };
  const headers = { 'Idempotency-Key': 'una vez' };
  await keepReply(visitor.call('POST', '/api/update_password', { body: { ...change, confirmPassword: 'canario-tres' } }));
  await keepReply(visitor.call('POST', '/api/update_password', { body: change, headers }));
  await keepReply(visitor.call('POST', '/api/update_password', { body: change, headers }));

  // Tokens and chats.
  const reply = await visitor.call('POST', '/api/create_token', {
    body: { name: 'Terminal', scope: 'write', expires_on: '2026-12-31' },
    headers: { 'Idempotency-Key': 'otra vez' },
  });
  canaries.token = (reply.body as { token: string }).token;
  const bot = (path: string, body: object) =>
    app.visitor().call('POST', path, { body, csrf: false, headers: { Authorization: `Bearer ${BOT}` } });
  const identity = { service: 'slack', workspace: 'T1', chat_user_id: 'U1', conversation: 'D1' };
  const { url } = (await bot('/api/bot/link_request', { ...identity, display_name: 'ana' })).body as { url: string };
  canaries.chatCode = new URLSearchParams(new URL(url).hash.slice(1)).get('chat_link') as string;
  await keepReply(visitor.call('POST', '/api/get_chat_link_request', { body: { code: canaries.chatCode } }));
  await keepReply(visitor.call('POST', '/api/confirm_chat_link', { body: { code: canaries.chatCode } }));
  await bot('/api/bot/claim_work', { services: ['whatsapp'], entrances: [{ service: 'whatsapp', url: 'https://wa.me/52' }] });
  canaries.typedCode = ((await visitor.call('POST', '/api/create_chat_link_code', { body: {} })).body as { code: string }).code;
  const phone = { ...identity, service: 'whatsapp', display_name: 'ana', code: canaries.typedCode };
  await bot('/api/bot/link_by_code', { ...phone, code: 'AAAAA-AAAAA' });
  expect((await bot('/api/bot/link_by_code', phone)).status).toBe(200);
  canaries.chatToken = ((await bot('/api/bot/exchange', identity)).body as { token: string }).token;
  for (const secret of [canaries.token, canaries.chatToken, BOT, 'tk_canario-inventado'] as string[]) {
    for (const path of ['/api/data_user', '/api/get_tokens', '/api/get_chat_links', '/api/get-session', '/api/nothing'])
      await keepReply(app.visitor().call('GET', path, { headers: { Authorization: `Bearer ${secret}` } }));
  }
  canaries.madeUp = 'tk_canario-inventado';
  const calendar = await visitor.call('POST', '/api/create_calendar_feed', { headers: { 'Idempotency-Key': 'un calendario' } });
  const { pathname } = new URL((calendar.body as { url: string }).url);
  canaries.calendar = pathname.slice('/api/calendar/'.length, -'.ics'.length);
  await keepReply(app.visitor().call('GET', pathname));
  await keepReply(visitor.call('GET', '/api/get_calendar_feed'));

  // Where errors come from, and who reads lists of people.
  await keepReply(boss.call('GET', '/api/get_users'));
  await keepReply(visitor.call('GET', '/api/get_tokens'));
  await keepReply(visitor.call('GET', `/api/nothing?token=${canaries.token}`));
  await keepReply(visitor.call('GET', `/api/get_activity/${canaries.token}`));
  const broken = { Cookie: `sid=${canaries.session}`, 'X-CSRF-Token': canaries.csrf, 'Content-Type': 'application/json' };
  const cut = await raw(app.origin, {
    method: 'POST',
    path: '/api/update_password',
    headers: broken,
    body: `{"password": "${canaries.newPassword}`,
  });
  replies.push(cut.text);
  await app.db.raw('ALTER TABLE users RENAME TO users_away');
  try {
    await keepReply(visitor.call('POST', '/api/login', { body: { email: person.email, password: canaries.newPassword } }));
    await keepReply(visitor.call('GET', '/api/data_user', { headers: { Authorization: `Bearer ${canaries.token}` } }));
    await keepReply(visitor.call('GET', '/api/data_user'));
  } finally {
    await app.db.raw('ALTER TABLE users_away RENAME TO users');
  }

  const dump = JSON.stringify([await everythingIn(app.db), await app.db('rate_limits')]);
  const log = JSON.stringify(app.logged);
  const answers = replies.join('\n').replace(/"csrf_token":"[^"]+"/g, '');
  expect(app.logged.filter(({ err }) => err).length).toBeGreaterThanOrEqual(3);
  expect(Object.values(canaries)).toHaveLength(13);
  for (const [name, secret] of Object.entries(canaries)) {
    for (const form of formsOf(secret))
      for (const [place, text] of Object.entries({ dump, log, answers }))
        expect([name, place, text.includes(form)]).toEqual([name, place, false]);
  }
  expect(dump).toContain('argon2id');
  expect(answers).not.toMatch(/argon2|password_hash|secret_hash|id_hash/i);
  expect(log).not.toContain('argon2');
});

it('a row that the database will not take is reported to nobody, the log included', async () => {
  const person = await given(app.db).person();
  const { id } = await given(app.db).ownActivity(person, { status: 'in_progress' });
  const mine = await app.as(person);
  await app.db.raw(`ALTER TABLE comments ADD CONSTRAINT no_canaries CHECK (body NOT LIKE 'canario%')`);
  try {
    const body = { activitie_id: id, comment: 'canario-de-un-comentario' };
    const { status, bytes } = await mine.call('POST', '/api/record_comments_activity', { body });
    expect([status, bytes.includes('canario')]).toEqual([500, false]);
  } finally {
    await app.db.raw('ALTER TABLE comments DROP CONSTRAINT no_canaries');
  }
  const { err } = app.logged.findLast((line) => line.err) as { err: { message: string; code: string; stack: string } };
  expect(err).toMatchObject({ code: '23514', stack: expect.stringContaining('comment'), message: expect.stringContaining('no_canaries') });
  expect(JSON.stringify(app.logged)).not.toContain('canario-de-un-comentario');
});
