import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectWithin } from '../../../../../core/test/deep.ts';
import { type OutsidePostgres, outsidePostgres } from '../../outside-postgres.ts';
import { launch, type Product, until, untilReady } from '../../product.ts';

const DAY_MS = 24 * 3_600_000;

let postgres: OutsidePostgres;
let running: Product[] = [];
beforeAll(async () => {
  postgres = await outsidePostgres();
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGTERM');
  await Promise.all(running.map(({ exited }) => exited));
  running = [];
});
afterAll(() => postgres.close());

async function start(name: string, settings: Record<string, string>): Promise<Product> {
  const product = await launch(path.join(postgres.folder, name), { ...postgres.settings, ...settings });
  running.push(product);
  await untilReady(product);
  return product;
}
const reminderRuns = () => postgres.db('sweeps').orderBy('dueAt');
const notificationKeys = () => postgres.db('outbox').where({ kind: 'overdue' }).pluck('key');
/** How often a product says that it swept. */
const countRuns = ({ output }: Product) => output().split('reminder job ran').length - 1;

it('a new installation begins with today; what was due while nobody looked is reported once at the next start, by one of two', {
  timeout: 120_000,
}, async () => {
  await start('first', { SCHEDULER: 'on' });
  await until(async () => (await reminderRuns()).length === 1);
  expect(await reminderRuns()).toMatchObject([{ announcedCount: 0 }]);
  running[0]?.child.kill('SIGTERM');
  await running.pop()?.exited;

  const { id } = await postgres.given.activity();
  const [dueOn] = [new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10)];
  await postgres.db('activities').where({ id }).update({ dueOn });
  const threeDaysAgo = new Date(Date.now() - 3 * DAY_MS);
  await postgres.db('sweeps').update({ dueAt: threeDaysAgo, sweptAt: threeDaysAgo });
  await postgres.db('holidays').delete();

  const idle = await start('idle', { SCHEDULER: 'off' });
  expect(await reminderRuns()).toHaveLength(1);
  const busy = await Promise.all(['one', 'two'].map((name) => start(name, { SCHEDULER: 'on' })));
  await until(async () => (await reminderRuns()).length === 2);
  expect(new Set(await notificationKeys()).size).toBe(2);
  expect((await reminderRuns())[1]).toMatchObject({ announcedCount: 2 });
  await until(() => busy.some(countRuns));
  expect([...busy, idle].map(countRuns).sort()).toEqual([0, 0, 1]);
});

it('every minute means every minute: the ticks are those of node-cron', { timeout: 150_000 }, async () => {
  const before = (await reminderRuns()).length;
  const product = await start('each-minute', { SCHEDULER: 'on', REMINDER_CRON: '* * * * *' });
  await until(async () => (await reminderRuns()).length > before);
  const next = Math.ceil(Date.now() / 60_000) * 60_000;
  await new Promise((resolve) => setTimeout(resolve, next - Date.now()));
  await until(async () => (await reminderRuns()).at(-1).dueAt.getTime() === next, product.output);
  expectWithin((await reminderRuns()).at(-1).sweptAt.getTime() - next, 10_000);
  expect(await notificationKeys()).toHaveLength(2);
});
