import { isUtf8 } from 'node:buffer';
import type { Grid, GridCell, GridRow } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { findRole } from '@bitacora/core/contract/activities/activity-sheet/find-tables';
import { readMonth } from '@bitacora/core/contract/activities/activity-sheet/read-days';
import { findPersonColumn } from '@bitacora/core/contract/people/person-headings';
import type { ColumnRole } from '@bitacora/core/domain/activities/activity-import';
import { isCalendarDate } from '@bitacora/core/domain/calendar';
import type { ForeignKind } from '@bitacora/core/domain/refusal';
import { sheetKey, trimText, withoutControls } from '@bitacora/core/domain/text';
import { writtenDay } from '@bitacora/core/messages/dates';
import * as xlsx from '@e965/xlsx';
import { CsvError, parse } from 'csv-parse/sync';
import { cellText, isWorkbook, readWorkbook } from './read-workbook.ts';
import { asSheetRefusal, SHEET_LIMITS, SheetRefusal, TEXT_MAX } from './sheet-limits.ts';
import { areRunsStruck, struckPatterns } from './struck-formats.ts';

const { maxRows, maxColumns, maxFilledRows, maxCells, maxLetters } = SHEET_LIMITS;
/** A workbook may have this many sheets: one for each month of a year, and some of lists. */
const SHEETS_MAX = 40;
/** A sheet may have this many rows of titles and headings in addition to the rows of its list. */
const HEADING_ROWS = 20;
const HEADING_MAX = 60;
/** This many headings of one word make a time line: 'Semana 1', 'Semana 2'. */
const SERIES = 5;
/** Columns without a heading stay if they stand as near as this and are no time line. */
const NEAR_COLUMNS = 30;
const SEPARATORS = [';', ',', '\t', '|'] as const;
/** The records of a .csv by which the separator is found. */
const SAMPLE = 50;

type Cell = xlsx.CellObject & { s?: { patternType?: string; fgColor?: { rgb?: string } } };
type Row<Each> = readonly (Each | undefined)[];

/** Returns the date of a cell, undefined for other cells. A file stores a date as a number, so only the format shows that it is one. */
function readDay({ t, v, z }: Cell, date1904: boolean): GridCell['day'] {
  if (t !== 'n' || typeof z !== 'string' || !xlsx.SSF.is_date(z)) return undefined;
  const code: { y: number; m: number; d: number } | null = xlsx.SSF.parse_date_code(Number(v), { date1904 });
  const text = code ? `${code.y}-${String(code.m).padStart(2, '0')}-${String(code.d).padStart(2, '0')}` : '';
  return isCalendarDate(text) ? text : undefined;
}

const readable = (text: string) => trimText(withoutControls(text.slice(0, TEXT_MAX)));

const isStruck = ({ s, r }: Cell) => areRunsStruck(r ?? '') ?? struckPatterns.includes(s?.patternType ?? '');

/** Reads a cell. Dates are written as in Mexico, because the file's own format may be that of the United States. */
function readCell(cell: Cell, date1904: boolean): GridCell | undefined {
  const text = cell.t === 'z' || cell.t === 'e' ? '' : readable(cellText(cell));
  if (text === '') return undefined;
  const fill = cell.s?.patternType === 'solid' ? cell.s.fgColor?.rgb?.slice(-6).toLowerCase() : undefined;
  const day = readDay(cell, date1904);
  return { text: day ? writtenDay(day) : text, ...(day && { day }), ...(fill && { fill }), ...(isStruck(cell) && { isStruck: true }) };
}

const readHeading = (text: string) => findRole(text) ?? findPersonColumn(text);
const headingText = (cell: Cell | undefined) => (cell?.t === 's' && String(cell.v).length <= HEADING_MAX ? String(cell.v) : '');
/** Counts the different headings that are known. Two make a row of headings. */
const countHeadings = (texts: readonly string[]) => new Set(texts.flatMap((text) => (text ? (readHeading(text) ?? []) : []))).size;

