import { once } from 'node:events';
import { createRequire } from 'node:module';
import { PassThrough, type Writable } from 'node:stream';
import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';
import { repositoriesOn } from '../../core/src/core.ts';
import { calendarDate, dayIn } from '../../core/src/domain/calendar.ts';
import { noFilters } from '../../core/src/domain/reports/report.ts';
import type { ActivityLine } from '../../core/src/persistence/activities/activity-views.sql.ts';
import type { RunningCompany } from '../load/company.ts';
import { demandOk } from './calls.ts';
import { type BenchRow, sideBySide, ZONE } from './harness.ts';

/* The least that writes a workbook of one sheet while it is read: rows as text, one compressor, no library. It is a limit, not a product. */

type HandCell = string | number | Date | null;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RELATED = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const related = (id: number, type: string, target: string) => `<Relationship Id="rId${id}" Type="${RELATED}/${type}" Target="${target}"/>`;
const relations = (content: string) => `${XML}<Relationships xmlns="${PACKAGE}/relationships">${content}</Relationships>`;
const part = (name: string, type: string) => `<Override PartName="/xl/${name}" ContentType="${TYPE}.${type}+xml"/>`;

/** Styles 1 and 2 are texts and days. */
const parts: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${part('worksheets/sheet1.xml', 'worksheet')}</Types>`,
  '_rels/.rels': relations(related(1, 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `${XML}<workbook xmlns="${SHEETS}" xmlns:r="${RELATED}"><sheets><sheet name="Actividades" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(related(1, 'worksheet', 'worksheets/sheet1.xml') + related(2, 'styles', 'styles.xml')),
  'xl/styles.xml': `${XML}<styleSheet xmlns="${SHEETS}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => (/[&<>]/.test(text) ? text.replace(/[&<>]/g, (sign) => escapes[sign] as string) : text);
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;

function cellOf(value: HandCell, address: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${address}"><v>${value}</v></c>`;
  if (typeof value === 'string') return `<c r="${address}" s="1" t="str"><v>${escaped(value)}</v></c>`;
  return `<c r="${address}" s="2"><v>${value.getTime() / DAY_MS + EPOCH_DAYS}</v></c>`;
}
const columnName = (column: number) => String.fromCharCode(65 + column);

function rowsOf(rows: readonly (readonly HandCell[])[], first: number): string {
  let text = '';
  for (const [at, row] of rows.entries()) {
    const number = first + at;
    text += `<row r="${number}">`;
    for (let column = 0; column < row.length; column++) text += cellOf(row[column] as HandCell, columnName(column) + number);
    text += '</row>';
  }
  return text;
}

const BATCH = 500;
/** Flags of a zip: sizes follow the data, names are UTF-8. */
const STREAMED = 0x0808;

function header(signature: number, fields: readonly (readonly [bytes: 2 | 4, value: number])[], name = ''): Buffer {
  const all = [[4, signature] as const, ...fields];
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) at = bytes === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value >>> 0, at);
  return Buffer.concat([buffer, Buffer.from(name)]);
}

/** Writes at most 26 columns, in batches, as fast as `out` takes them. */
async function writeByHand(rows: readonly (readonly HandCell[])[], out: Writable): Promise<void> {
  let length = 0;
  const write = (bytes: Buffer) => {
    length += bytes.length;
    return out.write(bytes);
  };
  const directory: Buffer[] = [];
  const entry = async (name: string, content: () => Promise<{ crc: number; size: number; packed: number }>) => {
    const offset = length;
    write(
      header(
        0x04034b50,
        [
          [2, 20],
          [2, STREAMED],
          [2, 8],
          [4, 0],
          [4, 0],
          [4, 0],
          [4, 0],
          [2, name.length],
          [2, 0],
        ],
        name,
      ),
    );
    const { crc, size, packed } = await content();
    write(
      header(0x08074b50, [
        [4, crc],
        [4, packed],
        [4, size],
      ]),
    );
    const sizes = [
      [4, crc],
      [4, packed],
      [4, size],
      [2, name.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const;
    directory.push(header(0x02014b50, [[2, 20], [2, 20], [2, STREAMED], [2, 8], [4, 0], ...sizes], name));
  };
  for (const [name, text] of Object.entries(parts)) {
    await entry(name, async () => {
      const packed = deflateRawSync(text);
      write(packed);
      return { crc: crc32(text), size: Buffer.byteLength(text), packed: packed.length };
    });
  }
  await entry('xl/worksheets/sheet1.xml', async () => {
    const deflate = createDeflateRaw();
    const sums = { crc: 0, size: 0, packed: 0 };
    deflate.on('data', (bytes: Buffer) => {
      sums.packed += bytes.length;
      write(bytes);
    });
    const ended = once(deflate, 'end');
    const add = async (text: string) => {
      const bytes = Buffer.from(text);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      if (!deflate.write(bytes)) await once(deflate, 'drain');
    };
    await add(`${XML}<worksheet xmlns="${SHEETS}"><sheetData>`);
    for (let at = 0; at < rows.length; at += BATCH) await add(rowsOf(rows.slice(at, at + BATCH), at + 1));
    await add('</sheetData></worksheet>');
    deflate.end();
    await ended;
    return sums;
  });
  const offset = length;
  const bytes = Buffer.concat(directory);
  write(bytes);
  write(
    header(0x06054b50, [
      [2, 0],
      [2, 0],
      [2, directory.length],
      [2, directory.length],
      [4, bytes.length],
      [4, offset],
      [2, 0],
    ]),
  );
  out.end();
}

const ROUNDS = 3;
/** At most so many of the newest verified activities are exported. */
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
  const [count] = await verified().count('* as rows');
  const oldest = Math.min(ROWS_MAX, Number(count?.rows)) - 1;
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
