import { hashOf } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/reset-password';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { stage } from '../../core/test/stage.ts';
import { browser } from './browser.ts';
import { aPng } from './pictures.ts';
import { type RawAnswer, raw } from './raw.ts';
import { type RunningApp, runningApp } from './running-app.ts';

const [ATTACKER, ELSEWHERE] = ['127.0.0.1', '127.0.0.2'];
let app: RunningApp;
let twin: RunningApp;
/** A second process on the same database. */
const another = (rateLimitFactor = 1) => runningApp({ rateLimitFactor, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
beforeAll(async () => {
  app = await runningApp();
  twin = await another();
});
beforeEach(() => app.wipe());
// Hashing a password is slow by design, and slower on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
afterAll(async () => {
  await twin.close();
  await app.close();
});

/** The visitors' own cookie and token, which know nothing of a process: the key is the same. */
let visitor: Record<string, string>;
beforeAll(async () => {
  const one = browser(app.origin);
  one.cookies.set('csrf', 'galleta-de-visita');
  visitor = { Cookie: 'csrf=galleta-de-visita', 'X-CSRF-Token': await one.csrfToken(), 'Content-Type': 'application/json' };
});
interface From {
  from?: string;
  at?: RunningApp;
  headers?: Record<string, string>;
}
const post = (path: string, body: object, { from = ATTACKER, at = app, headers = {} }: From = {}) =>
  raw(at.origin, { method: 'POST', path, headers: { ...visitor, ...headers }, body: JSON.stringify(body), from });
const logIn = (email: string, password: string, from: From = {}) => post('/api/login', { email, password }, from);

/** Told to wait, and for how long. */
function expectWait({ status, headers, text }: RawAnswer, longestSeconds: number) {
  expect([status, JSON.parse(text)]).toEqual([429, expect.objectContaining({ success: false, code: 'session.tooManyTries' })]);
  const seconds = Number(headers['retry-after']);
  expect(Number.isInteger(seconds) && seconds > 0 && seconds <= longestSeconds).toBe(true);
}
const statuses = (answers: readonly RawAnswer[]) => answers.map(({ status }) => status);
const many = (status: number, times: number) => Array.from({ length: times }, () => status);
async function inTurn<Result>(times: number, attempt: (n: number) => Promise<Result>): Promise<Result[]> {
  const results = [];
  for (let n = 0; n < times; n++) results.push(await attempt(n));
  return results;
}

describe('guessing a password', () => {
  it('ends after five tries, however they are spread and written; the owner still comes in from elsewhere', async () => {
    const { email } = await given(app.db).person({ email: 'ana@demo.mx' });
    const spellings = [email, 'ANA@demo.mx', ' ana@demo.mx ', 'Ana@Demo.MX', email];
    const tried = await inTurn(5, (n) =>
      logIn(spellings[n] as string, 'equivocada', {
        at: n % 2 ? twin : app,
        headers: { 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: `for=203.0.113.${n}`, 'X-Real-IP': `203.0.113.${n}` },
      }),
    );
    expect(statuses(tried)).toEqual(many(401, 5));
    for (const at of [app, twin]) expectWait(await logIn(email, PASSWORD, { at, headers: { 'X-Forwarded-For': ELSEWHERE } }), 900);
    expect((await logIn(email, PASSWORD, { from: ELSEWHERE, at: twin })).status).toBe(200);
  });

  it('of many accounts ends after twenty, and a restart forgets nothing', async () => {
    const made = [...Array(20).keys()];
    const tried = await Promise.all(made.map((n) => logIn(`nadie${n}@demo.mx`, 'equivocada', { at: n % 2 ? twin : app })));
    expect(statuses(tried)).toEqual(many(401, 20));
    const restarted = await another();
    try {
      expectWait(await logIn('nadie21@demo.mx', 'equivocada', { at: restarted }), 900);
      const { email } = await given(app.db).person();
      expect((await logIn(email, PASSWORD, { at: restarted, from: ELSEWHERE })).status).toBe(200);
    } finally {
      await restarted.close();
    }
  });

  it('does not go further in one burst than one by one', async () => {
    const strict = await another(0.1);
    try {
      const burst = [...Array(12).keys()].map((n) => logIn(`nadie${n}@demo.mx`, 'equivocada', { at: strict }));
      const learnt = statuses(await Promise.all(burst)).filter((status) => status === 401);
      expect(learnt.length).toBeGreaterThanOrEqual(1);
      expect(learnt.length).toBeLessThanOrEqual(3);
    } finally {
      await strict.close();
    }
  });
});

describe('asking for a reset', () => {
  const ask = (email: string, from: From = {}) => post('/api/password-reset-request', { email }, from);
  const tokenSentTo = async (email: string) => {
    const { id } = await app.db('users').where({ email }).first('id');
    const { facts } = await app.db('outbox').where({ recipientId: id }).first();
    return (await stage(app.db).anyone(findTokenToSend, facts)) as string;
  };

  it('is answered however often, so that a stranger stops nobody; its letters are bounded and carry one token that opens', async () => {
    const { email } = await given(app.db).person();
    const asked = await inTurn(12, (n) => {
      const at = n % 2 ? twin : app;
      at.setClock(new Date(NOW.getTime() + n * 61_000));
      return ask(email, { at, from: n % 2 ? ELSEWHERE : ATTACKER });
    });
    expect(statuses(asked)).toEqual(many(200, 12));
    const letters = await app.db('outbox').select('facts');
    expect(letters).toHaveLength(5);
    expect(new Set(letters.map(({ facts }) => facts.resetId)).size).toBe(1);
    const token = await tokenSentTo(email);
    for (const at of [app, twin]) at.setClock(NOW);
    expect((await post('/api/reset-password', { email, token, password: 'clave nueva 1' })).status).toBe(200);
  });

  it('ends after many from an address, and after five that nobody has', async () => {
    const strict = await another(0.1);
    try {
      const emails = await inTurn(7, async () => (await given(app.db).person()).email);
      const asked = await Promise.all(emails.map((email) => ask(email, { at: strict })));
      expect(statuses(asked).sort()).toEqual([...many(200, 6), 429]);
      expectWait(asked.find(({ status }) => status === 429) as RawAnswer, 3_600);
    } finally {
      await strict.close();
    }
    const guessed = await inTurn(6, (n) => ask(`nadie${n}@demo.mx`, { from: ELSEWHERE }));
    expect(statuses(guessed)).toEqual([...many(404, 5), 429]);
  });

  it('wrong tokens void nothing and stop no login; very many of one address end, and elsewhere the right one opens', async () => {
    const strict = await another(0.1);
    try {
      const { email } = await given(app.db).person();
      await ask(email, { from: ELSEWHERE });
      const token = await tokenSentTo(email);
      const guess = (n: number) => post('/api/validate-reset-token', { email, token: `t${n}` }, { at: strict });
      expect(statuses(await inTurn(10, guess))).toEqual(many(400, 10));
      expectWait(await guess(11), 900);
      expect((await logIn(email, PASSWORD, { at: strict })).status).toBe(200);
      expect((await post('/api/validate-reset-token', { email, token }, { from: ELSEWHERE })).status).toBe(200);
      expect((await post('/api/reset-password', { email, token, password: 'clave nueva 1' }, { from: ELSEWHERE })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('a person who is logged in', () => {
  async function headersOf(person: { id: number }) {
    const secret = await given(app.db).session(person as never);
    const one = browser(app.origin, secret);
    return { Cookie: `sid=${secret}`, 'X-CSRF-Token': await one.csrfToken() };
  }

  it('guesses the current password five times in a quarter of an hour, at once or in turn', async () => {
    const headers = await headersOf(await given(app.db).person());
    const change = { currentPassword: 'equivocada', password: 'clave nueva', confirmPassword: 'clave nueva' };
    const tried = await Promise.all(
      [...Array(9).keys()].map((n) => post('/api/update_password', change, { headers, at: n % 2 ? twin : app })),
    );
    expect(statuses(tried).sort()).toEqual([...many(400, 5), ...many(429, 4)]);
    expectWait(tried.find(({ status }) => status === 429) as RawAnswer, 900);
  });

  it('writes sixty times a minute in all processes together, refused and rolled back writes included', async () => {
    const headers = await headersOf(await given(app.db).person());
    const write = (n: number) =>
      n % 3 === 0
        ? post('/api/cancel_activity', { activity_id: 2_000_000 }, { headers, at: twin })
        : post('/api/update_profile', n % 3 === 1 ? { alias: 'Yo' } : { alias: 7 }, { headers });
    const written = await Promise.all([...Array(60).keys()].map(write));
    expect(statuses(written).sort()).toEqual([...many(200, 20), ...many(400, 20), ...many(404, 20)]);
    for (const at of [app, twin]) expectWait(await post('/api/update_profile', { alias: 'Yo' }, { headers, at }), 60);
    expectWait(await post('/api/update_profile', { alias: 'Yo' }, { headers, from: ELSEWHERE }), 60);
  });

  it('uploads twenty times in ten minutes, good images or bad', async () => {
    const headers = await headersOf(await given(app.db).person());
    const upload = async (at: RunningApp, isGood: boolean) => {
      const form = new FormData();
      form.append('image', new Blob([isGood ? await aPng() : 'no es una imagen']), 'yo.png');
      const response = await fetch(`${at.origin}/api/update_profile_image`, { method: 'POST', headers, body: form });
      return { status: response.status, headers: { 'retry-after': response.headers.get('Retry-After') }, text: await response.text() };
    };
    const uploaded = await inTurn(20, (n) => upload(n % 2 ? twin : app, n % 5 === 0));
    expect(uploaded.map(({ status }) => status).sort()).toEqual([...many(200, 4), ...many(415, 16)]);
    expectWait((await upload(twin, true)) as unknown as RawAnswer, 600);
  });

  it('registers more often than it may upload: only what carries an image is an upload', async () => {
    const person = await given(app.db).person();
    const headers = await headersOf(person);
    const { id } = await given(app.db).topic();
    const register = async (n: number) => {
      const form = new FormData();
      const promise = { id_project: String(id), objective: `Orden ${n}`, priority: 'Normal', due_date: '2099-12-31' };
      for (const [field, value] of Object.entries(promise)) form.append(field, value);
      return (await fetch(`${app.origin}/api/create_my_new_activity`, { method: 'POST', headers, body: form })).status;
    };
    expect(await inTurn(21, register)).toEqual(many(200, 21));
  });

  it('with a token writes five times as often, all tokens of a person counted together', async () => {
    const strict = await another(0.05);
    try {
      const person = await given(app.db).person();
      const until = { createdAt: NOW, expiresAt: new Date(NOW.getTime() + 3_600_000), lastUsedAt: NOW };
      for (const secret of ['tk_uno', 'tk_dos'])
        await app.db('accessTokens').insert({
          userId: person.id,
          secretHash: hashOf(secret),
          prefix: 'tk_',
          name: secret,
          scope: 'write',
          channel: 'terminal',
          ...until,
        });
      const write = (n: number) =>
        raw(strict.origin, {
          method: 'POST',
          path: '/api/update_profile',
          headers: { Authorization: `Bearer ${n % 2 ? 'tk_uno' : 'tk_dos'}`, 'Content-Type': 'application/json' },
          body: '{"alias":"Yo"}',
        });
      expect(statuses(await inTurn(15, write))).toEqual(many(200, 15));
      expectWait(await write(16), 60);
      expectWait(await write(17), 60);
    } finally {
      await strict.close();
    }
  });
});
