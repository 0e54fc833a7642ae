import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWithin } from '../../../../core/test/deep.ts';
import { browser } from '../../browser.ts';
import { cookie, watching } from '../../live/watching.ts';
import { type OutsidePostgres, outsidePostgres } from '../outside-postgres.ts';
import { launch, type Product, until, untilReady } from '../product.ts';
import { kill, postmasterOf } from '../traces.ts';

/** Ends sooner than the ten seconds that requests under way are given. */
const QUICK_END_MS = 1_000;

let postgres: OutsidePostgres;
let one: Product;
let two: Product;
const start = async (name: string) => {
  const product = await launch(path.join(postgres.folder, name), postgres.settings);
  await untilReady(product);
  return product;
};
beforeAll(async () => {
  postgres = await outsidePostgres();
  [one, two] = [await start('one'), await start('two')];
});
afterAll(async () => {
  for (const product of [one, two]) product?.child.kill('SIGKILL');
  await postgres.close();
});

/** A person, and how they comment on a piece of work of their own through the first process. */
async function worker() {
  const person = await postgres.given.person();
  const { id: activityId } = await postgres.given.ownActivity(person, { status: 'in_progress' });
  const secret = await postgres.given.session(person, new Date());
  const { client } = browser(one.url, secret);
  return { activityId, secret, comment: () => client.commentActivity({ activityId, body: 'Va bien' }) };
}

it('what one process changes is reported by the other', async () => {
  const { activityId, secret, comment } = await worker();
  const there = await watching(two.url, cookie(secret));
  await comment();
  const began = performance.now();
  await there.receives(activityId);
  expectWithin(performance.now() - began, 1_000);
  there.leave();
});

it('after PostgreSQL has dropped the listening connection, everybody refreshes once it is back, and changes are reported again', async () => {
  const { activityId, secret, comment } = await worker();
  const there = await watching(two.url, cookie(secret));
  const listening = `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'`;
  expect((await postgres.db.raw(listening)).rows.length).toBeGreaterThanOrEqual(2);
  await until(() => there.refreshes() > 0, two.output);
  await comment();
  await there.receives(activityId);
  expect(there.hasEnded()).toBe(false);
  there.leave();
});

it('PostgreSQL is killed and restarted: streams stay open, refresh, and go on', async () => {
  const { activityId, secret, comment } = await worker();
  const there = await watching(two.url, cookie(secret));
  const place = path.join(postgres.folder, 'postgres');
  const first = postmasterOf(place);
  kill(first);
  await until(() => ![0, first].includes(postmasterOf(place)), two.output);
  await until(() => there.refreshes() > 0, two.output);
  await untilReady(one);
  await comment();
  await there.receives(activityId);
  expect(there.hasEnded()).toBe(false);
  there.leave();
});

it('a process that ends lets its streams go at once', async () => {
  const { secret } = await worker();
  const streams = await Promise.all([1, 2, 3].map(() => watching(two.url, cookie(secret))));
  const began = performance.now();
  two.child.kill('SIGTERM');
  await until(() => streams.every((stream) => stream.hasEnded()));
  const streamsEndedMs = performance.now() - began;
  expect(await two.exited).toBe(0);
  expectWithin(streamsEndedMs, QUICK_END_MS);
  expectWithin(performance.now() - began, 2 * QUICK_END_MS);
});
