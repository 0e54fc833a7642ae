import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { given, PASSWORD } from '../../core/test/factories.ts';
import { everythingIn } from '../../core/test/tables.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runningApp();
});
beforeEach(() => app.wipe());
afterAll(() => app.close());

async function setUp() {
  const person = await given(app.db).person();
  const { id } = await given(app.db).ownActivity(person);
  const mine = await app.as(person);
  // From its second call on, a session may count a write.
  await mine.client.readOwnData();
  return { person, mine, body: { activitie_id: id } };
}
const everything = async () => ({ ...(await everythingIn(app.db)), counts: await app.db('rateLimits').orderBy('key') });
const START = '/api/record_start_work_activity';
const forged = { success: false, code: 'session.forged', error: expect.stringContaining('token de seguridad') };

it('refuses a call without the token, with another session’s, with a visitor’s, or with one made up, and does and counts nothing', async () => {
  const { mine, body } = await setUp();
  const tokens = {
    none: undefined,
    empty: '',
    anotherSession: await (await app.as(await given(app.db).person())).csrfToken(),
    visitors: await app.visitor().csrfToken(),
    madeUp: `${'A'.repeat(22)}.${'B'.repeat(43)}`,
    truncated: (await mine.csrfToken()).slice(0, -1),
    nonceOnly: (await mine.csrfToken()).split('.')[0],
  };
  const before = await everything();
  for (const [name, token] of Object.entries(tokens)) {
    const headers = token === undefined ? undefined : { 'X-CSRF-Token': token };
    const answer = await mine.call('POST', START, { body, csrf: false, headers });
    expect([name, answer.status, answer.body]).toEqual([name, 403, forged]);
  }
  expect(await everything()).toEqual(before);
});

it.each<Record<string, string>>([
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: `${PUBLIC_URL}.evil.example` },
  { Origin: PUBLIC_URL.replace('http:', 'https:') },
])('refuses a call from elsewhere even with the token: %j', async (headers) => {
  const { mine, body } = await setUp();
  const before = await everything();
  const answer = await mine.call('POST', START, { body, headers });
  expect([answer.status, answer.body]).toEqual([403, forged]);
  expect(await everything()).toEqual(before);
});

it.each<Record<string, string>>([{ Origin: PUBLIC_URL }, { 'Sec-Fetch-Site': 'same-origin', Origin: PUBLIC_URL }, {}])(
  'takes one of our own page: %j',
  async (headers) => {
    const { mine, body } = await setUp();
    expect((await mine.call('POST', START, { body, headers })).status).toBe(200);
  },
);

it.each([
  ['/api/login', { email: 'a@demo.mx', password: PASSWORD }],
  ['/api/password-reset-request', { email: 'a@demo.mx' }],
  ['/api/validate-reset-token', { email: 'a@demo.mx', token: 'x' }],
  ['/api/reset-password', { email: 'a@demo.mx', token: 'x', password: 'nueva clave' }],
])('%s asks for the token too', async (path, body) => {
  await given(app.db).person({ email: 'a@demo.mx' });
  const before = await everythingIn(app.db);
  const answer = await app.visitor().call('POST', path, { body, csrf: false });
  expect([answer.status, answer.body]).toEqual([403, forged]);
  expect(await everythingIn(app.db)).toEqual(before);
});

it.each([
  '/api/create_report_activities_f',
  '/api/create_admin_history_workbook',
  '/api/create_own_data_export',
  '/api/create_company_export',
])('%s is an export, which asks for the token and refuses another origin', async (path) => {
  const developer = await app.as(await given(app.db).person({ kind: 'Desarrollador' }));
  await developer.client.readOwnData();
  const before = await everything();
  const headers = { Origin: 'https://evil.example' };
  for (const answer of [
    await developer.call('POST', path, { body: {}, csrf: false }),
    await developer.call('POST', path, { body: {}, headers }),
  ])
    expect([answer.status, answer.body]).toEqual([403, forged]);
  expect(await everything()).toEqual(before);
  expect((await developer.call('POST', path, { body: {} })).status).toBe(200);
});

it('/api/logout asks a session for the token too', async () => {
  const mine = await app.as(await given(app.db).person());
  const answer = await mine.call('POST', '/api/logout', { csrf: false });
  expect([answer.status, answer.body]).toEqual([403, forged]);
  expect(await app.db('sessions')).toHaveLength(1);
});

it('the token from before the login is worth nothing after it', async () => {
  const person = await given(app.db).person();
  const visitor = app.visitor();
  const early = await visitor.csrfToken();
  await visitor.client.logIn({ email: person.email, password: PASSWORD });
  const answer = await visitor.call('POST', '/api/logout', { csrf: false, headers: { 'X-CSRF-Token': early } });
  expect(answer.status).toBe(403);
});

it('behind https the cookies are Secure and bound to the host, and the browser is asked to stay there', async () => {
  const secure = await runningApp({ publicUrl: 'https://bitacora.demo.mx' });
  try {
    const person = await given(secure.db).person();
    const visitor = secure.visitor();
    const token = await visitor.call('GET', '/api/csrf-token');
    expect(token.headers.getSetCookie().join()).toMatch(/^__Host-csrf=[^;]+; path=\/; samesite=strict; secure; httponly$/i);
    expect(token.headers.get('Strict-Transport-Security')).toContain('max-age=31536000');
    const login = await visitor.call('POST', '/api/login', { body: { email: person.email, password: PASSWORD } });
    expect(login.status).toBe(200);
    expect(login.headers.getSetCookie()[0]).toMatch(/^__Host-sid=[^;]+; path=\/; samesite=strict; secure; httponly$/i);
  } finally {
    await secure.close();
  }
});
