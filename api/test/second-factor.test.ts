import type { ApiError } from '@bitacora/core/client';
import { calendarDate } from '@bitacora/core/domain/calendar';
import type { Person } from '@bitacora/core/domain/people/person';
import type { refusalSentences } from '@bitacora/core/messages/refusals';
import { sealingFor } from '@bitacora/core/server';
import { resealSecondFactors, resetSecondFactorByEmail } from '@bitacora/core/use-cases/account/second-factor';
import { offerChatLink } from '@bitacora/core/use-cases/chat/chat-links';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APP_SECRET, codeAt } from '../../core/test/authenticator-app.ts';
import { given, NOW, PASSWORD } from '../../core/test/factories.ts';
import { SECRET, stage } from '../../core/test/stage.ts';
import { everythingIn } from '../../core/test/tables.ts';
import type { browser } from './browser.ts';
import { type RunningApp, runningApp } from './running-app.ts';

type Browser = ReturnType<typeof browser>;

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(async () => {
  app.setClock(NOW);
  await app.wipe();
  await app.db('rateLimits').delete();
});
afterAll(() => app.close());

const MINUTE_MS = 60_000;
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
const sealed = (secret = SECRET) => sealingFor('second-factor', [secret]).seal(APP_SECRET);

/** Gives somebody a second factor behind the calls' back. */
async function withFactor(person: Person): Promise<Person> {
  await app.db('secondFactors').insert({ userId: person.id, sealedSecret: sealed(), begunAt: NOW, confirmedAt: NOW });
  return person;
}
const logIn = (who: Browser, { email }: Person, more: object = {}) =>
  who.call('POST', '/api/login', { body: { email, password: PASSWORD, ...more } });
const statusOf = async (person: Person, more: object = {}, who = app.visitor()) => (await logIn(who, person, more)).status;
const refused = (code: keyof typeof refusalSentences) => expect.objectContaining({ success: false, code });
const acts = () => app.db('adminHistory').orderBy('id').pluck('act');

describe('setting one up', () => {
  it('takes the password and a first code, ends other sessions, and answers ten recovery codes once', async () => {
    const ana = await given(app.db).person();
    const [mine, other] = [await app.as(ana), await app.as(ana)];
    const { secret, url } = await mine.client.beginSecondFactor({ currentPassword: PASSWORD });
    expect(url).toBe(`otpauth://totp/Bit%C3%A1cora:${encodeURIComponent(ana.email)}?secret=${secret}&issuer=Bit%C3%A1cora`);
    expect(await statusOf(ana)).toBe(200); // not confirmed: nothing is asked yet

    const wrong = await mine.call('POST', '/api/confirm_second_factor', { body: { code: '000000' } });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'secondFactor.wrong', fields: { code: expect.any(String) } } });
    const typed = codeAt(NOW, secret);
    const { recoveryCodes } = await mine.client.confirmSecondFactor({ code: `${typed.slice(0, 3)} ${typed.slice(3)}` });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const one of recoveryCodes) expect(one).toMatch(/^([A-HJ-NP-Z2-9]{5}-){2}[A-HJ-NP-Z2-9]{5}$/);
    expect(await mine.client.readSecondFactor()).toMatchObject({ isActive: true, recoveryCodesLeft: 10, isRequired: false });
    expect((await other.call('GET', '/api/data_user')).status).toBe(401);
    expect(await acts()).toContain('secondFactor.add');

    const stored = JSON.stringify(await everythingIn(app.db));
    for (const secretText of [secret, Buffer.from(secret).toString('hex'), ...recoveryCodes]) expect(stored).not.toContain(secretText);
  });

  it('wants the right password, and begins no second one', async () => {
    const ana = await given(app.db).person();
    const mine = await app.as(ana);
    await expect(mine.client.beginSecondFactor({ currentPassword: 'equivocada' })).rejects.toMatchObject({ status: 400 });
    await withFactor(ana);
    await expect(mine.client.beginSecondFactor({ currentPassword: PASSWORD })).rejects.toMatchObject({ code: 'secondFactor.active' });
  });
});

