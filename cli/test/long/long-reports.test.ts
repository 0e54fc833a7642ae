import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type http from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, runningApp } from '../../../api/test/running-app.ts';
import { generate } from '../../../core/seeds/generate.ts';
import { isDeep } from '../../../core/test/deep.ts';
import { given, NOW } from '../../../core/test/factories.ts';
import { between } from '../between.ts';
import { holding, type Machine, machine } from '../bitacora.ts';

/** So many of the longest activities are some 110 MB of text. */
const ROWS = 40_000;
const LETTERS = 2_000;
const WORKBOOK_MB = 200;
/** What a long report may take above a short one: buffers and garbage, not rows. */
const GROWTH_MAX_MB = 110;

let app: RunningApp;
let at: Machine;
beforeAll(async () => {
  app = await runningApp({ rateLimitFactor: 100 });
  const ana = await given(app.db).manager();
  await given(app.db).activity({ owner: ana, assignee: ana, status: 'verified', description: 'x'.repeat(LETTERS) });
  at = await machine(await holding(app, ana));
});
afterAll(async () => {
  await at.leave();
  await app.close();
});

/** The most memory a command held at once. */
async function peakMb(env: Record<string, string>, ...typed: string[]): Promise<number> {
  let peak = 0;
  const watch = ({ pid }: ChildProcess) => {
    const timer = setInterval(() => {
      try {
        const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        peak = Math.max(peak, Number(kb) / 1024);
      } catch {
        clearInterval(timer);
      }
    }, 20);
  };
  const { status, err } = await at.bitacora(['report', 'finished', '--from', '2020-01-01', ...typed], { during: watch, env });
  expect([status, err]).toEqual([0, expect.not.stringContaining('error')]);
  return peak;
}

/** The one row of an answer again and again, each under a folio of its own; no faster than it is read. */
const repeatRow = (body: Buffer) =>
  function* () {
    const [row] = JSON.parse(body.toString());
    yield '[';
    for (let id = 1; id <= ROWS; id++) yield (id > 1 ? ',' : '') + JSON.stringify({ ...row, id });
    yield ']';
  };
function* bytes() {
  for (let n = 0; n < WORKBOOK_MB * 10; n++) yield Buffer.alloc(100_000, 1);
}
const sendParts = (parts: Iterable<string | Buffer>, answer: http.ServerResponse) =>
  void pipeline(Readable.from(parts, { objectMode: false }), answer).catch(() => {});

it.runIf(process.platform === 'linux')(`memory does not grow with a report of ${ROWS} long rows`, { timeout: 120_000 }, async () => {
  const list = await between(app, '/api/get_all_activities', (answer, body) => sendParts(repeatRow(body)(), answer));
  const book = await between(app, '/api/create_report_activities_f', (answer) => sendParts(bytes(), answer));
  const short = await peakMb({}, '--page-size', '1', '--csv');
  const csv = await peakMb(list.env, '--all', '--csv', '--output', 'todo.csv');
  const workbook = await peakMb(book.env, '--output', 'todo.xlsx');
  await Promise.all([list.close(), book.close()]);
  console.log(`one row ${short.toFixed(0)} MB, CSV ${csv.toFixed(0)} MB, workbook ${workbook.toFixed(0)} MB`);
  const lines = (await readFile(at.file('todo.csv'), 'utf8')).trimEnd().split('\r\n');
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(Array.from({ length: ROWS }, (_, n) => n + 1));
  expect((await stat(at.file('todo.xlsx'))).size).toBe(WORKBOOK_MB * 1_000_000);
  expect(csv - short).toBeLessThan(GROWTH_MAX_MB);
  expect(workbook - short).toBeLessThan(GROWTH_MAX_MB);
});

it.runIf(isDeep)('100,000 activities of a company come out whole', { timeout: 360_000 }, async () => {
  await generate(app.db, { activities: 100_000 }, NOW);
  const verified = await app.db('activities').where({ status: 'verified' }).pluck('id');
  await peakMb({}, '--all', '--csv', '--output', 'whole.csv');
  const lines = (await readFile(at.file('whole.csv'), 'utf8')).trimEnd().split('\r\n');
  expect(new Set(lines.slice(1).map((line) => line.split(',')[0])).size).toBe(verified.length);
});