/** Finds the last column with a heading. Days, months and counted weeks at the right end are a time line and no headings. */
function findHeadingEnd(cells: Row<Cell>): number {
  const words = Array.from(cells, (cell) => sheetKey(headingText(cell)).replace(/[^\p{L}]+/gu, ''));
  return words.findLastIndex(
    (word, at) =>
      readHeading(headingText(cells[at])) !== undefined ||
      (word.length >= 3 && readMonth(word) === 0 && words.filter((other) => other === word).length < SERIES),
  );
}

interface SheetSource {
  name: string;
  data: readonly Row<Cell>[];
  merges?: readonly xlsx.Range[] | undefined;
  rowStates?: readonly (xlsx.RowInfo | undefined)[] | undefined;
  date1904?: boolean;
}

type Amount = Record<'rows' | 'cells' | 'letters', number>;

const tooMuchAt = (sheet: string, r: number, c: number) => new SheetRefusal('tooMuch', { sheet, cell: xlsx.utils.encode_cell({ r, c }) });

/** Reads the cells of a sheet up to a column. Throws `SheetRefusal` at the cell where they become too many. */
function readRows({ name, data, merges = [], rowStates, date1904 = false }: SheetSource, last: number, amount: Amount): GridRow[] {
  const rows = new Map<number, (GridCell | undefined)[]>();
  function put(value: GridCell, r: number, c: number) {
    amount.cells += 1;
    amount.letters += value.text.length;
    if (amount.cells > maxCells || amount.letters > maxLetters) throw tooMuchAt(name, r, c);
    const row = rows.get(r) ?? [];
    row[c] = value;
    rows.set(r, row);
  }
  data.forEach((cells, r) => {
    cells.forEach((cell, c) => {
      const value = cell && c <= last ? readCell(cell, date1904) : undefined;
      if (value) put(value, r, c);
    });
  });
  // The file holds the value of merged cells in the first of them only. Rows in which nothing else stands get no copy.
  for (const { s: start, e: end } of merges) {
    const value = rows.get(start.r)?.[start.c];
    for (let r = start.r; value && r <= Math.min(end.r, data.length - 1); r++)
      for (let c = start.c; rows.has(r) && c <= Math.min(end.c, last); c++) put(value, r, c);
  }
  return [...rows]
    .sort(([a], [b]) => a - b)
    .map(([r, row]) => ({
      row: r + 1,
      cells: Array.from(row),
      ...(rowStates?.[r]?.hidden ? { isHidden: true } : {}),
    }));
}

const FILLED_ROLES: ReadonlySet<ColumnRole | undefined> = new Set<ColumnRole>(['folio', 'status', 'priority', 'archived']);
/** Tells whether a row has only what people fill down: numbers, dates, marks, boxes, the status, and what a row beside it has too but is no work or name. */
function isFilledDown(rows: readonly GridRow[], index: number, headings: Row<Cell>): boolean {
  return (rows[index]?.cells ?? []).every((cell, at) => {
    if (!cell?.text.match(/\p{L}{2}/u) || cell.day || /^(?:true|false)$/i.test(cell.text)) return true;
    const heading = headingText(headings[at]);
    const isRepeated = [index - 1, index + 1].some((other) => rows[other]?.cells[at]?.text === cell.text);
    const role = findRole(heading);
    return FILLED_ROLES.has(role) || (isRepeated && role !== 'description' && role !== 'assignee' && readHeading(heading) === role);
  });
}

/**
 * Reads a sheet. A time line and what stands far right of its lists are cut away, and so are its last rows if they are only filled down. A sheet without
 * headings is no list: if it exceeds a limit, nothing of it is read.
 */
