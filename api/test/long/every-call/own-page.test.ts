import { type EndpointName, endpoints } from '@bitacora/core/contract';
import { type Endpoint, needsCsrfToken } from '@bitacora/core/contract/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingIn } from '../../../../core/test/tables.ts';
import { PUBLIC_URL, type RunningApp, runningApp } from '../../running-app.ts';
import { aCompany, type Company, secrets } from './called-company.ts';
import { type CallerKind, credentialsFor, type Headers, sendWith } from './callers.ts';
import { addressOf, goodCalls } from './good-calls.ts';

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
let untouched: string;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
  untouched = await everything();
});
afterAll(() => app.close());

const everything = async () => JSON.stringify([await everythingIn(app.db), await app.stored()]);

/** Everything a cookie opens that changes or exports something. */
const mutating = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, endpoint]) => needsCsrfToken(endpoint) && endpoint.who !== 'service' && endpoint.credential !== 'token',
);
const FORM = 'application/x-www-form-urlencoded';

/** What a page elsewhere can make a browser send, and what it could never know: all with the cookie, which the browser adds by itself. */
const attempts: Record<string, (own: Headers, others: Record<CallerKind, Headers>) => Headers> = {
  'no token': ({ Cookie = '' }) => ({ Cookie }),
  'an empty token': ({ Cookie = '' }) => ({ Cookie, 'X-CSRF-Token': '' }),
  'another session’s token': ({ Cookie = '' }, { otherOwner, unrelated }) => ({
    ...(Cookie === otherOwner.Cookie ? unrelated : otherOwner),
    Cookie,
  }),
  'a visitor’s token': ({ Cookie = '' }, { anonymous, otherOwner }) => ({
    'X-CSRF-Token': (Cookie.startsWith('csrf') ? otherOwner : anonymous)['X-CSRF-Token'] ?? '',
    Cookie,
  }),
  'a made-up token': ({ Cookie = '' }) => ({ Cookie, 'X-CSRF-Token': `${'A'.repeat(22)}.${'B'.repeat(43)}` }),
  'a form': ({ Cookie = '' }) => ({ Cookie, 'Content-Type': FORM }),
  'plain text': ({ Cookie = '' }) => ({ Cookie, 'Content-Type': 'text/plain' }),
  'the null Origin': (own) => ({ ...own, Origin: 'null' }),
  'a foreign Origin': (own) => ({ ...own, Origin: 'https://evil.example' }),
  'an Origin that begins like ours': (own) => ({ ...own, Origin: `${PUBLIC_URL}.evil.example` }),
  'Sec-Fetch-Site: cross-site': (own) => ({ ...own, 'Sec-Fetch-Site': 'cross-site', Origin: PUBLIC_URL }),
  'Sec-Fetch-Site: same-site': (own) => ({ ...own, 'Sec-Fetch-Site': 'same-site' }),
};

it.each(mutating)('%s is refused to every page that is not ours', async (name) => {
  const [by, inputFor] = goodCalls[name];
  const call = inputFor(company);
  const { method } = endpoints[name];
  const complaints: string[] = [];
  await Promise.all(
    Object.entries(attempts).map(async ([attempt, headersFrom]) => {
      const headers = headersFrom(credentials[by], credentials);
      const isOddType = headers['Content-Type'] !== undefined && call.body !== undefined;
      const body = isOddType ? 'activity_id=1' : call.body;
      const answer = await sendWith(app.origin, headers, method, addressOf(name, call), body);
      const code = (answer.body as { code?: string } | undefined)?.code;
      if (answer.status !== 403 || code !== 'session.forged') complaints.push(`${attempt}: ${answer.status} ${code}`);
    }),
  );
  expect(complaints).toEqual([]);
  expect(await everything()).toBe(untouched);
});

it.each(mutating.filter(([, { body }]) => body))(
  '%s takes no form and no text, not even from our own page',
  async (name, { uploads, sheet }) => {
    const [by, inputFor] = goodCalls[name];
    const types = [
      FORM,
      'text/plain',
      'text/plain; charset=utf-8',
      'application/xml',
      ...(uploads || sheet ? [] : ['multipart/form-data; boundary=x']),
    ];
    for (const type of types) {
      const { method } = endpoints[name];
      const headers = { ...credentials[by], 'Content-Type': type };
      const { status, body } = await sendWith(app.origin, headers, method, addressOf(name, inputFor(company)), '{"activity_id":1}');
      expect([type, status, body]).toEqual([type, 415, expect.objectContaining({ code: 'input.wrongType' })]);
    }
    expect(await everything()).toBe(untouched);
  },
);

it.each(mutating.filter(([, { effect }]) => effect === 'writes'))(
  '%s looks at no cookie where an Authorization header is',
  async (name, { credential }) => {
    const [by, inputFor] = goodCalls[name];
    const call = inputFor(company);
    const both = (Authorization: string) =>
      sendWith(app.origin, { ...credentials[by], Authorization }, endpoints[name].method, addressOf(name, call), call.body);
    for (const nonsense of ['Bearer nonsense', 'Bearer ', 'Basic YTpi', 'x', `Bearer ${credentials[by].Cookie?.slice(4)}`]) {
      const { status, body } = await both(nonsense);
      expect([nonsense, status, body]).toEqual([nonsense, 401, expect.objectContaining({ code: 'token.invalid' })]);
    }
    const code = credential === 'session' ? 'token.sessionOnly' : 'token.readOnly';
    expect(await both(`Bearer ${company.tokens.read.secret}`)).toMatchObject({ status: 403, body: { code } });
    expect(await everything()).toBe(untouched);
  },
);

it('a token beside somebody else’s cookie is the token’s person', async () => {
  const headers = { ...credentials.developer, ...credentials.readToken };
  const { body } = await sendWith(app.origin, headers, 'GET', '/api/data_user');
  expect(body).toMatchObject({ id: company.people.owner.id });
  expect((await sendWith(app.origin, headers, 'GET', '/api/get_users')).status).toBe(403);
});

it('counts its attempts', () => {
  const attempted = mutating.length * Object.keys(attempts).length;
  console.log(`From other pages: ${mutating.length} calls × ${Object.keys(attempts).length} ways, ${attempted} attempts.`);
  expect(attempted).toBeGreaterThan(150);
});