describe('a login with a password', () => {
  it('asks for the code only after the right password, and opens nothing without it', async () => {
    const ana = await withFactor(await given(app.db).person());
    const visitor = app.visitor();
    expect(await logIn(visitor, ana, { password: 'equivocada', code: codeAt(NOW) })).toMatchObject({
      status: 401,
      body: refused('credentials.wrong'),
    });
    expect(await logIn(visitor, ana)).toMatchObject({ status: 403, body: refused('secondFactor.required') });
    expect(await app.db('sessions')).toEqual([]);
    expect((await logIn(visitor, ana, { code: codeAt(NOW) })).body).toEqual({ success: true, status: 'activo' });
    expect((await visitor.call('GET', '/api/data_user')).status).toBe(200);
    const [{ after }] = await app.db('adminHistory').where({ act: 'session.logIn' }).select('after');
    expect(after).toEqual({ secondFactor: 'app' });
  });

  it.each([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ])('takes the code of step %i: %i', async (step, status) => {
    const ana = await withFactor(await given(app.db).person());
    expect(await statusOf(ana, { code: codeAt(later(step * 30_000)) })).toBe(status);
  });

  it('takes a code once, and none that is earlier', async () => {
    const ana = await withFactor(await given(app.db).person());
    expect(await statusOf(ana, { code: codeAt(NOW) })).toBe(200);
    expect(await statusOf(ana, { code: codeAt(NOW) })).toBe(400);
    expect(await statusOf(ana, { code: codeAt(later(-30_000)) })).toBe(400);
    expect(await statusOf(ana, { code: codeAt(later(30_000)) })).toBe(200);
  });

  it('of two with one code at once, one gets in', async () => {
    const ana = await withFactor(await given(app.db).person());
    const codes = Array.from({ length: 4 }, () => statusOf(ana, { code: codeAt(NOW) }));
    expect((await Promise.all(codes)).filter((status) => status === 200)).toHaveLength(1);
    expect(await app.db('sessions')).toHaveLength(1);
  });

  it('takes no recovery code of somebody else, and leaves it to its owner', async () => {
    const [ana, luis] = [await withFactor(await given(app.db).person()), await withFactor(await given(app.db).person())];
    const { recoveryCodes } = await (await app.as(ana)).client.renewRecoveryCodes({ code: codeAt(NOW) });
    expect(await statusOf(luis, { code: recoveryCodes[0] })).toBe(400);
    expect(await statusOf(ana, { code: recoveryCodes[0] })).toBe(200);
  });

  it('takes each recovery code once, however it is typed', async () => {
    const ana = await withFactor(await given(app.db).person());
    const mine = await app.as(ana);
    const { recoveryCodes } = await mine.client.renewRecoveryCodes({ code: codeAt(NOW) });
    const [first = '', second = ''] = recoveryCodes;
    expect(await statusOf(ana, { code: first.toLowerCase().replaceAll('-', ' ') })).toBe(200);
    const twice = await Promise.all([statusOf(ana, { code: second }), statusOf(ana, { code: second })]);
    expect(twice.sort()).toEqual([200, 400]);
    expect(await statusOf(ana, { code: first })).toBe(400);
    expect((await mine.client.readSecondFactor()).recoveryCodesLeft).toBe(8);

    await mine.client.renewRecoveryCodes({ code: recoveryCodes[2] as string });
    expect(await statusOf(ana, { code: recoveryCodes[3] })).toBe(400);
  });

  it('stops guesses after five, also of many at once, while the password stays right, and records them', async () => {
    const ana = await withFactor(await given(app.db).person());
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, n) => statusOf(ana, { code: `00000${n}` })));
    expect(guesses.filter((status) => status === 400)).toHaveLength(5);
    expect(guesses.filter((status) => status === 429)).toHaveLength(3);
    const right = await logIn(app.visitor(), ana, { code: codeAt(NOW) });
    expect([right.status, right.headers.get('Retry-After')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    const failed = await app.db('adminHistory').where({ act: 'session.failLogIn' }).select('after');
    expect(failed[0].after).toMatchObject({ reason: 'wrongCode' });
    // Guesses in a session, without the password, count against the same limit.
    expect((await (await app.as(ana)).call('POST', '/api/remove_second_factor', { body: { code: codeAt(NOW) } })).status).toBe(429);
  });

  it('is not asked again for 30 days where the person trusts the device, and only that person', async () => {
    const [ana, beto] = [await withFactor(await given(app.db).person()), await withFactor(await given(app.db).person())];
    const laptop = app.visitor();
    expect(await statusOf(ana, { code: codeAt(NOW), trust_device: true }, laptop)).toBe(200);
    expect(await statusOf(ana, {}, laptop)).toBe(200);
    expect([await statusOf(beto, {}, laptop), await statusOf(ana)]).toEqual([403, 403]);
    app.setClock(later(30 * 24 * 60 * MINUTE_MS - MINUTE_MS));
    expect(await statusOf(ana, {}, laptop)).toBe(200);
    app.setClock(later(30 * 24 * 60 * MINUTE_MS));
    expect(await statusOf(ana, {}, laptop)).toBe(403);
  });

  it('is not spared by a code that nobody compared', async () => {
    const [ana, stranger] = [await given(app.db).person(), app.visitor()];
    // Without a second factor, the password and any code are enough.
    expect(await statusOf(ana, { code: 'x', trust_device: true }, stranger)).toBe(200);
    const mine = await app.as(ana);
    const { secret } = await mine.client.beginSecondFactor({ currentPassword: PASSWORD });
    await mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
    expect(await statusOf(ana, {}, stranger)).toBe(403);
  });

  it('is asked on devices trusted before the factor was set up', async () => {
    const [ana, laptop] = [await given(app.db).person(), app.visitor()];
    await logIn(laptop, ana);
    await app
      .db('knownDevices')
      .where({ userId: ana.id })
      .update({ trustedUntil: later(30 * 24 * 60 * MINUTE_MS) });
    const mine = await app.as(ana);
    const { secret } = await mine.client.beginSecondFactor({ currentPassword: PASSWORD });
    await mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
    expect(await statusOf(ana, {}, laptop)).toBe(403);
  });

  it('is spared for 30 days from the code, which a login without one does not renew', async () => {
    const [ana, laptop] = [await withFactor(await given(app.db).person()), app.visitor()];
    await logIn(laptop, ana, { code: codeAt(NOW), trust_device: true });
    app.setClock(later(29 * 24 * 60 * MINUTE_MS));
    expect(await statusOf(ana, { code: 'x', trust_device: true }, laptop)).toBe(200);
    app.setClock(later(30 * 24 * 60 * MINUTE_MS));
    expect(await statusOf(ana, {}, laptop)).toBe(403);
  });
});

