import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCompany, runningCompany } from '../../../../../../tools/load/company.ts';
import { type HttpConnections, openConnections } from '../../../../../../tools/load/http-connections.ts';
import { countStatuses, openLoop } from '../../../../../../tools/load/measurement.ts';
import { mixedProfile } from '../../../../../../tools/load/people.ts';
import { type Product, until } from '../../../product.ts';
import { roundRobin } from './round-robin.ts';

const SIZE = { activities: 100_000, people: 200, topics: 50 };
const RATE = 50;
/** How often each of the two is replaced. */
const ROUNDS = 5;
const EXIT_MS = 10_000;

let company: RunningCompany;
let replicas: Product[];
let proxy: Awaited<ReturnType<typeof roundRobin>>;
let through: HttpConnections;

beforeAll(async () => {
  company = await runningCompany(SIZE, { DRAIN_SECONDS: '1', SCHEDULER: 'on' });
  replicas = [company.product, await company.start('1')];
  proxy = await roundRobin(replicas.map(({ url }) => url));
  through = openConnections(proxy.url);
}, 120_000);
afterAll(async () => {
  through.end();
  await proxy.close();
  await company.close();
}, 30_000);

/** Ends one of the two and puts another in its place, at the same address. */
async function replaced(at: number): Promise<{ code: number | NodeJS.Signals; ms: number }> {
  const old = replicas[at] as Product;
  const began = performance.now();
  old.child.kill('SIGTERM');
  const code = await old.exited;
  const ms = performance.now() - began;
  replicas[at] = await company.start(`${at}`, new URL(old.url).port);
  await until(() => proxy.readyNow() === 2);
  return { code, ms };
}

it('two replicas are replaced one after the other while people read, write and send photos, and nobody notices', {
  timeout: 300_000,
}, async () => {
  const { send } = await mixedProfile(company, through.ask);
  let isOver = false;
  const load = openLoop({ rate: RATE, send, goesOn: () => !isOver });
  const endings = [];
  for (let round = 0; round < ROUNDS; round++) for (const at of [0, 1]) endings.push(await replaced(at));
  isOver = true;
  const samples = await load;

  console.log(`${samples.length} requests, ${endings.map(({ ms }) => Math.round(ms)).join(', ')} ms to end.`);
  expect(countStatuses(samples)).toEqual({ 200: samples.length });
  expect(endings.map(({ code }) => code)).toEqual(endings.map(() => 0));
  expect(Math.max(...endings.map(({ ms }) => ms))).toBeLessThan(EXIT_MS);
  expect(await company.db('outbox').where('claimedUntil', '<', company.db.fn.now()).whereNull('sentAt')).toEqual([]);
});
