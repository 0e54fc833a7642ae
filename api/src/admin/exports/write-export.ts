import { Readable } from 'node:stream';
import { wallClockAt } from '@bitacora/core/domain/calendar';
import { type Database, type ExportedRow, type ExportedTable, exportedRows, withAdvisoryLock } from '@bitacora/core/server';
import type { ImageStore } from '../../storage/image-store.ts';
import { addRow, beginTable, type CellValue, sheetDay } from '../../workbooks/cell-styles.ts';
import { streamWorkbook } from '../../workbooks/stream-workbook.ts';
import { type ExportedColumn, exportedTables, imageFileName } from './exported-columns.ts';

/** A sheet of Excel has at most this many rows, including the heading. */
const SHEET_ROWS_MAX = 1_048_576;
/** A cell of Excel has at most this many letters. */
const CELL_MAX = 32_767;

export type ExportFormat = 'xlsx' | 'csv';
interface ExportSource {
  db: Database;
  zone: string;
  store: ImageStore;
  format: ExportFormat;
  personId: number | null;
  /** Restricts the export to these tables. Unset: all. */
  tables?: readonly ExportedTable[];
  /** Makes the error that is thrown while a restore or an upgrade has the database. */
  busy: () => Error;
  inOwnSlots?: <Batch>(batches: AsyncIterable<Batch>) => AsyncIterable<Batch>;
  sheetRowsMax?: number;
}
const companyTables: readonly ExportedTable[] = [
  ...(['activities', 'history', 'comments', 'images', 'people', 'topics', 'templates', 'assignments'] as const),
  ...(['holidays', 'absences', 'requests'] as const),
];
const personTables: readonly ExportedTable[] = [
  ...(['people', 'account', 'activities', 'comments', 'history', 'images', 'assignments', 'absences', 'sessions', 'devices'] as const),
  ...(['tokens', 'chatAccounts', 'notifications', 'deliveries', 'adminActs', 'requests'] as const),
];
const chooseTables = ({ tables, personId }: ExportSource) => tables ?? (personId === null ? companyTables : personTables);

interface ExportTotals {
  rows: Partial<Record<ExportedTable, number>>;
  images: number;
  missing: string[];
}

/** Reads a value for a sheet. Days and times are in the business time zone. */
function readCell({ read, style }: ExportedColumn, row: ExportedRow, zone: string): CellValue {
  const value = read(row);
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return wallClockAt(zone, value);
  if (style === 'day') return sheetDay(String(value));
  return typeof value === 'number' ? value : String(value).slice(0, CELL_MAX);
}

/** Matches a text that a spreadsheet would run as a formula (docs/product.md, 4), also after blanks. */
const RUNS = /^\s*[=+\-@\p{Cc}]/u;

function csvCell({ read }: ExportedColumn, row: ExportedRow, zone: string): string {
  const value = read(row);
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const content = value instanceof Date ? wallClockAt(zone, value).toISOString().slice(0, 19).replace('T', ' ') : String(value);
  const safe = RUNS.test(content) ? `'${content}` : content;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes CSV (RFC 4180) with a byte order mark, because Excel reads UTF-8 only with it. */
async function* writeCsv(table: ExportedTable, batches: AsyncIterable<ExportedRow[]>, zone: string) {
  const { columns } = exportedTables[table];
  yield `\ufeff${columns.map(({ title }) => title).join(',')}\r\n`;
  for await (const batch of batches)
    yield batch.map((row) => `${columns.map((column) => csvCell(column, row, zone)).join(',')}\r\n`).join('');
}

const columnWidth = ({ style }: ExportedColumn) => ({ folio: 10, day: 14, instant: 18, longText: 60 })[style as 'folio'] ?? 26;

/** A folder or an archive, which takes files one after the other. */
interface ExportFolder {
  write(name: string, bytes: Readable): Promise<unknown>;
}

type ReadBatches = (table: ExportedTable) => AsyncIterable<ExportedRow[]>;

/** Writes all tables into one workbook. A table with more rows than a sheet can hold continues in another sheet. */
const exportWorkbook = ({ sheetRowsMax = SHEET_ROWS_MAX, ...source }: ExportSource, readBatches: ReadBatches): Readable =>
  streamWorkbook(async (book, pace) => {
    const { zone } = source;
    for (const table of chooseTables(source)) {
      const { name, columns } = exportedTables[table];
      const headings = columns.map((column) => ({ title: column.title, width: columnWidth(column) }));
      const begin = (part: number) => beginTable(book, part === 1 ? name : `${name} ${part}`, headings);
      let [part, count] = [1, 1];
      let sheet = begin(part);
      for await (const batch of readBatches(table)) {
        for (const row of batch) {
          if (count === sheetRowsMax) {
            sheet.commit();
            sheet = begin(++part);
            count = 1;
          }
          const values = columns.map((column) => readCell(column, row, zone));
          addRow(sheet, values, (at) => columns[at]?.style ?? 'text');
          count++;
        }
        await pace.keep(sheet);
      }
      sheet.commit();
    }
  });

/** Writes the tables as they were at one moment, then the images. Memory does not grow with the rows. */
export async function writeExport(source: ExportSource, folder: ExportFolder): Promise<ExportTotals> {
  const { db, zone, store, personId, format, busy, inOwnSlots = (batches) => batches } = source;
  const totals: ExportTotals = { rows: {}, images: 0, missing: [] };
  /** The last batch that was requested. The transaction ends after it, because its connection takes one statement at a time. */
  let lastBatch: Promise<unknown> = Promise.resolve();
  async function* readRows(trx: Database, table: ExportedTable): AsyncGenerator<ExportedRow[]> {
    const batches = exportedRows(trx, table, personId);
    for (;;) {
      const batch = batches.next();
      lastBatch = batch;
      const { value, done } = await batch;
      if (done) return;
      yield value;
    }
  }
  const read = async (trx: Database) => {
    if (!(await withAdvisoryLock(trx, 'beside backups'))) throw busy();
    async function* readBatches(table: ExportedTable) {
      totals.rows[table] = 0;
      for await (const batch of inOwnSlots(readRows(trx, table))) {
        totals.rows[table] += batch.length;
        yield batch;
      }
    }
    if (format === 'xlsx') await folder.write('bitacora.xlsx', exportWorkbook(source, readBatches));
    else
      for (const table of chooseTables(source))
        await folder.write(`${exportedTables[table].name}.csv`, Readable.from(writeCsv(table, readBatches(table), zone)));

    for await (const batch of inOwnSlots(readRows(trx, 'images')))
      for (const row of batch) {
        const name = imageFileName(row);
        // A file that several images share is written once, under the id of the first.
        if (!name || row.file !== row.id) continue;
        const bytes = await store.open(String(row.file));
        if (bytes) {
          await folder.write(name, bytes);
          totals.images++;
        } else totals.missing.push(String(row.file));
      }
  };
  await db.transaction((trx) => read(trx).finally(() => lastBatch.catch(() => {})), { isolationLevel: 'repeatable read', readOnly: true });
  return totals;
}
