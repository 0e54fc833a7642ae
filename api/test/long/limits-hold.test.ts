import { hashOf } from '@bitacora/core/server';
import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { given, NOW, PASSWORD } from '../../../core/test/factories.ts';
import { stage } from '../../../core/test/stage.ts';
import { browser } from '../browser.ts';
import { aPng } from '../pictures.ts';
import { type RawAnswer, raw } from '../raw.ts';
import { type RunningApp, runningApp } from '../running-app.ts';

const [ATTACKER, ELSEWHERE] = ['127.0.0.1', '127.0.0.2'];
let app: RunningApp;
let twin: RunningApp;
/** A second process on the same database. */
const another = (rateLimitFactor = 1) => runningApp({ rateLimitFactor, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
beforeAll(async () => {
  app = await runningApp();
  twin = await another();
});
beforeEach(async () => {
  await app.wipe();
  later(0);
});
// Hashing a password is slow by design, and slower on a busy machine.
vi.setConfig({ testTimeout: 90_000 });
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

/** Expects a refusal that asks the caller to wait at most this long. */
function expectWait({ status, headers, text }: RawAnswer, longestSeconds: number, code = 'session.tooManyTries') {
  const error = expect.stringContaining('Espera');
  expect([status, JSON.parse(text)]).toEqual([429, expect.objectContaining({ success: false, code, error })]);
  const seconds = Number(headers['retry-after']);
  expect(Number.isInteger(seconds) && seconds > 0 && seconds <= longestSeconds).toBe(true);
}
const statuses = (answers: readonly RawAnswer[]) => answers.map(({ status }) => status);
const many = (status: number, times: number) => Array.from({ length: times }, () => status);
async function oneByOne<Result>(times: number, attempt: (n: number) => Promise<Result>): Promise<Result[]> {
  const results = [];
  for (let n = 0; n < times; n++) results.push(await attempt(n));
  return results;
}

/** Time passes for both processes. */
function later(seconds: number) {
  for (const at of [app, twin]) at.setClock(new Date(NOW.getTime() + seconds * 1_000));
}
const asSlowed = (answer: RawAnswer, seconds: number) => expectWait(answer, seconds, 'credentials.wait');

describe('guessing a password', () => {
  it('of one account is slowed wherever the tries come from and however they are written; then the right one passes', async () => {
    const { email } = await given(app.db).person({ email: 'ana@demo.mx' });
    const spellings = [email, 'ANA@demo.mx', ' ana@demo.mx ', 'Ana@Demo.MX', email];
    const tried = await oneByOne(5, (n) =>
      logIn(spellings[n] as string, 'equivocada', {
        at: n % 2 ? twin : app,
        from: `127.0.0.${n + 1}`,
        headers: { 'X-Forwarded-For': `203.0.113.${n}`, Forwarded: `for=203.0.113.${n}`, 'X-Real-IP': `203.0.113.${n}` },
      }),
    );
    expect(statuses(tried)).toEqual(many(401, 5));
    for (const at of [app, twin]) asSlowed(await logIn(email, PASSWORD, { at, from: '127.0.0.9' }), 15);
    later(15);
    expect((await logIn(email, 'equivocada')).status).toBe(401);
    later(15 + 29);
    asSlowed(await logIn(email, PASSWORD, { from: '127.0.0.8', at: twin }), 1);
    later(15 + 30);
    expect((await logIn(email, PASSWORD, { from: '127.0.0.8', at: twin })).status).toBe(200);
  });

  it('of an address that nobody has is slowed in the same words, and a restart forgets nothing', async () => {
    const tried = await oneByOne(5, (n) => logIn('nadie@demo.mx', 'equivocada', { at: n % 2 ? twin : app }));
    expect(statuses(tried)).toEqual(many(401, 5));
    const restarted = await another();
    try {
      asSlowed(await logIn('nadie@demo.mx', 'equivocada', { at: restarted }), 15);
    } finally {
      await restarted.close();
    }
  });

  it('does not go further in one burst than one by one', async () => {
    const burst = [...Array(12).keys()].map((n) => logIn('nadie@demo.mx', 'equivocada', { at: n % 2 ? twin : app }));
    const learnt = statuses(await Promise.all(burst)).filter((status) => status === 401);
    // On a busy machine some are asked to come back before their password is compared.
    expect(learnt.length).toBeGreaterThanOrEqual(1);
    expect(learnt.length).toBeLessThanOrEqual(5);
  });

  it('of many accounts ends for an address, for all of an IPv6 /64 at once, and for nobody else', async () => {
    const strict = await runningApp({
      rateLimitFactor: 0.03,
      proxyHops: 1,
      database: { db: app.db, wipe: app.wipe, close: async () => {} },
    });
    try {
      const { email } = await given(app.db).person();
      const guess = (n: number, address: string) =>
        logIn(`nadie${address}${n}@demo.mx`.replaceAll(':', '-'), 'equivocada', { at: strict, headers: { 'X-Forwarded-For': address } });
      const right = (address: string) => logIn(email, PASSWORD, { at: strict, headers: { 'X-Forwarded-For': address } });
      expect(statuses(await oneByOne(3, (n) => guess(n, `2001:db8:1:2:${n}::${n}`)))).toEqual(many(401, 3));
      expectWait(await right('2001:db8:1:2:ffff::1'), 900);
      expect((await right('2001:db8:1:3::1')).status).toBe(200);
      expect(statuses(await oneByOne(3, (n) => guess(n, '203.0.113.7')))).toEqual(many(401, 3));
      expectWait(await right('203.0.113.7'), 900);
      expect((await right('203.0.113.8')).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('a known device', () => {
  /** A browser on which a person has logged in, then out. */
  async function knownDeviceOf(email: string, at = app) {
    const device = browser(at.origin);
    await device.client.logIn({ email, password: PASSWORD });
    await device.client.logOut();
    return device;
  }
  const tryOn = async (device: ReturnType<typeof browser>, email: string, password: string) =>
    (await device.call('POST', '/api/login', { body: { email, password } })).status;

  it('logs its person in while strangers attack the account and a colleague the address; a new device only waits', async () => {
    const strict = await another(0.03);
    try {
      const [ana, bea] = [await given(app.db).person(), await given(app.db).person()];
      const [hers, other] = [await knownDeviceOf(ana.email, strict), await knownDeviceOf(bea.email, strict)];
      await oneByOne(3, (n) => logIn(`nadie${n}@demo.mx`, 'equivocada', { at: strict }));
      expectWait(await logIn(ana.email, PASSWORD, { at: strict }), 900);
      expect(await tryOn(hers, ana.email, PASSWORD)).toBe(200);
      expect(await tryOn(other, bea.email, PASSWORD)).toBe(200);
      // What is known for one account is not for another.
      expect(await tryOn(other, ana.email, PASSWORD)).toBe(429);
      await logIn(ana.email, 'equivocada', { at: strict, from: ELSEWHERE });
      asSlowed(await logIn(ana.email, PASSWORD, { at: strict, from: '127.0.0.3' }), 15);
      expect(await tryOn(hers, ana.email, PASSWORD)).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('may fail five times, at once or in turn; then it is like any other', async () => {
    const { email } = await given(app.db).person();
    const device = await knownDeviceOf(email);
    await device.csrfToken();
    const guesses = await Promise.all([...Array(5).keys()].map((n) => tryOn(device, email, `equivocada${n}`)));
    expect(guesses).toEqual(many(401, 5));
    await oneByOne(5, () => logIn(email, 'equivocada', { from: ELSEWHERE }));
    expect(await tryOn(device, email, PASSWORD)).toBe(429);
  });

  it('gets a new secret at each login, for all who share it: an earlier one is worth nothing', async () => {
    const [ana, bea] = [await given(app.db).person(), await given(app.db).person()];
    const shared = await knownDeviceOf(ana.email);
    const earlier = shared.cookies.get('device') as string;
    await shared.client.logIn({ email: bea.email, password: PASSWORD });
    expect(shared.cookies.get('device')).not.toBe(earlier);
    const rows = await app.db('knownDevices').orderBy('userId');
    expect(rows.map(({ userId, secretHash }) => [userId, secretHash])).toEqual(
      [ana, bea].map(({ id }) => [id, hashOf(shared.cookies.get('device') as string)]),
    );
  });

  it('is one no longer after a reset elsewhere or a deactivation; a change of password keeps the one it was made on', async () => {
    const [ana, bea] = [await given(app.db).person(), await given(app.db).person()];
    const devices = [await knownDeviceOf(ana.email), await knownDeviceOf(ana.email), await knownDeviceOf(bea.email)] as const;
    const knownFlags = async () => {
      const rows = await app.db('knownDevices').select('secretHash');
      const hashes = rows.map(({ secretHash }) => secretHash.toString('hex'));
      return devices.map(({ cookies }) => hashes.includes(hashOf(cookies.get('device') ?? '').toString('hex')));
    };
    expect(await knownFlags()).toEqual([true, true, true]);
    await devices[0].client.logIn({ email: ana.email, password: PASSWORD });
    await devices[0].client.changePassword({ currentPassword: PASSWORD, password: 'clave nueva', confirmation: 'clave nueva' });
    expect(await knownFlags()).toEqual([true, false, true]);
    await app.visitor().client.requestPasswordReset({ email: ana.email });
    const { facts } = await app.db('outbox').where({ kind: 'passwordReset' }).first();
    const token = (await stage(app.db).anyone(findTokenToSend, facts)) as string;
    const resetting = app.visitor();
    await resetting.client.resetPassword({ email: ana.email, token, password: 'clave nueva 2' });
    expect(await knownFlags()).toEqual([false, false, true]);
    // The reset makes its device known, so the failed logins from elsewhere do not delay that device.
    await oneByOne(6, () => logIn(ana.email, 'equivocada', { from: ELSEWHERE }));
    expect(await tryOn(resetting, ana.email, 'clave nueva 2')).toBe(200);
    const boss = await app.as(await given(app.db).manager());
    await boss.client.setUserStatus({ id: bea.id, isActive: false, reassignTo: null });
    expect(await knownFlags()).toEqual([false, false, false]);
  });

  it('accepts a reset request independently of others from its address', async () => {
    const strict = await another(0.2);
    try {
      const { email } = await given(app.db).person();
      const device = await knownDeviceOf(email, strict);
      expect((await post('/api/password-reset-request', { email: 'nadie@demo.mx' }, { at: strict })).status).toBe(404);
      expectWait(await post('/api/password-reset-request', { email }, { at: strict }), 3_600);
      expect((await device.call('POST', '/api/password-reset-request', { body: { email } })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it.each([
    ['http://bitacora.demo.mx', /^device=[\w-]{43}; path=\/; expires=[^;]+; samesite=strict; httponly$/],
    ['https://bitacora.demo.mx', /^__Host-device=[\w-]{43}; path=\/; expires=[^;]+; samesite=strict; secure; httponly$/],
  ])('has a cookie that no script reads, on %s', async (publicUrl, expected) => {
    const there = await runningApp({ publicUrl, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
    try {
      const { email } = await given(app.db).person();
      const one = browser(there.origin);
      const { headers } = await one.call('POST', '/api/login', { body: { email, password: PASSWORD } });
      expect(headers.getSetCookie().find((line) => line.includes('device='))).toMatch(expected);
    } finally {
      await there.close();
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
    const replies = await oneByOne(12, (n) => {
      const at = n % 2 ? twin : app;
      later(n * 61);
      return ask(email, { at, from: n % 2 ? ELSEWHERE : ATTACKER });
    });
    expect(statuses(replies)).toEqual(many(200, 12));
    const letters = await app.db('outbox').select('facts');
    expect(letters).toHaveLength(5);
    expect(new Set(letters.map(({ facts }) => facts.resetId)).size).toBe(1);
    const token = await tokenSentTo(email);
    expect((await post('/api/reset-password', { email, token, password: 'clave nueva 1' })).status).toBe(200);
  });

  it('ends after many from an address, and after five that nobody has', async () => {
    const strict = await another(0.1);
    try {
      const emails = await oneByOne(7, async () => (await given(app.db).person()).email);
      const replies = await Promise.all(emails.map((email) => ask(email, { at: strict })));
      expect(statuses(replies).sort()).toEqual([...many(200, 6), 429]);
      expectWait(replies.find(({ status }) => status === 429) as RawAnswer, 3_600);
    } finally {
      await strict.close();
    }
    const guessed = await oneByOne(6, (n) => ask(`nadie${n}@demo.mx`, { from: ELSEWHERE }));
    expect(statuses(guessed)).toEqual([...many(404, 5), 429]);
  });

  it('wrong tokens void nothing and stop no login; very many of one address end, and elsewhere the right one opens', async () => {
    const strict = await another(0.1);
    try {
      const { email } = await given(app.db).person();
      await ask(email, { from: ELSEWHERE });
      const token = await tokenSentTo(email);
      const guess = (n: number) => post('/api/validate-reset-token', { email, token: `t${n}` }, { at: strict });
      expect(statuses(await oneByOne(10, guess))).toEqual(many(400, 10));
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
    const replies = await Promise.all([...Array(60).keys()].map(write));
    expect(statuses(replies).sort()).toEqual([...many(200, 20), ...many(400, 20), ...many(404, 20)]);
    for (const at of [app, twin]) expectWait(await post('/api/update_profile', { alias: 'Yo' }, { headers, at }), 60);
    expectWait(await post('/api/update_profile', { alias: 'Yo' }, { headers, from: ELSEWHERE }), 60);
  });

  /** What the counter of this person's writes holds. */
  async function writesOf({ id }: { id: number }) {
    const row = await app
      .db('rateLimits')
      .where({ key: `writes:${hashOf(String(id)).toString('base64url')}` })
      .first();
    return row && { points: row.points, expire: Number(row.expire) };
  }
  const rename = (headers: Record<string, string>, at = app) => post('/api/update_profile', { alias: 'Yo' }, { headers, at });

  it('counts each write once in each process, also the first of a session there, and one that is refused', async () => {
    const ana = await given(app.db).person();
    const headers = await headersOf(ana);
    const writes = [
      () => rename(headers),
      () => rename(headers),
      () => rename(headers, twin),
      () => rename(headers, twin),
      () => post('/api/cancel_activity', { activity_id: 2_000_000 }, { headers }),
      () => post('/api/update_profile', { alias: 7 }, { headers, at: twin }),
    ];
    const points = await oneByOne(writes.length, async (n) => [(await writes[n]?.())?.status, (await writesOf(ana))?.points]);
    const expected = [200, 200, 200, 200, 404, 400];
    expect(points).toEqual(expected.map((status, n) => [status, n + 1]));
  });

  it('counts no write of a session that ended, of a deactivated person, or of a session that now belongs to somebody else', async () => {
    const people = [await given(app.db).person(), await given(app.db).person(), await given(app.db).person()] as const;
    const [ana, bea, eva] = people;
    const [anas, beas, evas] = [await headersOf(ana), await headersOf(bea), await headersOf(eva)];
    const points = () => Promise.all(people.map(async (person) => (await writesOf(person))?.points));
    for (const headers of [anas, beas, evas]) expect((await rename(headers)).status).toBe(200);
    await app.db('sessions').where({ userId: ana.id }).delete();
    await app.db('users').where({ id: bea.id }).update({ isActive: false });
    expect([(await rename(anas)).status, (await rename(beas)).status]).toEqual([401, 401]);
    expect(await points()).toEqual([1, 1, 1]);
    await app.db('users').where({ id: bea.id }).update({ isActive: true });
    await app.db('sessions').where({ userId: eva.id }).update({ userId: ana.id });
    expect((await rename(evas)).status).toBe(200);
    expect(await points()).toEqual([2, 1, 1]);
  });

  it('uploads twenty times in ten minutes, good images or bad', async () => {
    const headers = await headersOf(await given(app.db).person());
    const upload = async (at: RunningApp, isGood: boolean) => {
      const form = new FormData();
      form.append('image', new Blob([isGood ? await aPng() : 'no es una imagen']), 'yo.png');
      const response = await fetch(`${at.origin}/api/update_profile_image`, { method: 'POST', headers, body: form });
      return { status: response.status, headers: { 'retry-after': response.headers.get('Retry-After') }, text: await response.text() };
    };
    const uploaded = await oneByOne(20, (n) => upload(n % 2 ? twin : app, n % 5 === 0));
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
    expect(await oneByOne(21, register)).toEqual(many(200, 21));
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
      expect(statuses(await oneByOne(15, write))).toEqual(many(200, 15));
      expectWait(await write(16), 60);
      expectWait(await write(17), 60);
    } finally {
      await strict.close();
    }
  });
});
