import { type EndpointName, endpoints } from '@bitacora/core/contract';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { toJsonSchema } from '@bitacora/core/contract/json-schema';
import { poolCounts } from '@bitacora/core/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { day, given, NOW } from '../../../../core/test/factories.ts';
import { countStatements } from '../../../../core/test/statement-counter.ts';
import type { Answer } from '../../browser.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { aCompany, type Company, secrets } from './called-company.ts';
import { type CallerKind, credentialsFor, type Headers, sendWith } from './callers.ts';
import { addressOf, type CallInput, type CallName, goodCalls, routes } from './good-calls.ts';

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
/** How far the process is ahead of its clock. */
let aheadMs = 0;
beforeAll(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  app = await runningApp({ rateLimitFactor: 1_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** Makes a call an hour after the last one, because some answers are kept for a second. Counts what the server sends for it. */
async function costOf(name: CallName, input: CallInput) {
  aheadMs += 3_600_000;
  const { totals, stop } = countStatements();
  // The stream itself never ends.
  const method = name === 'live' ? 'HEAD' : routes[name].method;
  const answer = await sendWith(app.origin, credentials[goodCalls[name][0]], method, addressOf(name, input), input.body);
  await expect.poll(() => poolCounts(app.db).used, { interval: 1 }).toBe(0);
  stop();
  return { ...totals, answer };
}

it('every call sends the statements of its line in the table; `vitest run FILE -u` writes the table again', async () => {
  const lines: string[] = [];
  for (const [name, [, inputFor]] of Object.entries(goodCalls) as [CallName, (typeof goodCalls)[CallName]][]) {
    const writes = (endpoints as Record<string, Endpoint>)[name]?.effect === 'writes';
    // The first call fills what the process keeps for good.
    await costOf(name, inputFor(company));
    if (writes) await company.restore();
    const { statements, answer } = await costOf(name, inputFor(company));
    lines.push(`${name}: ${statements}${answer.status < 400 ? '' : ` (${answer.status})`}`);
    if (writes) await company.restore();
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('statements.txt');
});

/** What reads and answers an array, alone or within an object, or a file. */
const lists = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { effect, reply, file }]) => effect === 'reads' && (file || JSON.stringify(toJsonSchema(reply)).includes('"type":"array"')),
);
/** Their arrays do not come from rows that people add. */
const FIXED: readonly EndpointName[] = ['readSession', 'readOwnData', 'readDiagnosis', 'listChatEntrances', 'listPreferences'];

/** Every list whole and, where it has pages, a page; without the filters of the good calls, some of which find nothing. */
function listInputs(): { title: string; name: EndpointName; input: CallInput }[] {
  return lists.flatMap(([name, { body, page }]) => {
    const good = goodCalls[name][1](company);
    const choices = Object.fromEntries(Object.entries(good.body ?? {}).filter(([, value]) => typeof value === 'boolean'));
    const isFree = body?.safeParse(choices).success;
    const whole = { title: name, name, input: isFree ? { body: choices } : good };
    if (name === 'readActivity') whole.input = { ...good, query: { include: 'comments,evidence,history' } };
    const hasPages = page || (isFree && good.body && 'pageSize' in good.body);
    return hasPages ? [whole, { title: `${name}, a page`, name, input: { body: { ...choices, page: 1, pageSize: 50 } } }] : [whole];
  });
}

/** Copies every row four times: what must be unique differs in the last column of its index. A table that refuses copies keeps its rows. */
async function copyRows(): Promise<void> {
  const { rows } = await app.db.raw(`
    SELECT table_name AS "table", column_name AS "column", data_type AS type, data_type = 'uuid' OR EXISTS (
      SELECT FROM pg_index WHERE indrelid = table_name::regclass AND indisunique
      AND pg_get_indexdef(indexrelid, indnatts, true) ~ ('\\m' || column_name || '\\M')) AS "isUnique"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_identity = 'NO' AND is_generated = 'NEVER'`);
  const different: Record<string, (column: string) => string> = {
    text: (column) => `n || ${column}`,
    uuid: () => 'gen_random_uuid()',
    bytea: (column) => `sha256(${column} || n::text::bytea)`,
    date: (column) => `${column} + n`,
  };
  const tables = Map.groupBy(rows as { table: string; column: string; type: string; isUnique: boolean }[], ({ table }) => table);
  for (const [table, columns] of tables) {
    const names = columns.map(({ column }) => column);
    const values = columns.map(({ column, type, isUnique }) => (isUnique && different[type]?.(column)) || column);
    const copy = `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table}, generate_series(1, 4) AS n ON CONFLICT DO NOTHING`;
    await app.db.raw(copy).catch(() => {});
  }
}

/** In a topic and a department of its own: work of another person, and the next activity of a series, whose id it answers. */
async function addWork({ privileged: owner, responsible }: Company['people'], predecessorId: number): Promise<number> {
  const make = given(app.db);
  const department = `ÁREA ${predecessorId}`;
  const other = await make.person({ department });
  const topic = await make.topic({ department });
  await make.outsider(topic, other);
  await make.activity({ owner, assignee: other, topic, status: 'completed', dueOn: day('2026-11-18') });
  const { id } = await make.activity({ owner, assignee: responsible, topic });
  await app.db('activities').where({ id }).update({ predecessorId, seriesId: company.activities.inProgress.id });
  return id;
}

/** The members of all arrays of an answer, or the bytes of a file. */
const rowsIn = ({ body, bytes }: Answer): number => (body ? membersIn(body) : bytes.length);
const membersIn = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, part) => sum + membersIn(part), Array.isArray(value) ? value.length : 0);

it('a list never sends more statements for more rows', async () => {
  const { people, activities } = company;
  const notice = { key: 'overdue:1', kind: 'overdue', recipientId: people.responsible.id, activityId: activities.inProgress.id };
  await app.db('notifications').insert({ ...notice, createdAt: NOW });
  await app.db('activities').where({ id: activities.inProgress.id }).update({ repeats: 'week' });
  const next = await addWork(people, activities.inProgress.id);
  const inputs = listInputs();
  const few: Awaited<ReturnType<typeof costOf>>[] = [];
  for (const { name, input } of inputs) few.push(await costOf(name, input));
  await copyRows();
  await addWork(people, next);

  const complaints: string[] = [];
  for (const [at, before] of few.entries()) {
    const { title, name, input } = inputs[at] as (typeof inputs)[number];
    const after = await costOf(name, input);
    // Each record of an expedient is read by itself.
    if (name !== 'createExpedient' && after.statements > before.statements)
      complaints.push(`${title}: ${before.statements} became ${after.statements}`);
    const [less, more] = [rowsIn(before.answer), rowsIn(after.answer)];
    if (more <= less && !FIXED.includes(name)) complaints.push(`${title}: ${less} rows became ${more} (${after.answer.status})`);
  }
  expect(complaints).toEqual([]);
});