describe('another phone', () => {
  /** A session of a person with a second factor, and ten recovery codes. */
  async function inside() {
    const ana = await withFactor(await given(app.db).person());
    const mine = await app.as(ana);
    const { recoveryCodes } = await mine.client.renewRecoveryCodes({ code: codeAt(NOW) });
    const begin = (code: string) => mine.client.beginSecondFactor({ currentPassword: PASSWORD, code });
    return { ana, mine, recoveryCodes, begin };
  }

  it('replaces the earlier one at its first code, not before', async () => {
    const { ana, mine, recoveryCodes, begin } = await inside();
    await app.as(ana);
    const { secret } = await begin(recoveryCodes[0] as string);
    const [earlier, next] = [codeAt(later(30_000)), codeAt(later(30_000), secret)];
    expect(await statusOf(ana)).toBe(403);
    expect(await statusOf(ana, { code: next })).toBe(400);
    expect(await statusOf(ana, { code: earlier })).toBe(200);
    expect(await mine.client.readSecondFactor()).toMatchObject({ isActive: true, recoveryCodesLeft: 9 });
    await expect(mine.client.confirmSecondFactor({ code: codeAt(later(-30_000)) })).rejects.toMatchObject({ code: 'secondFactor.wrong' });

    const renewed = await mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
    expect(await app.db('sessions').where({ userId: ana.id })).toHaveLength(1);
    app.setClock(later(30_000));
    expect(await statusOf(ana, { code: codeAt(later(60_000)) })).toBe(400);
    expect(await statusOf(ana, { code: recoveryCodes[1] })).toBe(400);
    expect(await statusOf(ana, { code: codeAt(NOW, secret) })).toBe(400); // used to confirm
    await app.db('rateLimits').delete();
    expect(await statusOf(ana, { code: next })).toBe(200);
    expect(await statusOf(ana, { code: renewed.recoveryCodes[0] })).toBe(200);
    expect(await acts()).toContain('secondFactor.replace');
    await expect(mine.client.confirmSecondFactor({ code: next })).rejects.toMatchObject({ code: 'secondFactor.active' });
  });

  it('wants the password and a right code, and leaves everything as it was without', async () => {
    const { mine, begin } = await inside();
    await expect(begin('000000')).rejects.toMatchObject({ code: 'secondFactor.wrong', fields: { code: expect.any(String) } });
    await expect(begin(codeAt(NOW))).rejects.toMatchObject({ code: 'secondFactor.wrong' }); // used
    const code = codeAt(later(30_000));
    await expect(mine.client.beginSecondFactor({ currentPassword: 'equivocada', code })).rejects.toMatchObject({ status: 400 });
    expect(await app.db('secondFactors').select('sealedReplacement')).toEqual([{ sealedReplacement: null }]);
    await begin(code); // the wrong password did not use it up
  });

  it('is forgotten with the factor that it was to replace', async () => {
    const { mine, recoveryCodes, begin } = await inside();
    const { secret } = await begin(recoveryCodes[0] as string);
    await mine.client.removeSecondFactor({ code: recoveryCodes[1] as string });
    await expect(mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) })).rejects.toMatchObject({ code: 'secondFactor.none' });
  });
});

