import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everythingIn } from '../../../../core/test/tables.ts';
import { apiDocument, operationsByName } from '../../documented.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { aCompany, type Company, secrets } from './called-company.ts';
import { type CallerKind, credentialsFor, type Headers, sendWith } from './callers.ts';
import { addressOf, goodCalls } from './good-calls.ts';

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
/** Every column of every table, in our words and in the database's. */
let columns: string[];
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 1_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
  const { rows } = await app.db.raw(`SELECT DISTINCT column_name FROM information_schema.columns WHERE table_schema = 'public'`);
  const names = rows.map((row: { column_name: string }) => row.column_name) as string[];
  columns = [...new Set(names.flatMap((name) => [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())]))];
});
afterAll(() => app.close());

const properties = (name: EndpointName, side: 'in' | 'out'): string[] => {
  const operation = operationsByName.get(name);
  const content = side === 'in' ? operation?.requestBody?.content : operation?.responses['200']?.content;
  return Object.values(content ?? {}).flatMap(({ schema }) => Object.keys(schema?.properties ?? {}));
};
/** What the contract's answers call those columns: an attacker sends back what they were shown. */
const replyFields = Object.values(apiDocument.components.schemas).flatMap((schema) => Object.keys(schema.properties ?? {}));

/** What is made anew at every call: secrets and their hashes, names of files. */
const masked = (row: string) =>
  row
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/\\\\x[0-9a-f]{64,}/g, 'hash')
    .replace(/\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[\w+/]+\$[\w+/]+/g, 'argon2')
    .replace(/tk_[\w-]{5}/g, 'tk_');
/** The database's clock stamps these rows, to the microsecond; the tests' own clock has whole seconds. */
const stamped: readonly string[] = ['activity_history', 'admin_history'];
const withoutInstant = (row: string) => row.replace(/"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+\+\d\d"/g, 'at');
/** Everything that is stored, but for that. */
async function everything(): Promise<Record<string, string[]>> {
  const tables = Object.entries(await everythingIn(app.db));
  return Object.fromEntries(
    tables.map(([table, rows]) => [table, (stamped.includes(table) ? rows.map(withoutInstant) : rows).map(masked).sort()]),
  );
}

const taking = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(([, { body }]) => body);

it.each(taking)('%s stores the same when the caller names every column there is', async (name) => {
  const [by, inputFor] = goodCalls[name];
  const documentedNames = properties(name, 'in');
  const foreign = [...new Set([...columns, ...replyFields, 'constructor', 'prototype', 'isAdmin', 'role'])].filter(
    (key) => !documentedNames.includes(key),
  );
  const evil = { id: 1, text: 'Desarrollador', other: company.people.developer.id };

  async function stored(smuggles: boolean) {
    const call = inputFor(company);
    const { body = {} } = call;
    const value = (key: string) => (/id$/i.test(key) ? evil.other : /^is|^has|_at$|At$/.test(key) ? true : evil.text);
    if (smuggles && body instanceof FormData) for (const key of foreign.slice(0, 30)) body.append(key, String(value(key)));
    if (smuggles && !(body instanceof FormData)) for (const key of foreign) Object.assign(body, { [key]: value(key) });
    const { status, bytes } = await sendWith(app.origin, credentials[by], endpoints[name].method, addressOf(name, call), body);
    // Refused where somebody is registered.
    expect([status, bytes.length > 0]).toEqual([name === 'createFirstAdministrator' ? 404 : 200, true]);
    const now = await everything();
    await company.restore();
    return now;
  }
  expect(await stored(true)).toEqual(await stored(false));
});

/** They end the access with which they would be repeated, or answer a new secret, which is not kept for an answer. */
const UNREPEATED: readonly EndpointName[] = ['logOut', 'revokeBearer', 'unlinkOwnChat', 'beginSecondFactor'];
const repeatable = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([name, { effect, who, secret }]) =>
    effect === 'writes' && !['anyone', 'service'].includes(who) && secret !== 'answered' && !UNREPEATED.includes(name),
);

it.each(repeatable)('%s repeated with its key gets the same answer and acts once', async (name) => {
  const [by, inputFor] = goodCalls[name];
  const headers = { ...credentials[by], 'Idempotency-Key': `repeated ${name}` };
  const send = async () => {
    const call = inputFor(company);
    const { status, bytes } = await sendWith(app.origin, headers, endpoints[name].method, addressOf(name, call), call.body);
    return { status, answer: Buffer.from(bytes).toString(), stored: await everythingIn(app.db) };
  };
  const first = await send();
  expect([first.status, await send()]).toEqual([200, first]);
  await company.restore();
});

it('the form of a registration gives nothing away either, column after column', async () => {
  const [by, inputFor] = goodCalls.registerOwnActivity;
  const documentedNames = properties('registerOwnActivity', 'in');
  const foreign = columns.filter((key) => !documentedNames.includes(key));
  const register = async (extra: string[]) => {
    const { body } = inputFor(company) as { body: FormData };
    for (const key of extra) body.append(key, 'Desarrollador');
    expect((await sendWith(app.origin, credentials[by], 'POST', '/api/create_my_new_activity', body)).status).toBe(200);
    const now = await everything();
    await company.restore();
    return now;
  };
  const plain = await register([]);
  for (let from = 0; from < foreign.length; from += 30) expect(await register(foreign.slice(from, from + 30))).toEqual(plain);
});
