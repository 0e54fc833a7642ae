import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { expectWithin, isDeep } from '../../../core/test/deep.ts';
import { everythingIn } from '../../../core/test/tables.ts';
import type { Answer } from '../browser.ts';
import type { RunningApp } from '../running-app.ts';
import type { HostileSheet } from './hostile-sheets.ts';

const HEALTHY_P99_MS = 300;
/** The ten seconds of the worker, and what a busy machine adds to the upload and the answer. */
const LONGEST_MS = 13_000;
const GROWTH_MAX_BYTES = 400_000_000;

/** Asks for the product's health all the while; how long each answer took. */
function probing(app: RunningApp) {
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

/** Sends each file: it ends as it should, nothing is stored, no memory is kept, and the process answers others all the while. */
export async function expectHarmless(
  app: RunningApp,
  sheets: Readonly<Record<string, HostileSheet>>,
  send: (bytes: Buffer) => Promise<Pick<Answer, 'status' | 'body'>>,
): Promise<void> {
  const before = JSON.stringify(await everythingIn(app.db));
  const { rss } = process.memoryUsage();
  const stop = probing(app);
  const complaints: string[] = [];
  let most = rss;
  let longest: [title: string, ms: number] = ['', 0];
  for (const [title, { bytes, ends }] of Object.entries(sheets)) {
    const began = performance.now();
    const { status, body } = await send(bytes);
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
}