function makeGrid(source: SheetSource, total: Amount): Grid {
  const { data, merges = [] } = source;
  const sheet = withoutControls(source.name);
  const headings = data.flatMap((cells, r) => (countHeadings(cells.map(headingText)) > 1 ? [r] : []));
  const ends = headings.map((r) => {
    const end = findHeadingEnd(data[r] ?? []);
    return Math.max(end, ...merges.flatMap(({ s, e }) => (s.r <= r && e.r >= r && s.c <= end ? e.c : [])));
  });
  const hasTimeLine = headings.some((r) => data[r]?.some((cell, c) => c > Math.max(...ends) && cell && readCell(cell, false)));
  const isList = headings.length > 0;
  const last = isList ? Math.min(Math.max(...ends, hasTimeLine ? 0 : NEAR_COLUMNS - 1), maxColumns - 1) : maxColumns - 1;
  const beyond = new Set<number>();
  data.forEach((cells, r) => {
    cells.forEach((cell, c) => {
      if (c <= last || !cell || !readCell(cell, false)) return;
      if (c >= maxColumns && headings.includes(r) && readHeading(headingText(cell))) throw tooMuchAt(sheet, r, c);
      beyond.add(c);
    });
  });
  const amount = isList ? total : { ...total, rows: 0 };
  try {
    const rows = readRows({ ...source, name: sheet }, last, amount);
    const lowest = headings.at(-1) ?? Infinity;
    const count = rows.findLastIndex(({ row }, index) => row - 1 <= lowest || !isFilledDown(rows, index, data[lowest] ?? [])) + 1;
    amount.rows += Math.max(0, count - HEADING_ROWS);
    if (amount.rows > maxRows) throw tooMuchAt(sheet, (rows[count - (amount.rows - maxRows)] as GridRow).row - 1, 0);
    Object.assign(total, { cells: amount.cells, letters: amount.letters });
    const below = rows.splice(count);
    const cut = {
      ...(beyond.size > 0 ? { columns: { count: beyond.size, first: xlsx.utils.encode_col(Math.min(...beyond)) } } : {}),
      ...(below[0] ? { rows: { count: below.length, first: below[0].row } } : {}),
    };
    return { sheet, rows, ...(beyond.size + below.length > 0 ? { cut } : {}) };
  } catch (error) {
    if (isList) throw error;
    return { sheet, rows: [{ row: 1, cells: [] }], cut: { rows: { count: data.length, first: 1 } } };
  }
}

async function readWorkbookGrids(bytes: Buffer): Promise<Grid[]> {
  const { Sheets, SheetNames, Workbook } = await readWorkbook(bytes, { cellStyles: true });
  const isHidden = (index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const sheets = SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name] as { '!data'?: Cell[][]; '!merges'?: xlsx.Range[]; '!rows'?: xlsx.RowInfo[] } | undefined;
    return sheet?.['!data']
      ? [{ name, isHidden: isHidden(index), data: sheet['!data'], merges: sheet['!merges'], rowStates: sheet['!rows'] }]
      : [];
  });
  const visible = sheets.filter((sheet) => !sheet.isHidden);
  if (visible.length > SHEETS_MAX)
    throw new SheetRefusal('tooMuch', { sheets: visible.slice(SHEETS_MAX).map(({ name }) => withoutControls(name)) });
  const date1904 = Workbook?.WBProps?.date1904 ?? false;
  const total: Amount = { rows: 0, cells: 0, letters: 0 };
  const hidden = sheets.filter((sheet) => sheet.isHidden).slice(0, SHEETS_MAX);
  return [
    ...visible.map((sheet) => makeGrid({ ...sheet, date1904 }, total)),
    ...hidden.map(({ name }): Grid => ({ sheet: withoutControls(name), rows: [{ row: 1, cells: [] }], isHidden: true })),
  ];
}

/** Accented letters in a place where Spanish and Portuguese write them; in the wrong encoding they are signs, or capitals within a word. */
const ACCENTS = /(?<=\p{Ll})[áéíóúñüãõçâêôà]|[áéíóúñüãõçâêôà](?=\p{Ll})|(?<!\p{Ll})[ÁÉÍÓÚÑÜÃÕÇÂÊÔÀ]/gu;

