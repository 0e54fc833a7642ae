import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectWithin, isDeep } from '../../../core/test/deep.ts';
import { given } from '../../../core/test/factories.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import type { Browser } from '../browser.ts';
import { type RunningApp, runningApp } from '../running-app.ts';
import { hostileSheets } from './hostile-sheets.ts';
import { uploaded } from './upload.ts';

const HEALTHY_P99_MS = 300;
/** The ten seconds of the worker, and what a busy machine adds to the upload and the answer. */
const LONGEST_MS = 13_000;
const GROWTH_MAX_BYTES = 400_000_000;

let app: RunningApp;
let manager: Browser;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 10_000 });
  manager = await app.as(await given(app.db).manager());
});
afterAll(() => app.close());

const sheets = await hostileSheets();

/** Asks for the product's health all the while; how long each answer took. */
function probing() {
  const times: number[] = [];
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { status } = await fetch(`${app.origin}/healthz`);
      if (status !== 200) throw new Error(`unhealthy: ${status}`);
      times.push(performance.now() - began);
      await setTimeout(10);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    return times.sort((a, b) => a - b);
  };
}

it('a stranger’s workbook harms nobody: each is refused or taken for what it says, the process lives, and its health is told in time', async () => {
  const before = JSON.stringify(await everythingIn(app.db));
  const { rss } = process.memoryUsage();
  const stop = probing();
  const complaints: string[] = [];
  let most = rss;
  let longest: [title: string, ms: number] = ['', 0];
  for (const [title, { bytes, ends }] of Object.entries(sheets)) {
    const began = performance.now();
    const { status, body } = await uploaded(manager, bytes, { dry_run: 'true' }, 'personas.xlsx');
    const ms = performance.now() - began;
    if (ms > longest[1]) longest = [title, ms];
    most = Math.max(most, process.memoryUsage().rss);
    const { code = '' } = body as { code?: string };
    const isExpected = typeof ends === 'number' ? status === ends : status >= 400 && status < 500 && ends.includes(code);
    if (!isExpected) complaints.push(`${title}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
    if (isDeep && ms > LONGEST_MS) complaints.push(`${title} took ${Math.round(ms)} ms`);
  }
  const times = await stop();
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  console.log(
    `Hostile sheets: ${Object.keys(sheets).length}, the longest ${Math.round(longest[1])} ms (${longest[0]}), memory +${Math.round((most - rss) / 1e6)} MB, ` +
      `health p99 ${Math.round(p99)} ms of ${times.length}.`,
  );
  expect(complaints).toEqual([]);
  expectWithin(p99, HEALTHY_P99_MS);
  expect(most - rss).toBeLessThan(GROWTH_MAX_BYTES);
  expect(JSON.stringify(await everythingIn(app.db))).toBe(before);
  expect(await app.scratched()).toEqual([]);
  expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
}, 180_000);

it('one is read at a time: a few wait, and who comes after them is told when to come back', async () => {
  const { bytes } = sheets['X10 sixteen thousand columns'] as { bytes: Buffer };
  // One person each, because several requests of one person are slowed down.
  const people: Awaited<ReturnType<typeof app.as>>[] = [];
  for (let n = 0; n < 10; n++) people.push(await app.as(await given(app.db).manager()));
  const answers = await Promise.all(people.map((person) => uploaded(person, bytes, { dry_run: 'true' })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(6);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}, 120_000);
