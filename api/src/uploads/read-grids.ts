import type { Grid, GridCell, GridRow } from '@bitacora/core/contract/activity-sheet/grid';
import { isCalendarDate } from '@bitacora/core/domain/calendar';
import * as xlsx from '@e965/xlsx';
import { parse } from 'csv-parse/sync';
import { isWorkbook, readWorkbook, textOf } from './read-cells.ts';
import { SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';

const { maxRows, maxColumns, farthestRow } = SHEET_LIMITS;
/** Sheets of one workbook: a year of months and some of lists. */
const SHEETS_MAX = 40;
/** Places that merged cells may fill, all together. */
const MERGED_MAX = 200_000;
/** Letters of a cell. Names and dates are read with patterns, which a long cell would slow down. */
const TEXT_MAX = 5_000;
const SEPARATORS = [';', ',', '\t', '|'] as const;

type Cell = xlsx.CellObject & { s?: { patternType?: string; fgColor?: { rgb?: string } } };

/** A date that the file stores as a number; only the format distinguishes it from other numbers. */
function dayOf({ t, v, z }: Cell, date1904: boolean): GridCell['day'] {
  if (t !== 'n' || typeof z !== 'string' || !xlsx.SSF.is_date(z)) return undefined;
  const code: { y: number; m: number; d: number } | null = xlsx.SSF.parse_date_code(Number(v), { date1904 });
  const text = code ? `${code.y}-${String(code.m).padStart(2, '0')}-${String(code.d).padStart(2, '0')}` : '';
  return isCalendarDate(text) ? text : undefined;
}

function cellOf(cell: Cell, date1904: boolean): GridCell | undefined {
  const text = cell.t === 'z' || cell.t === 'e' ? '' : textOf(cell).trim();
  const fill = cell.s?.patternType === 'solid' ? cell.s.fgColor?.rgb?.slice(-6).toLowerCase() : undefined;
  if (text === '') return undefined;
  if (text.length > TEXT_MAX) throw new SheetRefusal('tooMuch');
  const day = dayOf(cell, date1904);
  return { text, ...(day ? { day } : {}), ...(fill ? { fill } : {}) };
}

/** Merged cells hold their value in the first place only; people read it in all of them. */
function fillMerged(cells: Map<number, (GridCell | undefined)[]>, merges: readonly xlsx.Range[]): void {
  let places = 0;
  for (const { s: start, e: end } of merges) {
    const value = cells.get(start.r)?.[start.c];
    if (!value) continue;
    places += (end.r - start.r + 1) * (end.c - start.c + 1);
    if (places > MERGED_MAX || end.r > farthestRow || end.c >= maxColumns) throw new SheetRefusal('tooMuch');
    for (let r = start.r; r <= end.r; r++) {
      const row = cells.get(r) ?? [];
      for (let c = start.c; c <= end.c; c++) row[c] = value;
      cells.set(r, row);
    }
  }
}

function gridOf(sheet: string, data: readonly (readonly Cell[])[], merges: readonly xlsx.Range[], date1904: boolean): Grid {
  const cells = new Map<number, (GridCell | undefined)[]>();
  data.forEach((cellsOfRow, r) => {
    cellsOfRow.forEach((cell, c) => {
      const value = cell && cellOf(cell, date1904);
      if (!value) return;
      if (c >= maxColumns || r > farthestRow) throw new SheetRefusal('tooMuch');
      const row = cells.get(r) ?? [];
      row[c] = value;
      cells.set(r, row);
    });
  });
  fillMerged(cells, merges);
  const rows = [...cells].sort(([a], [b]) => a - b).map(([r, row]): GridRow => ({ row: r + 1, cells: Array.from(row) }));
  return { sheet, rows };
}

function gridsOfWorkbook(bytes: Buffer): Grid[] {
  const { Sheets, SheetNames, Workbook } = readWorkbook(bytes, { cellStyles: true });
  const isHidden = (index: number) => (Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0;
  const names = SheetNames.filter((_, index) => !isHidden(index));
  if (names.length > SHEETS_MAX) throw new SheetRefusal('tooMuch');
  const date1904 = Workbook?.WBProps?.date1904 ?? false;
  return names.flatMap((name) => {
    const sheet = Sheets[name] as { '!data'?: Cell[][]; '!merges'?: xlsx.Range[] } | undefined;
    return sheet?.['!data'] ? [gridOf(name, sheet['!data'], sheet['!merges'] ?? [], date1904)] : [];
  });
}

/** UTF-8 or UTF-16 by its mark, else UTF-8 where that is valid, else what Excel writes in Mexico. */
function textOfCsv(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.includes(0)) throw new SheetRefusal('wrongType');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator that most of the first lines have most of. `sep=;` on the first line says it. */
function separatorOf(text: string): { separator: string; start: number } {
  const mark = /^sep=(.)\r?\n/i.exec(text);
  if (mark?.[1]) return { separator: mark[1], start: mark[0].length };
  const lines = text.split(/\r?\n/, 20);
  const timesIn = (separator: string) => lines.reduce((sum, line) => sum + Math.min(line.split(separator).length - 1, maxColumns), 0);
  const [separator] = SEPARATORS.toSorted((a, b) => timesIn(b) - timesIn(a));
  return { separator: separator as string, start: 0 };
}

function gridOfCsv(bytes: Buffer): Grid {
  const text = textOfCsv(bytes);
  const { separator, start } = separatorOf(text);
  const records: string[][] = parse(text.slice(start), {
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    to: farthestRow + 1,
  });
  const offset = start > 0 ? 2 : 1;
  const rows = records.flatMap((texts, index): GridRow[] => {
    if (texts.length > maxColumns && texts.slice(maxColumns).some((value) => value.trim() !== '')) throw new SheetRefusal('tooMuch');
    if (texts.some((value) => value.length > TEXT_MAX)) throw new SheetRefusal('tooMuch');
    const cells = texts.slice(0, maxColumns).map((value) => (value.trim() === '' ? undefined : { text: value.trim() }));
    return cells.some(Boolean) ? [{ row: index + offset, cells }] : [];
  });
  return { sheet: '', rows };
}

/**
 * The visible sheets of a workbook with dates, colours and merged cells, or the one list of a .csv. Throws `SheetRefusal`.
 */
export function readGrids(bytes: Buffer): Grid[] {
  try {
    const grids = isWorkbook(bytes) ? gridsOfWorkbook(bytes) : [gridOfCsv(bytes)];
    if (grids.reduce((sum, { rows }) => sum + rows.length, 0) > maxRows * 2) throw new SheetRefusal('tooMuch');
    return grids;
  } catch (error) {
    if (error instanceof SheetRefusal) throw error;
    throw new SheetRefusal(/password/i.test(String(error)) ? 'locked' : 'unreadable');
  }
}