it('mails its person every change, also their own', async () => {
  const ana = await given(app.db).person();
  const mine = await app.as(ana);
  const changes = () => app.db('outbox').where({ kind: 'secondFactorChanged', recipientId: ana.id }).orderBy('id').pluck('facts');
  const mailed: string[] = [];
  const expectNotified = async (change: string) => {
    mailed.push(change);
    expect(await changes()).toEqual(mailed.map((one) => expect.objectContaining({ change: one, by: `${ana.firstName} ${ana.lastName}` })));
  };
  const first = await mine.client.beginSecondFactor({ currentPassword: PASSWORD });
  expect(await changes()).toEqual([]);
  await mine.client.confirmSecondFactor({ code: codeAt(NOW, first.secret) });
  await expectNotified('add');
  const { recoveryCodes } = await mine.client.renewRecoveryCodes({ code: codeAt(later(30_000), first.secret) });
  await expectNotified('renewCodes');
  const second = await mine.client.beginSecondFactor({ currentPassword: PASSWORD, code: recoveryCodes[0] as string });
  expect(await changes()).toHaveLength(2);
  await mine.client.confirmSecondFactor({ code: codeAt(NOW, second.secret) });
  await expectNotified('replace');
  await mine.client.removeSecondFactor({ code: codeAt(later(30_000), second.secret) });
  await expectNotified('remove');
});

it.each(['set up', 'replaced', 'turned off', 'reset'])(
  'once %s, gives nothing to terminals that were let in and did not ask yet',
  async (act) => {
    const ana = await given(app.db).person();
    if (act !== 'set up') await withFactor(ana);
    const mine = await app.as(ana);
    const { deviceCode, userCode } = await app.visitor().client.beginDeviceAuthorization({ machine: 'portátil', grant: 'write' });
    await mine.client.answerDeviceAuthorization({ userCode, isApproved: true });
    const code = codeAt(NOW);
    if (act === 'turned off') await mine.client.removeSecondFactor({ code });
    else if (act === 'reset')
      await (await app.as(await given(app.db).person({ kind: 'Desarrollador' }))).client.resetSecondFactor({ id: ana.id });
    else {
      const { secret } = await mine.client.beginSecondFactor({ currentPassword: PASSWORD, ...(act === 'replaced' && { code }) });
      await mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
    }
    await expect(app.visitor().client.exchangeDeviceCode({ deviceCode })).rejects.toMatchObject({ code: 'device.expired' });
    expect(await app.db('accessTokens').where({ userId: ana.id })).toEqual([]);
  },
);

const chat = { service: 'slack', workspace: 'T1', chatUserId: 'U1', conversation: 'D1', displayName: 'ana' } as const;
const lasting: [title: string, table: string, give: (by: Browser, codes: { userCode: string; chatCode: string }) => Promise<unknown>][] = [
  [
    'an approved terminal',
    'deviceAuthorizations',
    ({ client }, { userCode }) => client.answerDeviceAuthorization({ userCode, isApproved: true }),
  ],
  [
    'a personal token',
    'accessTokens',
    ({ client }) => client.createToken({ name: 'guion', scope: 'write', expiresOn: calendarDate('2026-12-01') }),
  ],
  ['a calendar address', 'calendarFeeds', ({ client }) => client.createCalendarFeed()],
  ['a code that links a WhatsApp', 'chatLinkCodes', ({ client }) => client.createChatLinkCode({})],
  ['a linked chat', 'chatLinks', ({ client }, { chatCode }) => client.confirmChatLink({ code: chatCode })],
];
it.each(lasting)('leaves %s to no session that ends at the same moment', async (_title, table, give) => {
  const ana = await given(app.db).person();
  const [mine, other] = [await app.as(ana), await app.as(ana)];
  const { userCode } = await app.visitor().client.beginDeviceAuthorization({ machine: 'portátil', grant: 'write' });
  const { url } = await stage(app.db).anyone(offerChatLink, chat);
  const { secret } = await mine.client.beginSecondFactor({ currentPassword: PASSWORD });
  const before = await app.db(table);

  // The confirmation stops halfway, with the account locked and no session ended.
  const pause = await app.db.transaction();
  await pause('secondFactors').forUpdate();
  const confirmation = mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
  const waiting = async () => (await app.db('pg_locks').where({ granted: false })).length;
  await expect.poll(waiting).toBe(1);
  const chatCode = url.split('chat_link=')[1] as string;
  const late = give(other, { userCode, chatCode }).catch(({ code }: ApiError) => code);
  await expect.poll(waiting).toBe(2);
  await pause.commit();
  await confirmation;
  expect(await late).toBe('session.missing');
  expect(await app.db(table)).toEqual(before);
});

