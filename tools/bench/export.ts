import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { repositoriesOn } from '../../core/src/core.ts';
import { calendarDate, dayIn } from '../../core/src/domain/calendar.ts';
import { noFilters } from '../../core/src/domain/reports/report.ts';
import type { ActivityLine } from '../../core/src/persistence/activity-views.sql.ts';
import type { RunningCompany } from '../load/company.ts';
import { type HandCell, writeByHand } from './hand-workbook.ts';
import type { BenchRow } from './harness.ts';
import { sideBySide, ZONE } from './harness.ts';
import { demandOk } from './reads.ts';

const ROUNDS = 3;
/** Of what is verified the newest. */
const ROWS_MAX = 100_000;
const MOST = 1.5;
const MOST_BY_HAND = 2.5;

/** As much of exceljs as is used here; it is the API's to depend on. */
interface SheetWriter {
  addRow(values: unknown[]): { commit(): void };
  commit(): void;
}
interface Book {
  addWorksheet(name: string): SheetWriter;
  commit(): Promise<void>;
}
const excel: { stream: { xlsx: { WorkbookWriter: new (options: object) => Book } } } = createRequire(
  new URL('../../api/package.json', import.meta.url),
)('exceljs');

/** A workbook of the report, through HTTP, beside exceljs and a hand-written writer of as many cells that are in memory already. */
export async function benchExport(company: RunningCompany): Promise<BenchRow[]> {
  const { db } = company;
  const { id } = await db('users').where('position', 'GERENTE').first('id');
  const manager = await company.visitor(id);
  const today = dayIn(ZONE, new Date());
  const verified = () => db('activities').where('status', 'verified');
  const [made] = await verified().count('* as rows');
  const oldest = Math.min(ROWS_MAX, Number(made?.rows)) - 1;
  const from = dayIn(ZONE, (await verified().orderBy('verifiedAt', 'desc').offset(oldest).first()).verifiedAt);
  const range = { from: calendarDate(from), to: today };
  const selection = { scope: 'company', readerId: id, statuses: ['verified'], range, filters: noFilters, words: [], today } as const;
  const lines: ActivityLine[] = [];
  for await (const batch of repositoriesOn(db, ZONE).activityReports.lines(selection)) lines.push(...batch);

  const body = JSON.stringify({ startDate: range.from, endDate: today, statusFilters: ['Verified'] });
  const ours = async () =>
    demandOk(await company.ask({ method: 'POST', path: '/api/create_report_activities_f', headers: manager.writes, body }));
  const row = { name: `libro de Excel, ${lines.length} filas` };
  const limits = [
    ['exceljs solo, a secas, con las celdas ya en memoria', MOST, () => writeLines(lines)],
    ['lo mismo escrito a mano, sin biblioteca', MOST_BY_HAND, () => writeByHand(lines.map(cellsOf), new PassThrough().resume())],
  ] as const;
  const measured: BenchRow[] = [];
  for (const [limitName, most, limit] of limits) {
    await sideBySide(1, ours, limit);
    measured.push({ ...row, ...(await sideBySide(ROUNDS, ours, limit)), limitName, most });
  }
  return measured;
}

async function writeLines(lines: readonly ActivityLine[]): Promise<void> {
  const out = new PassThrough().resume();
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  const sheet = book.addWorksheet('Actividades');
  for (const line of lines) sheet.addRow(cellsOf(line)).commit();
  sheet.commit();
  await book.commit();
}

/** As many cells as a line of the report of what is finished has. */
const cellsOf = (line: ActivityLine): HandCell[] => [
  line.id,
  `${line.ownerFirstName} ${line.ownerLastName}`,
  line.createdAt,
  line.topic,
  line.department,
  line.description,
  `${line.assigneeFirstName} ${line.assigneeLastName}`,
  new Date(line.dueOn),
  line.extendedTo && new Date(line.extendedTo),
  line.priority,
  line.status,
  line.verifiedAt,
  line.id % 30,
];