/** The letters of code page 850 from 128 on, in which programs of DOS write; no decoder of the platform knows it. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸¹°¨·²³■ ';

/** Decodes UTF-8 and UTF-16. Other bytes are of Windows in Mexico, of Excel for Mac, of DOS, or of UTF-8 that was damaged. */
function decodeText(bytes: Buffer): string {
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes);
  const [a, b, c, d] = bytes;
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && d === 0)) return decode('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0)) return decode('utf-16be');
  if (isUtf8(bytes)) return decode('utf-8');
  const countAccents = (text: string) => text.match(ACCENTS)?.length ?? 0;
  const dos = bytes.toString('latin1').replace(/[\x80-\xff]/g, (letter) => CP850[letter.charCodeAt(0) - 128] ?? '');
  const texts = [...['windows-1252', 'macintosh', 'utf-8'].map(decode), dos];
  return texts.reduce((best, text) => (countAccents(text) > countAccents(best) ? text : best));
}

/** Lists how files begin that are named .xls or .csv and are something else. */
const foreignTexts: readonly (readonly [ForeignKind, RegExp])[] = [
  ['ods', /^\s*<\?xml\b[\s\S]{0,1000}<office:document\b/i],
  ['html', /^\s*<(?:!|[a-z]+[\s>]|\?xml\b[\s\S]{0,1000}<html\b)|^mime-version:/i],
  ['xml', /^\s*<\?xml\b/i],
  ['other', /^(?:%pdf|\{\\rtf)/i],
];

/** Cuts the separators and blank lines below a list, because programs write a line for each row with a format. */
function trimList(text: string): string {
  let end = text.length;
  while (end > 0 && ';,|\t\r\n '.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Parses a .csv. `openRow` is the row of a quotation mark that never closes. */
function parseCsv(text: string, delimiter: string, to: number): { records: string[][]; openRow?: number } {
  const records: string[][] = [];
  try {
    const keep = (record: string[]) => void records.push(record);
    parse(text, { delimiter, to, on_record: keep, relax_column_count: true, relax_quotes: true, skip_empty_lines: false });
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return { records, openRow: records.length + 1 };
    throw error;
  }
  return { records };
}

/** Finds the separator with which a row has the most known headings, and then with which the most rows are of one width. */
function findSeparator(text: string): string {
  const scores = SEPARATORS.map((separator) => {
    const { records } = parseCsv(text, separator, SAMPLE);
    const wide = records.filter(({ length }) => length > 1);
    const even = Math.max(0, ...wide.map(({ length }) => wide.filter((other) => other.length === length).length));
    return { separator, score: Math.max(0, ...records.map(countHeadings)) * SAMPLE * 2 + even };
  });
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).separator;
}

function readCsvGrid(bytes: Buffer): Grid {
  const text = decodeText(bytes);
  const [kind] = foreignTexts.find(([, beginning]) => beginning.test(text)) ?? (text.includes('\0') ? (['other'] as const) : []);
  if (kind) throw new SheetRefusal('wrongType', { kind });
  const [mark = '', named] = /^"?sep=(.)"?[;,\t ]*(?:\r\n?|\n)/i.exec(text) ?? [];
  const list = trimList(text.slice(mark.length));
  const { records, openRow } = parseCsv(list, named ?? findSeparator(list), maxFilledRows + 1);
  if (openRow) throw new SheetRefusal('unreadable', { quoteRow: openRow + (mark ? 1 : 0) });
  const data = records.map((record) => record.map((v): Cell | undefined => (v.trim() === '' ? undefined : { t: 's', v })));
  return makeGrid({ name: '', data: mark ? [[], ...data] : data }, { rows: 0, cells: 0, letters: 0 });
}

/**
 * Reads the sheets of a workbook with dates, colours, merged cells and the state of rows, or the one list of a .csv. Of hidden sheets it reads only the
 * name. Throws `SheetRefusal`.
 */
export async function readGrids(bytes: Buffer): Promise<Grid[]> {
  try {
    return isWorkbook(bytes) ? await readWorkbookGrids(bytes) : [readCsvGrid(bytes)];
  } catch (error) {
    throw asSheetRefusal(error);
  }
}
