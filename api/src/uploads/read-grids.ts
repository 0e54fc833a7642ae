import type { Grid, GridCell, GridRow } from '@bitacora/core/contract/activities/activity-sheet/cells';
import { isCalendarDate } from '@bitacora/core/domain/calendar';
import { trimText, withoutControls } from '@bitacora/core/domain/text';
import { writtenDay } from '@bitacora/core/messages/dates';
import * as xlsx from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { cellText, isWorkbook, readWorkbook } from './read-workbook.ts';
import { asSheetRefusal, SHEET_LIMITS, SheetRefusal, TEXT_MAX } from './sheet-limits.ts';

const { maxRows, maxColumns, farthestRow, maxLetters } = SHEET_LIMITS;
/** A workbook may have this many sheets: one for each month of a year, and some of lists. */
const SHEETS_MAX = 40;
/** A sheet may have this many rows of titles and headings in addition to the rows of its list. */
const HEADING_ROWS = 20;
/** Merged cells may fill this many cells in all sheets together. */
const MERGED_MAX = 200_000;
const SEPARATORS = [';', ',', '\t', '|'] as const;

type Cell = xlsx.CellObject & { s?: { patternType?: string; fgColor?: { rgb?: string } } };

/** Returns the date of a cell, undefined for other cells. A file stores a date as a number, so only the format shows that it is one. */
function readDay({ t, v, z }: Cell, date1904: boolean): GridCell['day'] {
  if (t !== 'n' || typeof z !== 'string' || !xlsx.SSF.is_date(z)) return undefined;
  const code: { y: number; m: number; d: number } | null = xlsx.SSF.parse_date_code(Number(v), { date1904 });
  const text = code ? `${code.y}-${String(code.m).padStart(2, '0')}-${String(code.d).padStart(2, '0')}` : '';
  return isCalendarDate(text) ? text : undefined;
}

