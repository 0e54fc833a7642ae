import { repositoriesOn } from '@bitacora/core/server';
import { findEmailChangeToken } from '@bitacora/core/use-cases/account/email-change';
import { findTokenToSend } from '@bitacora/core/use-cases/account/reset-password';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deep, isDeep } from '../../../core/test/deep.ts';
import { given, NOW, PASSWORD } from '../../../core/test/factories.ts';
import { stage, ZONE } from '../../../core/test/stage.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import type { Mail } from '../../src/mail/mailer.ts';
import { composeMail } from '../../src/notifications/compose.ts';
import { browser } from '../browser.ts';
import { raw } from '../raw.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from '../running-app.ts';

/** Each is hashed, and others are measured beside this test in the short form. */
const USES = deep(50, 15);

let app: RunningApp;
let visitor: Record<string, string>;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000 });
  const one = browser(app.origin);
  one.cookies.set('csrf', 'galleta-de-visita');
  visitor = { Cookie: 'csrf=galleta-de-visita', 'X-CSRF-Token': await one.csrfToken(), 'Content-Type': 'application/json' };
});
beforeEach(async () => {
  await app.wipe();
  app.setClock(NOW);
});
afterAll(() => app.close());

const post = (path: string, body: object, headers: Record<string, string> = {}, at = app) =>
  raw(at.origin, { method: 'POST', path, headers: { ...visitor, ...headers }, body: JSON.stringify(body) });

/** Asks for a reset and reads the token out of the letter. */
async function tokenFor(email: string): Promise<string> {
  expect((await post('/api/password-reset-request', { email })).status).toBe(200);
  const { facts } = await app.db('outbox').where({ kind: 'passwordReset' }).orderBy('id', 'desc').first();
  return (await stage(app.db).anyone(findTokenToSend, facts)) as string;
}
const reset = (email: unknown, token: unknown, password: unknown = 'clave nueva 1') =>
  post('/api/reset-password', { email, token, password });
const hashesNow = async (): Promise<string[]> =>
  (await app.db('users').orderBy('id').select('passwordHash')).map(({ passwordHash }) => passwordHash);

async function setUp() {
  const [ana, bea] = [await given(app.db).person({ email: 'ana@demo.mx' }), await given(app.db).person({ email: 'bea@demo.mx' })];
  return { ana, bea, token: await tokenFor(ana.email), boss: await app.as(await given(app.db).manager()) };
}
type SetUp = Awaited<ReturnType<typeof setUp>>;

