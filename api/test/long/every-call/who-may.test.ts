import { endpoints } from '@bitacora/core/contract';
import swagger from 'swagger-ui-dist/package.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingIn } from '../../../../core/test/tables.ts';
import { operationsByName } from '../../documented.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { aCompany, type Company, secrets } from './called-company.ts';
import { type CallerKind, callers, credentialsFor, type Headers, sendWith } from './callers.ts';
import { addressOf, type CallName, routes } from './good-calls.ts';
import { type Row, whoMay } from './who-may.ts';

const ADDRESSES_FOR_MACHINES = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/.well-known/security.txt',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/page.js',
  '/api/docs/page.css',
  `/api/docs/swagger-ui-${swagger.version}/swagger-ui-bundle.js`,
  `/api/docs/swagger-ui-${swagger.version}/swagger-ui.css`,
  '/unsubscribe/:token',
  '/aviso-de-privacidad',
  '/cli/bitacora.mjs',
  '/cli/bitacora.mjs.sha256',
];

/** Calls that only read and store something all the same: an entry of the administration's history, or the keys of web push. */
const STORING: readonly string[] = ['exportReport', 'createExpedient', 'exportAdminHistory', 'exportOwnData', 'exportCompany', 'readPush'];

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
let untouched: string;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
  untouched = await fingerprint();
});
afterAll(() => app.close());

const fingerprint = async () => JSON.stringify([await everythingIn(app.db), await app.stored(), await app.scratched()]);

it('the table knows every call there is: of the contract, of the API document, and of the routers', () => {
  const callNames = Object.keys(whoMay).sort();
  expect(
    callNames.filter((name) => !name.match(/^(image|document(Thumbnail)?$|signedImage$|profileImage|calendar$|live$|companyLogin)/)),
  ).toEqual(Object.keys(endpoints).sort());
  expect([...operationsByName.keys()].sort()).toEqual(callNames);

  const routeNames = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
  const strangers = app.routes.filter((route) => {
    const [method = '', path = ''] = route.split(' ');
    const isCatchAll = path === '/api' || path === '/api/*rest';
    return method !== 'HEAD' && !isCatchAll && !ADDRESSES_FOR_MACHINES.includes(path) && !routeNames.includes(route);
  });
  expect(strangers).toEqual([]);
  for (const route of routeNames) expect(app.routes).toContain(route);
});

const cellOf = (caller: CallerKind, { title }: Row) => `${caller} ${title}`;

/** Makes the call of one cell; complains of another status than the expected one. */
async function callOf(name: CallName, row: Row, caller: CallerKind, complaints: string[], unknown: Map<string, string>) {
  const call = row.inputFor(company);
  // The stream itself never ends.
  const method = name === 'live' ? 'HEAD' : routes[name].method;
  const { status, body } = await sendWith(app.origin, credentials[caller], method, addressOf(name, call), call.body);
  const expected = row.expected[caller];
  if (status !== expected) complaints.push(`${cellOf(caller, row)}: ${status} instead of ${expected} ${JSON.stringify(body)}`);
  if (status === 404) unknown.set(cellOf(caller, row), JSON.stringify(body));
}

/** Roles that are refused or only read come first, and may store nothing. Each writing role then starts from the same company. */
async function complaintsAbout(name: CallName, row: Row, unknown: Map<string, string>): Promise<string[]> {
  const complaints: string[] = [];
  const writes = (endpoints as Record<string, { effect: string }>)[name]?.effect === 'writes' || STORING.includes(name);
  const changes = (caller: CallerKind) => writes && row.expected[caller] === 200;
  await Promise.all(callers.filter((caller) => !changes(caller)).map((caller) => callOf(name, row, caller, complaints, unknown)));
  if ((await fingerprint()) !== untouched) complaints.push(`${row.title}: something was stored for callers who may not`);
  const writers = callers.filter(changes);
  for (const caller of writers) {
    await callOf(name, row, caller, complaints, unknown);
    await company.restore();
  }
  if (writers.length || complaints.length) untouched = await fingerprint();
  return complaints;
}

it.each(Object.entries(whoMay) as [CallName, Row[]][])(
  '%s answers each caller as the policy says, and does nothing for callers who may not',
  async (name, rows) => {
    const complaints: string[] = [];
    const unknown = new Map<string, string>();
    for (const row of rows) complaints.push(...(await complaintsAbout(name, row, unknown)));
    for (const caller of callers) {
      const [foreign, missing] = [unknown.get(`${caller} foreign`), unknown.get(`${caller} missing`)];
      if (foreign && missing && foreign !== missing) complaints.push(`${caller} can tell foreign from missing`);
    }
    expect(complaints).toEqual([]);
  },
  60_000,
);

it('counts its cells', () => {
  const cells = Object.values(whoMay).reduce((sum, rows) => sum + rows.length * callers.length, 0);
  console.log(`Who may what: ${Object.keys(whoMay).length} calls × ${callers.length} callers, ${cells} cells.`);
  expect(cells).toBeGreaterThan(282 + 141);
});