/** Counts what is read of all sheets together. Throws `SheetRefusal` once that exceeds a limit. */
class Budget {
  #letters = 0;
  #merged = 0;
  text(text: string): string {
    this.#letters += text.length;
    if (this.#letters > maxLetters) throw new SheetRefusal('tooMuch');
    return text;
  }
  /** Counts the cells to which a merged cell's value is copied. */
  merge(value: GridCell, places: number): void {
    this.#letters += value.text.length * places;
    this.#merged += places;
    if (this.#merged > MERGED_MAX || this.#letters > maxLetters) throw new SheetRefusal('tooMuch');
  }
}

const readable = (text: string) => trimText(withoutControls(text.slice(0, TEXT_MAX)));

/** Reads a cell. Dates are written as in Mexico, because the file's own format may be that of the United States. */
function readCell(cell: Cell, date1904: boolean, budget: Budget): GridCell | undefined {
  const text = cell.t === 'z' || cell.t === 'e' ? '' : readable(cellText(cell));
  if (text === '') return undefined;
  const fill = cell.s?.patternType === 'solid' ? cell.s.fgColor?.rgb?.slice(-6).toLowerCase() : undefined;
  const day = readDay(cell, date1904);
  return { text: budget.text(day ? writtenDay(day) : text), ...(day ? { day } : {}), ...(fill ? { fill } : {}) };
}

/** Copies the value of merged cells to all of them, because the file holds it in the first cell only. */
function fillMerged(cells: Map<number, (GridCell | undefined)[]>, merges: readonly xlsx.Range[], budget: Budget): void {
  for (const { s: start, e: end } of merges) {
    const value = cells.get(start.r)?.[start.c];
    if (!value) continue;
    if (end.r > farthestRow || end.c >= maxColumns) throw new SheetRefusal('tooMuch');
    budget.merge(value, (end.r - start.r + 1) * (end.c - start.c + 1));
    for (let r = start.r; r <= end.r; r++) {
      const row = cells.get(r) ?? [];
      for (let c = start.c; c <= end.c; c++) row[c] = value;
      cells.set(r, row);
    }
  }
}

interface SheetSource {
  name: string;
  data: readonly (readonly Cell[])[];
  merges: readonly xlsx.Range[];
  date1904: boolean;
}

function makeGrid({ name, data, merges, date1904 }: SheetSource, budget: Budget): Grid {
  const cells = new Map<number, (GridCell | undefined)[]>();
  data.forEach((cellsOfRow, r) => {
    cellsOfRow.forEach((cell, c) => {
      const value = cell && readCell(cell, date1904, budget);
      if (!value) return;
      if (c >= maxColumns || r > farthestRow) throw new SheetRefusal('tooMuch');
      const row = cells.get(r) ?? [];
      row[c] = value;
      cells.set(r, row);
    });
  });
  fillMerged(cells, merges, budget);
  const rows = [...cells].sort(([a], [b]) => a - b).map(([r, row]): GridRow => ({ row: r + 1, cells: Array.from(row) }));
  return { sheet: withoutControls(name), rows };
}

async function readWorkbookGrids(bytes: Buffer): Promise<Grid[]> {
  const { Sheets, SheetNames, Workbook } = await readWorkbook(bytes, { cellStyles: true });
  const isHidden = (index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const visible = SheetNames.filter((_, index) => !isHidden(index));
  if (visible.length > SHEETS_MAX) throw new SheetRefusal('tooMuch');
  const date1904 = Workbook?.WBProps?.date1904 ?? false;
  const budget = new Budget();
  const sheetData = (name: string) => Sheets[name] as { '!data'?: Cell[][]; '!merges'?: xlsx.Range[] } | undefined;
  const hidden = SheetNames.filter((name, index) => isHidden(index) && sheetData(name)?.['!data']).slice(0, SHEETS_MAX);
  return [
    ...visible.flatMap((name) => {
      const sheet = sheetData(name);
      return sheet?.['!data'] ? [makeGrid({ name, data: sheet['!data'], merges: sheet['!merges'] ?? [], date1904 }, budget)] : [];
    }),
    ...hidden.map((name): Grid => ({ sheet: withoutControls(name), rows: [{ row: 1, cells: [] }], isHidden: true })),
  ];
}

/** Decodes UTF-8 or UTF-16 by the byte order mark. Without a mark it tries UTF-8, and then the encoding that Excel writes in Mexico. */
function decodeCsv(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) throw new SheetRefusal('wrongType');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Finds the separator: the one that `sep=;` on the first line names, or the one that is most frequent in most of the first lines. */
function findSeparator(text: string): { separator: string; start: number } {
  const mark = /^sep=(.)\r?\n/i.exec(text);
  if (mark?.[1]) return { separator: mark[1], start: mark[0].length };
  const lines = text.split(/\r?\n/, 20);
  const countSeparator = (separator: string) =>
    lines.reduce((sum, line) => sum + Math.min(line.split(separator).length - 1, maxColumns), 0);
  const [separator] = SEPARATORS.toSorted((a, b) => countSeparator(b) - countSeparator(a));
  return { separator: separator as string, start: 0 };
}

function readCsvGrid(bytes: Buffer): Grid {
  const text = decodeCsv(bytes);
  const { separator, start } = findSeparator(text);
  const records: string[][] = parse(text.slice(start), {
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: farthestRow + 2,
  });
  if (records.length > farthestRow + 1) throw new SheetRefusal('tooMuch');
  const offset = start > 0 ? 2 : 1;
  const rows = records.flatMap((texts, index): GridRow[] => {
    if (texts.length > maxColumns && texts.slice(maxColumns).some((value) => value.trim() !== '')) throw new SheetRefusal('tooMuch');
    const cells = texts
      .slice(0, maxColumns)
      .map(readable)
      .map((text) => (text === '' ? undefined : { text }));
    return cells.some(Boolean) ? [{ row: index + offset, cells }] : [];
  });
  return { sheet: '', rows };
}

/**
 * Reads the sheets of a workbook with dates, colours and merged cells, or the one list of a .csv. Of hidden sheets it reads only the name.
 * Throws `SheetRefusal`.
 */
export async function readGrids(bytes: Buffer): Promise<Grid[]> {
  try {
    const grids = isWorkbook(bytes) ? await readWorkbookGrids(bytes) : [readCsvGrid(bytes)];
    if (grids.reduce((sum, { rows }) => sum + Math.max(0, rows.length - HEADING_ROWS), 0) > maxRows) throw new SheetRefusal('tooMuch');
    return grids;
  } catch (error) {
    throw asSheetRefusal(error);
  }
}
