import type { SheetRow } from '@bitacora/core/domain/people/user-import';
import * as xlsx from '@e965/xlsx';
import { SHEET_LIMITS, SheetRefusal } from './sheet-limits.ts';
import { type Container, unpackXlsx } from './unpack-xlsx.ts';

const { maxRows, maxColumns, farthestRow, maxLetters } = SHEET_LIMITS;
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** `nodim`: what a sheet says of its own size is not believed. */
const OPTIONS = { dense: true, cellFormula: false, cellHTML: false, cellNF: true, nodim: true } as const;
type ExtraOptions = Pick<xlsx.ParsingOptions, 'sheets' | 'cellStyles'>;

/** A private part of @e965/xlsx 0.20.3: its types leave the second half of the reader out. */
export const { parse_zip: parseParts } = xlsx as unknown as { parse_zip: (parts: Container, options: object) => xlsx.WorkBook };

const startsWith = (bytes: Buffer, signature: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** Macros travel in .xls as a folder of their own. */
function readLegacy(bytes: Buffer, extra: ExtraOptions): xlsx.WorkBook {
  const container: Container = xlsx.CFB.read(bytes, { type: 'buffer' });
  if (container.FullPaths.some((path) => /\/_VBA_PROJECT_CUR(\/|$)/i.test(path))) throw new SheetRefusal('wrongType');
  if (container.FullPaths.some((path) => /\/EncryptedPackage$/i.test(path))) throw new SheetRefusal('locked');
  if (!container.FullPaths.some((path) => /\/(Workbook|Book)$/i.test(path))) throw new SheetRefusal('wrongType');
  return xlsx.read(bytes, { ...OPTIONS, ...extra, type: 'buffer' });
}

/** By its first bytes; a .csv has none of its own. */
export const isWorkbook = (bytes: Buffer): boolean => startsWith(bytes, ZIP) || startsWith(bytes, COMPOUND);

/** A workbook as the reader gives it, .xlsx or .xls. Throws `SheetRefusal`. */
export function readWorkbook(bytes: Buffer, extra: ExtraOptions): xlsx.WorkBook {
  if (startsWith(bytes, ZIP)) return parseParts(unpackXlsx(bytes), { ...OPTIONS, ...extra });
  if (startsWith(bytes, COMPOUND)) return readLegacy(bytes, extra);
  throw new SheetRefusal('wrongType');
}

/** What a cell reads as. A number nobody formatted keeps all its digits: spreadsheets show 1.23E+11, and it is an employee number. */
export function textOf({ t, v, w, z }: xlsx.CellObject): string {
  if (t === 's') return String(v ?? '');
  if (t === 'n' && (z === undefined || z === 'General')) return String(Number(Number(v).toPrecision(15)));
  return w ?? String(v ?? '');
}

/** Visits what is there and nothing else: one far cell makes a sheet of seventeen billion. */
function rowsOf(sheet: readonly (readonly xlsx.CellObject[])[]): SheetRow[] {
  const rows: SheetRow[] = [];
  let letters = 0;
  sheet.forEach((cellsOfRow, index) => {
    const cells: string[] = [];
    cellsOfRow.forEach((cell, column) => {
      const text = cell && cell.t !== 'z' ? textOf(cell).trim() : '';
      if (text === '') return;
      letters += text.length;
      if (column >= maxColumns || letters > maxLetters) throw new SheetRefusal('tooMuch');
      cells[column] = text;
    });
    if (cells.length > 0) rows.push({ row: index + 1, cells: Array.from(cells, (text) => text ?? '') });
    if (rows.length > maxRows + 1 || (rows.at(-1)?.row ?? 0) > farthestRow) throw new SheetRefusal('tooMuch');
  });
  return rows;
}

/** The rows of a workbook's first sheet that say anything, .xlsx or .xls by its first bytes. Throws `SheetRefusal`. */
export function readCells(bytes: Buffer): SheetRow[] {
  try {
    const { Sheets, SheetNames } = readWorkbook(bytes, { sheets: 0 });
    const sheet = Sheets[SheetNames[0] ?? ''] as { '!data'?: xlsx.CellObject[][] } | undefined;
    return rowsOf(sheet?.['!data'] ?? []);
  } catch (error) {
    if (error instanceof SheetRefusal) throw error;
    throw new SheetRefusal(/password/i.test(String(error)) ? 'locked' : 'unreadable');
  }
}
