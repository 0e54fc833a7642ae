import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../api/test/running-app.ts';
import { generate } from '../../core/seeds/generate.ts';
import { deep } from '../../core/test/deep.ts';
import { given, NOW } from '../../core/test/factories.ts';
import { holding, type Machine, machine } from './bitacora.ts';

const ROWS = deep(100_000, 15_000);
/** What a long report may take above a short one: buffers and garbage, not rows. */
const GROWTH_MAX_MB = 60;

let app: RunningApp;
let at: Machine;
let count: number;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
  await generate(app.db, { activities: ROWS }, NOW);
  count = Number((await app.db('activities').where({ status: 'verified' }).count('* as count').first())?.count);
  at = await machine(await holding(app, await given(app.db).manager()));
}, 180_000);
afterAll(async () => {
  await at.leave();
  await app.close();
});

/** The most memory a command held at once, and how long it took. */
async function spent(...typed: string[]) {
  let peakMb = 0;
  const watch = ({ pid }: ChildProcess) => {
    const timer = setInterval(() => {
      try {
        const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        peakMb = Math.max(peakMb, Number(kb) / 1024);
      } catch {
        clearInterval(timer);
      }
    }, 20);
  };
  const began = performance.now();
  const { status, err } = await at.bitacora(['report', 'finished', '--from', '2020-01-01', ...typed], { during: watch });
  expect([status, err]).toEqual([0, expect.not.stringContaining('error')]);
  return { peakMb, seconds: (performance.now() - began) / 1_000 };
}

it.runIf(process.platform === 'linux')(
  `${ROWS.toLocaleString('es-MX')} activities come out whole, and memory does not grow with them`,
  async () => {
    const short = await spent('--page-size', '1', '--csv');
    const csv = await spent('--all', '--csv', '--output', 'todo.csv');
    const workbook = await spent('--output', 'todo.xlsx');
    const told = (name: string, { peakMb, seconds }: typeof csv) => `${name} ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s`;
    console.log(`${count} rows: ${told('one row', short)}; ${told('CSV', csv)}; ${told('workbook', workbook)}`);
    const lines = (await readFile(at.file('todo.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(count + 1);
    expect((await stat(at.file('todo.xlsx'))).size).toBeGreaterThan(count * 20);
    for (const { peakMb } of [csv, workbook]) expect(peakMb - short.peakMb).toBeLessThan(GROWTH_MAX_MB);
  },
  180_000,
);
