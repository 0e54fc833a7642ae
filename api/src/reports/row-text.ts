import type excel from 'exceljs';
import { type CellValue, type StyleName, styleFor, writtenValue } from './cell-styles.ts';
import { styleIdOf, type WorkbookWriter, writeRowText } from './exceljs-internals.ts';

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&apos;', '"': '&quot;' };
const LAST_OF_ASCII = '\x7F';
/** XML has no other characters below the space than these. */
const isAllowed = (sign: string) => sign === '\t' || sign === '\n' || sign === '\r' || sign > LAST_OF_ASCII;
const escaped = (text: string) => text.replace(/[<>&'"\p{Cc}]/gu, (sign) => escapes[sign] ?? (isAllowed(sign) ? sign : ''));

const DAY_MS = 86_400_000;
/** The day of 1970 in the calendar of spreadsheets. */
const EPOCH_DAY = 25_569;

function cellText(value: CellValue, attributes: string): string {
  if (typeof value === 'string') return `<c ${attributes} t="str"><v>${escaped(value)}</v></c>`;
  return `<c ${attributes}><v>${value instanceof Date ? EPOCH_DAY + value.getTime() / DAY_MS : value}</v></c>`;
}

/**
 * Adds rows to a sheet that has some, as `addRow` does, byte for byte. Rows and cells of exceljs are objects, which take half of the time of
 * a long sheet. All rows have these columns, and a value.
 */
export function addRows(
  book: WorkbookWriter,
  sheet: excel.Worksheet,
  columns: readonly StyleName[],
  rows: readonly (readonly CellValue[])[],
): void {
  if (rows.length === 0) return;
  const letters = columns.map((_, column) => sheet.getColumn(column + 1).letter);
  const textOf = (values: readonly CellValue[], number: number) => {
    let text = `<row r="${number}" spans="1:${columns.length}" x14ac:dyDescent="0.25">`;
    for (const [at, name] of columns.entries()) {
      const value = values[at] ?? null;
      if (value === null) continue;
      text += cellText(writtenValue(value), `r="${letters[at]}${number}" s="${styleIdOf(book, styleFor(name, value))}"`);
    }
    return `${text}</row>`;
  };
  writeRowText(sheet, rows.length, (first) => rows.map((values, at) => textOf(values, first + at)).join(''));
}
