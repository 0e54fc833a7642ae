import http from 'node:http';
import { companyLogin } from '@bitacora/core/messages/account/company-login';
import { importTexts } from '@bitacora/core/messages/people/user-import';
import { documentHolds, refusalSentences } from '@bitacora/core/messages/refusals';
import { validation } from '@bitacora/core/messages/validation';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deep, isDeep } from '../../../../core/test/deep.ts';
import { everythingIn } from '../../../../core/test/tables.ts';
import { demandDocumented } from '../../documented.ts';
import { type RawAnswer, type RawCall, raw } from '../../raw.ts';
import { type RunningApp, runningApp } from '../../running-app.ts';
import { badInputs } from './bad-inputs.ts';
import { dice } from './bad-values.ts';
import { aCompany, type Company, secrets } from './called-company.ts';
import { type CallerKind, credentialsFor, type Headers } from './callers.ts';
import { type CallName, goodCalls } from './good-calls.ts';

const PER_CALL = deep(2_000, 12);
const AT_ONCE = 8;
const LONGEST_MS = 2_000;
const INSIDES = /\b(select|insert|node_modules|zod|koa|postgres|knex|syntax|unexpected token|invalid input|expected)\b|\.ts:|\bat .+\(/i;

let app: RunningApp;
let company: Company;
let credentials: Record<CallerKind, Headers>;
let untouched: string;
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
let requestCount = 0;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100_000, botToken: secrets.bot });
  await app.wipe();
  company = await aCompany(app);
  credentials = await credentialsFor(app.origin, company);
  untouched = await everything();
});
/** Rows that one call stores by mistake must not fail the test of the next call. */
afterEach(() => company.restore());
afterAll(async () => {
  agent.destroy();
  await app.close();
});

const everything = async () => JSON.stringify([await everythingIn(app.db), await app.stored(), await app.scratched()]);

const ANYTHING = '§';
/** Every field of it is `§`, because each sentence reads other fields. */
const anything = new Proxy({}, { get: () => ANYTHING });

function sentencesIn(sentence: unknown): string[] {
  if (typeof sentence === 'string') return [sentence];
  try {
    if (sentence === refusalSentences['companyLogin.refused']) return Object.values(companyLogin.problems);
    if (sentence === refusalSentences['document.hostile']) return Object.values(documentHolds);
    if (sentence === refusalSentences['sheet.wrongType']) return Object.values(importTexts.wrongType);
    return [(sentence as (about: unknown) => string)(sentence === refusalSentences['input.invalid'] ? { fields: {} } : anything)];
  } catch {
    return [];
  }
}
const counted = Object.values({ ...importTexts, ...validation }).flatMap((sentence) =>
  typeof sentence === 'function' && sentence.length === 1
    ? sentencesIn(() => (sentence as (about: string) => string)(ANYTHING))
    : sentencesIn(sentence),
);
const shapes = [...Object.values(refusalSentences).flatMap(sentencesIn), ...counted].map((sentence) => {
  const parts = sentence.split(/§|undefined|NaN/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
});

/** Whether a sentence is one of ours: in Spanish, from the messages. */
const isOurs = (sentence: string): boolean => shapes.some((shape) => shape.test(sentence));

/** What is wrong with the answer to something wrong, or null. */
function complaint(call: RawCall, { status, text, headers, milliseconds }: RawAnswer): string | null {
  const summary = `${call.method} ${call.path.slice(0, 120)} ${String(call.body ?? '').slice(0, 300)} → ${status} ${text.slice(0, 300)}`;
  if (status < 400 || status > 499) return summary;
  if (status === 403 || (status === 401 && !call.path.startsWith('/api/login'))) return `stopped at the door: ${summary}`;
  if (isDeep && milliseconds > LONGEST_MS) return `${summary} after ${Math.round(milliseconds)} ms`;
  if (INSIDES.test(text)) return `tells how we are built: ${summary}`;
  const body = JSON.parse(text) as { error: string; fields?: Record<string, string> };
  demandDocumented(call.method, call.path, { status, type: headers['content-type'] ?? null, body });
  const foreign = [body.error, ...Object.values(body.fields ?? {})].find((sentence) => !isOurs(sentence));
  return foreign === undefined ? null : `no sentence of ours: «${foreign}» ${summary}`;
}

it.each(Object.keys(goodCalls) as CallName[])(
  '%s takes nothing that is wrong, says so in Spanish, and stores nothing',
  async (name) => {
    const calls = badInputs(name, company, dice(name.length * 7_919), PER_CALL);
    const complaints: string[] = [];
    const own = credentials[goodCalls[name][0]];
    for (const lane = calls.slice(); lane.length > 0; ) {
      const batch = lane.splice(0, AT_ONCE);
      const answers = await Promise.all(batch.map((call) => raw(app.origin, { ...call, headers: { ...own, ...call.headers }, agent })));
      for (const [n, answer] of answers.entries()) {
        const no = complaint(batch[n] as RawCall, answer);
        if (no) complaints.push(no);
      }
    }
    requestCount += calls.length;
    expect(complaints).toEqual([]);
    expect(await everything()).toBe(untouched);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  },
  300_000,
);

it('counts what was sent', () => {
  console.log(`Bad inputs: ${Object.keys(goodCalls).length} calls × ${PER_CALL}, ${requestCount} requests, none answered 5xx.`);
  expect(requestCount).toBeGreaterThanOrEqual(PER_CALL * Object.keys(goodCalls).length);
});