const flipped = (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
const attempts: Record<string, (setUp: SetUp) => Promise<number>> = {
  'used once already': async ({ ana, token }) => {
    expect((await reset(ana.email, token)).status).toBe(200);
    return (await reset(ana.email, token, 'otra clave 22')).status;
  },
  'of Ana with the address of Bea': async ({ bea, token }) => (await reset(bea.email, token)).status,
  'of Bea with the address of Ana': async ({ ana, bea }) => (await reset(ana.email, await tokenFor(bea.email))).status,
  'thirty minutes old': async ({ ana, token }) => {
    app.setClock(new Date(NOW.getTime() + 30 * 60_000));
    return (await reset(ana.email, token)).status;
  },
  'from before the password was changed': async ({ ana, token }) => {
    const mine = await app.as(ana);
    await mine.client.changePassword({ currentPassword: PASSWORD, password: 'clave nueva', confirmation: 'clave nueva' });
    return (await reset(ana.email, token)).status;
  },
  'from before the account was deactivated and activated again': async ({ ana, boss, token }) => {
    for (const isActive of [false, true]) await boss.client.setUserStatus({ id: ana.id, isActive, reassignTo: null });
    return (await reset(ana.email, token)).status;
  },
  'mailed to an address that is hers no more': async ({ ana, boss, token }) => {
    const { isActive: _, ...rest } = ana;
    await boss.client.updateUser({ ...rest, kind: 'Usuario', email: 'ana.nueva@demo.mx' });
    const { facts } = await app.db('outbox').where({ kind: 'emailConfirmation' }).first();
    const link = (await stage(app.db).anyone(findEmailChangeToken, facts)) as string;
    await app.visitor().client.confirmEmailChange({ token: link });
    return (await reset('ana.nueva@demo.mx', token)).status;
  },
  'but for its last letter': async ({ ana, token }) => (await reset(ana.email, flipped(token))).status,
  'with a blank behind it': async ({ ana, token }) => (await reset(ana.email, `${token} `)).status,
  'in capitals': async ({ ana, token }) => (await reset(ana.email, token.toUpperCase())).status,
  'in a list': async ({ ana, token }) => (await reset(ana.email, [token])).status,
  'for a list of addresses': async ({ ana, bea, token }) => (await reset([bea.email, ana.email], token)).status,
  'for two addresses in one': async ({ ana, bea, token }) => (await reset(`${ana.email},${bea.email}`, token)).status,
  'for an address with a line of its own': async ({ ana, token }) => (await reset(`${ana.email}\r\nBcc: eva@evil.mx`, token)).status,
  'that is its hash': async ({ ana }) => {
    const { tokenHash } = await app.db('passwordResets').first();
    return (await reset(ana.email, tokenHash.toString('base64url'))).status;
  },
  'that is its id': async ({ ana }) => (await reset(ana.email, (await app.db('passwordResets').first()).id)).status,
  'made of nothing': async ({ ana }) => (await reset(ana.email, '')).status,
};

it.each(Object.entries(attempts))('no password is set with a token %s', async (title, attempt) => {
  const before = await setUp();
  const isChangedByOwner = title.startsWith('used once') || title.startsWith('from before the password');
  const hashes = await hashesNow();
  expect(await attempt(before)).toBe(400);
  const now = await hashesNow();
  expect(now.filter((hash, n) => hash !== hashes[n])).toHaveLength(isChangedByOwner ? 1 : 0);
  const { status } = await reset(before.ana.email, 'otra-vez-mal', 'otra clave 22');
  expect(status).toBe(400);
});

it('a wrong token costs no hash: of a hundred at once none waits for its turn', async () => {
  const { ana } = await setUp();
  const uses = await Promise.all([...Array(100).keys()].map((n) => reset(n % 2 ? ana.email : `nadie${n}@demo.mx`, `mal-${n}`)));
  expect(new Set(uses.map(({ status }) => status))).toEqual(new Set([400]));
});

it(`of ${USES} uses of one token at once one sets a password`, async () => {
  const { ana, token } = await setUp();
  const uses = await Promise.all([...Array(USES).keys()].map((n) => reset(ana.email, token, `clave nueva ${n}`)));
  const won = uses.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  expect(won).toHaveLength(1);
  // A request that waits too long for its hash gets 429. A later try finds the token used.
  for (const { status } of uses) expect([200, 400, 429]).toContain(status);
  expect((await post('/api/login', { email: ana.email, password: `clave nueva ${won[0]}` })).status).toBe(200);
});

describe('the letter', () => {
  const hosts = [
    'evil.example',
    'bitacora.demo.mx@evil.example',
    'evil.example:80',
    'bitacora.demo.mx.evil.example',
    'evil.example/x',
    '[::1]',
    'localhost',
  ];
  const spoofs: Record<string, string>[] = [
    ...hosts.map((Host) => ({ Host })),
    ...['X-Forwarded-Host', 'X-Host', 'X-Forwarded-Server', 'X-Original-Host'].map((name) => ({ [name]: 'evil.example' })),
    { Forwarded: 'host=evil.example;proto=https' },
    { 'X-Forwarded-Proto': 'javascript' },
    { Referer: 'https://evil.example/' },
  ];

  it('leads to the configured address for every host that a request names', async () => {
    const { core } = stage(app.db);
    const emails = await Promise.all(spoofs.map(async () => (await given(app.db).person()).email));
    const replies = await Promise.all(
      spoofs.map((headers, n) => post('/api/password-reset-request', { email: emails[n] as string }, headers)),
    );
    expect(replies.map(({ status }) => status)).toEqual(spoofs.map(() => 200));
    const claim = () => repositoriesOn(app.db, ZONE).outbox.claim({ channel: 'email', leaseMs: 1_000, quiet: [] }, NOW);
    const mails: Mail[] = [];
    for (let claimed = await claim(); claimed; claimed = await claim()) {
      const composed = await composeMail(core, claimed, { publicUrl: PUBLIC_URL });
      if (composed) mails.push(composed.mail);
    }
    expect(mails.map((mail) => mail.to).sort()).toEqual(emails.sort());
    for (const mail of mails) {
      const links = [...`${mail.text} ${mail.html}`.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([link]) => link);
      expect(links.length).toBeGreaterThan(0);
      expect(links.filter((link) => !link.startsWith(`${PUBLIC_URL}/`))).toEqual([]);
    }
    expect(JSON.stringify([mails, await everythingIn(app.db)])).not.toContain('evil.example');
  });

  it('alone holds the token: the database, the answers and the log do not', async () => {
    const { token } = await setUp();
    const bytes = Buffer.from(token, 'base64url');
    const dump = JSON.stringify(await everythingIn(app.db));
    for (const form of [token, bytes.toString('hex'), bytes.toString('base64')]) expect(dump).not.toContain(form);
    expect(JSON.stringify(app.logged)).not.toContain(token);
  });
});

/** How well the times tell two groups apart: ½ is not at all, 1 is always. */
function areaUnderCurve(one: number[], other: number[]): number {
  let above = 0;
  for (const a of one) for (const b of other) above += a > b ? 1 : a === b ? 0.5 : 0;
  return above / (one.length * other.length);
}

it('with HIDE_UNKNOWN_EMAIL the answer does not reveal whether the address is known', async () => {
  const discreet = await runningApp({ hidesUnknownEmail: true, database: { db: app.db, wipe: app.wipe, close: async () => {} } });
  try {
    const { email } = await given(app.db).person();
    for (const address of [email, 'nadie@demo.mx']) {
      const answer = await post('/api/password-reset-request', { email: address }, {}, discreet);
      expect([answer.status, answer.text]).toEqual([200, '{"success":true}']);
    }
  } finally {
    await discreet.close();
  }
});

/** Sixteen at once from one network are slowed down, so the measurement takes minutes. */
it.runIf(isDeep)(
  'with HIDE_UNKNOWN_EMAIL the time of the answer does not tell it either',
  async () => {
    const discreet = await runningApp({
      hidesUnknownEmail: true,
      rateLimitFactor: 1_000,
      database: { db: app.db, wipe: app.wipe, close: async () => {} },
    });
    try {
      const { email } = await given(app.db).person();
      const EACH = 400;
      const LANES = 16;
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      const ask = async (who: 'known' | 'unknown', n: number) => {
        const answer = await post('/api/password-reset-request', { email: who === 'known' ? email : `nadie${n}@demo.mx` }, {}, discreet);
        expect([answer.status, answer.text]).toEqual([200, '{"success":true}']);
        times[who].push(answer.milliseconds);
      };
      for (let n = 0; n < EACH; n += LANES / 2)
        await Promise.all(Array.from({ length: LANES }, (_, lane) => ask((lane + n) % 2 ? 'known' : 'unknown', n + lane)));
      const auc = areaUnderCurve(times.known, times.unknown);
      console.log(
        `Asking for a reset: AUC ${auc.toFixed(3)} over ${times.known.length} known and ${times.unknown.length} unknown addresses.`,
      );
      expect(Math.abs(auc - 0.5)).toBeLessThanOrEqual(0.1);
    } finally {
      await discreet.close();
    }
  },
  300_000,
);

/** Who a wrong token is tried with. */
async function addressesToTry() {
  const [pending, other] = [await given(app.db).person(), await given(app.db).person()];
  await tokenFor(pending.email);
  return { pending: pending.email, known: other.email, unknown: 'nadie@demo.mx' };
}
const tryToken = (path: string, email: string, n: number) =>
  post(path, { email, token: `mal-${n}`.padEnd(22, 'x'), password: 'clave nueva 1' });

it.each(['/api/validate-reset-token', '/api/reset-password'])('%s does the same work for every address', async (path) => {
  const addresses = await addressesToTry();
  const work: Record<string, string[]> = {};
  for (const [who, email] of Object.entries(addresses)) {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }) => statements.push(sql);
    app.db.on('query', note);
    const { status, text } = await tryToken(path, email, 1);
    app.db.off('query', note);
    work[who] = [String(status), text, ...statements];
  }
  expect(work.pending?.length).toBeGreaterThan(2);
  expect(work.known).toEqual(work.pending);
  expect(work.unknown).toEqual(work.pending);
});

it.runIf(isDeep)('the time of validate-reset-token says nothing of an address', { timeout: 120_000 }, async () => {
  const { pending, unknown } = await addressesToTry();
  const times: Record<'pending' | 'unknown', number[]> = { pending: [], unknown: [] };
  const groups = { pending, unknown };
  for (let n = 0; n < 1_600; n++) {
    const who = n % 2 ? 'pending' : 'unknown';
    const { milliseconds } = await tryToken('/api/validate-reset-token', groups[who], n);
    // The first ones warm the process up.
    if (n >= 100) times[who].push(milliseconds);
  }
  const auc = areaUnderCurve(times.pending, times.unknown);
  console.log(`validate-reset-token: AUC ${auc.toFixed(3)} over ${times.pending.length} and ${times.unknown.length} answers.`);
  expect(Math.abs(auc - 0.5)).toBeLessThanOrEqual(0.05);
});