it.each(lasting)('leaves %s to no session that its person is ending', async (_title, table, give) => {
  const ana = await given(app.db).person();
  const mine = await app.as(ana);
  const { userCode } = await app.visitor().client.beginDeviceAuthorization({ machine: 'portátil', grant: 'write' });
  const { url } = await stage(app.db).anyone(offerChatLink, chat);
  const before = await app.db(table);

  // A logout that has deleted the session and has not committed.
  const logout = await app.db.transaction();
  await logout('sessions').where({ userId: ana.id }).delete();
  const late = give(mine, { userCode, chatCode: url.split('chat_link=')[1] as string }).catch(({ code }: ApiError) => code);
  await expect.poll(async () => (await app.db('pg_locks').where({ granted: false })).length).toBe(1);
  await logout.commit();
  expect(await late).toBe('session.missing');
  expect(await app.db(table)).toEqual(before);
});

it('is turned off with a code, and every device is forgotten', async () => {
  const ana = await withFactor(await given(app.db).person());
  const laptop = app.visitor();
  await logIn(laptop, ana, { code: codeAt(NOW), trust_device: true });
  await expect(laptop.client.removeSecondFactor({ code: codeAt(NOW) })).rejects.toMatchObject({ status: 400 }); // used at the login
  await laptop.client.removeSecondFactor({ code: codeAt(later(30_000)) });
  expect(await statusOf(ana)).toBe(200);
  expect(await app.db('knownDevices').whereNotNull('trustedUntil')).toEqual([]);
  expect(await acts()).toContain('secondFactor.remove');
});

it('is reset by a Desarrollador, who is named in the history and in a mail; the sessions end', async () => {
  const [ana, developer] = [await withFactor(await given(app.db).person()), await given(app.db).person({ kind: 'Desarrollador' })];
  const mine = await app.as(ana);
  await (await app.as(developer)).client.resetSecondFactor({ id: ana.id });
  expect((await mine.call('GET', '/api/data_user')).status).toBe(401);
  expect(await statusOf(ana)).toBe(200);
  expect(await app.db('outbox').select('kind', 'recipientId')).toEqual([{ kind: 'accountChanged', recipientId: ana.id }]);
  expect(await app.db('adminHistory').where({ act: 'secondFactor.reset' }).select('actorId', 'subjectId')).toEqual([
    { actorId: developer.id, subjectId: String(ana.id) },
  ]);
});

it('is reset by a command on the server, whose operator is named', async () => {
  const ana = await withFactor(await given(app.db).person());
  await stage(app.db).anyone(resetSecondFactorByEmail, { email: ana.email, operator: 'root@servidor' });
  expect(await statusOf(ana)).toBe(200);
  expect(await app.db('outbox').pluck('kind')).toEqual(['accountChanged']);
  const row = await app.db('adminHistory').where({ act: 'secondFactor.reset' }).first('actorName', 'channel');
  expect(row).toEqual({ actorName: 'root@servidor', channel: 'admin' });
});

it('a token that was made in a session with it works without it', async () => {
  const ana = await withFactor(await given(app.db).person());
  const laptop = app.visitor();
  await logIn(laptop, ana, { code: codeAt(NOW) });
  const reply = await laptop.call('POST', '/api/create_token', { body: { name: 'Terminal', scope: 'read', expires_on: '2026-12-31' } });
  const headers = { Authorization: `Bearer ${(reply.body as { token: string }).token}` };
  expect((await app.visitor().call('GET', '/api/data_user', { headers })).status).toBe(200);
});

