import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import swagger from 'swagger-ui-dist/package.json' with { type: 'json' };
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDeep } from '../../../../core/test/deep.ts';
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

/** The door stops these before it reads the input, so one row of a call shows it. */
const strangers: readonly CallerKind[] = ['anonymous', 'inactive', 'bot'];
/** One employee stands for all in a row that each of them may do, whatever they have to do with it. */
const employees: readonly CallerKind[] = ['unrelated', 'responsible', 'owner', 'otherOwner'];

/** Whoever may not is tried in every row. The deep form tries everybody. */
function isTried(caller: CallerKind, name: CallName, row: Row): boolean {
  const [first] = whoMay[name];
  if (isDeep || !first) return true;
  const { [caller]: status } = row.expected;
  if (strangers.includes(caller)) return row === first || ![401, 403].includes(status) || status !== first.expected[caller];
  const isForAll = employees.includes(caller) && employees.every((employee) => row.expected[employee] === 200);
  return !isForAll || caller === employees[name.length % employees.length];
}

let cellCount = 0;

it.each(Object.entries(whoMay) as [CallName, Row[]][])(
  '%s answers each caller as the policy says, and does nothing for callers who may not',
  async (name, rows) => {
    const complaints: string[] = [];
    const unknown = new Map<string, string>();
    const writes = (endpoints as Record<string, { effect: string }>)[name]?.effect === 'writes' || STORING.includes(name);
    const cells = rows.flatMap((row) => callers.filter((caller) => isTried(caller, name, row)).map((caller) => ({ row, caller })));
    cellCount += cells.length;
    const changes = ({ row, caller }: (typeof cells)[number]) => writes && row.expected[caller] === 200;

    // Callers who are refused or only read come first, and may store nothing. Each who writes then starts from the same company.
    for (const row of rows) {
      const harmless = cells.filter((cell) => cell.row === row && !changes(cell));
      await Promise.all(harmless.map(({ caller }) => callOf(name, row, caller, complaints, unknown)));
    }
    if ((await fingerprint()) !== untouched) complaints.push('something was stored for callers who may not');
    const isWhole = complaints.length === 0;
    const writers = cells.filter(changes);
    for (const { row, caller } of writers) {
      await callOf(name, row, caller, complaints, unknown);
      await company.restore();
    }
    if (writers.length > 0 || !isWhole) untouched = await fingerprint();

    for (const caller of callers) {
      const [foreign, missing] = [unknown.get(`${caller} foreign`), unknown.get(`${caller} missing`)];
      if (foreign && missing && foreign !== missing) complaints.push(`${caller} can tell foreign from missing`);
    }
    expect(complaints).toEqual([]);
  },
);

/** Looks like a PDF, and no decoder reads it. */
const UNREADABLE = '%PDF-1.7 %%EOF';

function withUnreadableFile(body: object | undefined, field: string): FormData {
  const form = new FormData();
  for (const [name, value] of body instanceof FormData ? body : Object.entries(body ?? {}))
    for (const each of [value].flat()) if (!(each instanceof File)) form.append(Array.isArray(value) ? `${name}[]` : name, String(each));
  form.append(field, new File([UNREADABLE], 'a.pdf'));
  return form;
}

const withFiles = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { uploads, sheet }]) => uploads || sheet);

it.each(withFiles)('%s starts no decoder and no process for callers who may not', async (name, { uploads, sheet }) => {
  const started: unknown[] = [];
  const note = (made: unknown) => void started.push(made);
  const channels = ['child_process', 'worker_threads'];
  for (const channel of channels) subscribe(channel, note);
  const field = (uploads ?? sheet)?.field as string;
  const complaints: string[] = [];
  let refused = 0;
  for (const row of whoMay[name])
    for (const caller of callers) {
      const isOtherTopic = row.title === 'another department’s topic' && row.expected[caller] === 400;
      if (![401, 403, 404].includes(row.expected[caller]) && !isOtherTopic) continue;
      refused += 1;
      const body = withUnreadableFile(row.inputFor(company).body, field);
      const answer = await sendWith(app.origin, credentials[caller], routes[name].method, routes[name].path, body);
      const isAboutFile = JSON.stringify(answer.body).includes(`"${field}`);
      if (answer.status !== row.expected[caller] || isAboutFile)
        complaints.push(`${cellOf(caller, row)}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  for (const channel of channels) unsubscribe(channel, note);
  expect(complaints).toEqual([]);
  expect(started).toEqual([]);
  expect(refused).toBeGreaterThan(0);
});

it('counts its cells', () => {
  console.log(`Who may what: ${Object.keys(whoMay).length} calls × ${callers.length} callers, ${cellCount} cells.`);
  expect(cellCount).toBeGreaterThan(Object.keys(whoMay).length * (callers.length - employees.length));
});
