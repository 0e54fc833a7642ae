import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreProductHashCost } from '../../../../../../core/test/cheap-hashes.setup.ts';
import { RATE, type RunningCompany, runningCompany, SIZE } from '../../../../../../tools/load/company.ts';
import {
  countBroken,
  countStatuses,
  loadFigures,
  openLoop,
  readProductFigures,
  recoveredAfter,
} from '../../../../../../tools/load/measurement.ts';
import { loginRate, logins, mixedProfile } from '../../../../../../tools/load/people.ts';

const SECONDS = 20;
const WARM_SECONDS = 5;
const OVERLOAD = 5;
/** Promises of docs/reliability.md. */
const MOST = { p50: 25, p95: 120, p99: 300, loopLagP99Ms: 50, recoverySeconds: 10, loginP99: 1_000 };

let company: RunningCompany;
let next: () => ReturnType<Awaited<ReturnType<typeof mixedProfile>>['send']>;
beforeAll(async () => {
  restoreProductHashCost();
  company = await runningCompany(SIZE);
  const { send } = await mixedProfile(company);
  let requestNumber = 0;
  next = () => send(requestNumber++);
  await openLoop({ rate: RATE, seconds: WARM_SECONDS, send: next });
}, 180_000);
afterAll(() => company.close(), 30_000);

it(`${RATE} requests a second of an office's mix are answered in time`, { timeout: 120_000 }, async () => {
  await readProductFigures(company);
  const samples = await openLoop({ rate: RATE, seconds: SECONDS, send: next });
  const { p50, p95, p99 } = loadFigures(samples);
  const { loopLagP99Ms } = await readProductFigures(company);
  console.log({ p50, p95, p99, loopLagP99Ms });
  expect(countStatuses(samples)).toEqual({ 200: RATE * SECONDS });
  for (const [name, figure] of Object.entries({ p50, p95, p99, loopLagP99Ms }))
    expect(figure, name).toBeLessThanOrEqual(MOST[name as 'p50']);
});

it('at the beginning of a shift each person comes in within a second', { timeout: 120_000 }, async () => {
  const rate = await loginRate();
  const { send } = await logins(company);
  const samples = await openLoop({ rate, seconds: SECONDS, send });
  const { p99 } = loadFigures(samples);
  console.log({ p99 });
  expect(countStatuses(samples)).toEqual({ 200: rate * SECONDS });
  expect(p99).toBeLessThanOrEqual(MOST.loginP99);
});

it('five times as many get an answer or are asked to come again, and soon all is as before', { timeout: 180_000 }, async () => {
  const over = openLoop({ rate: RATE * OVERLOAD, seconds: SECONDS, send: next });
  await new Promise((isOver) => setTimeout(isOver, SECONDS * 1_000));
  const after = await openLoop({ rate: RATE, seconds: SECONDS, send: next });
  const samples = await over;
  console.log(countStatuses(samples), `${recoveredAfter(after)} s`);
  expect(countBroken(samples)).toBe(0);
  expect(recoveredAfter(after)).toBeLessThanOrEqual(MOST.recoverySeconds);
});
