import { PassThrough } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { statuses } from '@bitacora/core/domain/activities/activity';
import type { Actor } from '@bitacora/core/domain/people/person';
import { type ReportLine, readReportRows } from '@bitacora/core/use-cases/reports/export-report';
import { readPunctuality } from '@bitacora/core/use-cases/reports/read-figures';
import excel from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../../../../../core/seeds/generate.ts';
import { type TestDatabase, testDatabase } from '../../../../../core/test/database.ts';
import { day, given, NOW, TODAY } from '../../../../../core/test/factories.ts';
import { stage, ZONE } from '../../../../../core/test/stage.ts';
import { reportColumns, reportWorkbook } from '../../../../src/reports/report-workbook.ts';

const ROWS = 100_000;
/** What is alive at any moment; a writer that holds all rows keeps several times as much. */
const GROWTH_MAX_BYTES = 30_000_000;
const LOOK_EVERY_MS = 250;
/** Against the writer of exceljs alone, on rows that are in memory already. */
const RATIO_MAX = 1.5;
const ROUNDS = 3;

let database: TestDatabase;
let manager: Actor;
beforeAll(async () => {
  database = await testDatabase();
  await generate(database.db, { activities: ROWS }, NOW);
  manager = { ...(await given(database.db).manager()), channel: 'web' };
}, 120_000);
afterAll(() => database.close());

const everything = { reportStatuses: statuses, from: day('2022-01-01'), to: day('2026-11-20') };
const occasion = {
  author: 'Gloria Gómez',
  now: NOW,
  zone: ZONE,
  readPunctuality: async () => (await stage(database.db).core.perform({ ...figures, actor: manager })).result,
};
const figures = { useCase: readPunctuality, channel: 'web', input: {}, effect: 'reads' } as const;

async function readRows(input: object = everything) {
  const { core } = stage(database.db);
  const performance = { useCase: readReportRows, actor: manager, channel: manager.channel, input, effect: 'reads' } as const;
  return (await core.perform(performance)).result;
}

/** Reads a stream to its end, keeping nothing of it; how many bytes it was. */
async function drained(stream: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

interface TimeSpent {
  wallMs: number;
  /** Processor time of this process. It shows a slow writer on a busy machine, because it leaves out the time of PostgreSQL. */
  cpuMs: number;
}
async function timeOf(work: () => Promise<unknown>): Promise<TimeSpent> {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - began, cpuMs: (user + system) / 1_000 };
}
const best = (all: readonly TimeSpent[], by: keyof TimeSpent) => Math.min(...all.map((one) => one[by]));

/** What anybody would write with exceljs who had the rows in hand. */
async function writtenAlone(rows: readonly ReportLine[]): Promise<void> {
  const out = new PassThrough();
  const read = drained(out);
  const columns = reportColumns(statuses);
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true });
  const sheet = book.addWorksheet('Actividades');
  sheet.columns = columns.map(({ title, width, style }) => ({
    header: title,
    width,
    style: style === 'day' ? { numFmt: 'dd/mm/yyyy' } : {},
  }));
  for (const row of rows) sheet.addRow(columns.map(({ read }) => read(row, { zone: ZONE, today: TODAY }))).commit();
  sheet.commit();
  await book.commit();
  await read;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Without the garbage, of which a process that has room lets as much lie as it likes. */
function aliveBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it('memory does not grow with the rows', async () => {
  await drained(await reportWorkbook(await readRows({ ...everything, from: day('2026-11-01') }), occasion));
  const before = aliveBytes();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, aliveBytes());
  }, LOOK_EVERY_MS);
  const bytes = await drained(await reportWorkbook(await readRows(), occasion));
  clearInterval(watch);
  console.log(`Workbook: ${ROWS} rows, ${Math.round(bytes / 1e3)} kB, memory +${Math.round((most - before) / 1e6)} MB.`);
  expect(most - before).toBeLessThan(GROWTH_MAX_BYTES);
}, 120_000);

it('takes little longer than the writer alone, although it reads the database too', async () => {
  const rows: ReportLine[] = [];
  for await (const batch of (await readRows()).batches) rows.push(...batch);
  expect(rows).toHaveLength(ROWS);
  const [ours, alone]: [TimeSpent[], TimeSpent[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await timeOf(() => writtenAlone(rows)));
    ours.push(await timeOf(async () => drained(await reportWorkbook(await readRows(), occasion))));
  }
  const ratio = (by: keyof TimeSpent) => best(ours, by) / best(alone, by);
  const comparison = (by: keyof TimeSpent) =>
    `${Math.round(best(ours, by))} to ${Math.round(best(alone, by))} ms (${ratio(by).toFixed(2)} times)`;
  console.log(`Workbook of ${ROWS} rows against exceljs alone: ${comparison('wallMs')}, of processor ${comparison('cpuMs')}.`);
  expect(ratio('wallMs')).toBeLessThanOrEqual(RATIO_MAX);
}, 240_000);