describe('where it is required', () => {
  let strict: RunningApp;
  beforeAll(async () => {
    strict = await runningApp({ secondFactorRule: 'privileged', database: { db: app.db, wipe: app.wipe, close: async () => {} } });
  });
  afterAll(() => strict.close());

  it('a session by password alone opens only what sets one up, from the next call on', async () => {
    const [ana, manager] = [await given(app.db).person(), await given(app.db).manager()];
    const [anas, managers] = [await strict.as(ana), await strict.as(manager)];
    expect((await anas.call('GET', '/api/data_user')).status).toBe(200);
    expect((await managers.call('GET', '/api/get-session')).body).toMatchObject({ second_factor_due: true });
    for (const path of ['/api/data_user', '/api/get_tokens', '/api/profile_image/E-1', '/api/live'])
      expect([path, (await managers.call('GET', path)).body]).toEqual([path, refused('secondFactor.due')]);
    const body = { name: 'Terminal', scope: 'read', expires_on: '2026-12-31' };
    expect((await managers.call('POST', '/api/create_token', { body })).body).toEqual(refused('secondFactor.due'));

    const { secret } = await managers.client.beginSecondFactor({ currentPassword: PASSWORD });
    await managers.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
    expect((await managers.call('GET', '/api/get-session')).body).toMatchObject({ second_factor_due: false });
    expect((await managers.call('GET', '/api/data_user')).status).toBe(200);
    await app.db('users').where({ id: ana.id }).update({ position: 'GERENTE' });
    expect((await anas.call('GET', '/api/data_user')).status).toBe(403);
  });

  it('counts no write of a session by password alone before one is set up, but each try to set it up', async () => {
    const managers = await strict.as(await given(app.db).manager());
    const points = () => app.db('rateLimits').where('key', 'like', 'writes:%').pluck('points');
    const body = { name: 'Terminal', scope: 'read', expires_on: '2026-12-31' };
    for (let n = 0; n < 2; n++)
      expect((await managers.call('POST', '/api/create_token', { body })).body).toEqual(refused('secondFactor.due'));
    expect(await points()).toEqual([]);
    await managers.client.beginSecondFactor({ currentPassword: PASSWORD });
    expect(await points()).toEqual([1]);
    const anas = await strict.as(await given(app.db).person());
    for (let n = 0; n < 2; n++) await anas.client.updateProfile({ alias: 'Ana' });
    expect((await points()).sort()).toEqual([1, 2]);
  });

  it('is not turned off, and nothing is closed while another phone takes its place', async () => {
    const manager = await withFactor(await given(app.db).manager());
    const mine = strict.visitor();
    await logIn(mine, manager, { code: codeAt(NOW) });
    await expect(mine.client.removeSecondFactor({ code: codeAt(later(30_000)) })).rejects.toMatchObject({ code: 'secondFactor.mandatory' });
    const { secret } = await mine.client.beginSecondFactor({ currentPassword: PASSWORD, code: codeAt(later(30_000)) });
    expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
    await mine.client.confirmSecondFactor({ code: codeAt(NOW, secret) });
    expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
  });

  it('a session of the company’s identity provider needs none', async () => {
    const mine = await strict.as(await given(app.db).manager());
    await app.db('sessions').update({ issuer: 'https://login.empresa.mx' });
    expect((await mine.call('GET', '/api/data_user')).status).toBe(200);
  });
});

it('is sealed anew with a new SESSION_SECRET, so that the previous one can be dropped', async () => {
  const ana = await withFactor(await given(app.db).person());
  await app.db('secondFactors').update({ sealedReplacement: sealed() });
  const next = `${SECRET} of today`;
  const reseal = (choices: object) =>
    stage(app.db, choices).core.perform({ useCase: resealSecondFactors, actor: null, channel: 'system', input: {}, effect: 'writes' });
  expect((await reseal({ secret: next })).result).toBe(0); // it opens none: nothing is lost
  expect((await reseal({ secret: next, previousSecret: SECRET })).result).toBe(1);
  const { sealedSecret, sealedReplacement } = await app.db('secondFactors').where({ userId: ana.id }).first();
  for (const one of [sealedSecret, sealedReplacement])
    expect(sealingFor('second-factor', [next]).open(one)).toEqual({ text: APP_SECRET, isCurrent: true });
  expect((await reseal({ secret: next, previousSecret: SECRET })).result).toBe(0);
});
