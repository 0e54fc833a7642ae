import { withoutNoncharacters } from '@bitacora/core/domain/text';
import { workbookTexts } from '@bitacora/core/messages/reports/workbook';
import type excel from 'exceljs';
import type { WorkbookWriter } from './stream-workbook.ts';

type Style = Partial<excel.Style>;

/** Excel's text format keeps a value that begins with = + - or @ as text even after somebody edits it (docs/product.md, 4). */
const text: Style = { numFmt: '@', alignment: { vertical: 'top' } };

/** Each style is one object that is never copied, because exceljs then looks it up for each cell instead of comparing it. */
export const styles = {
  heading: {
    font: { bold: true, color: { argb: 'FFFFFFFF' } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FF0E5A6B' } },
    alignment: { vertical: 'middle', wrapText: true },
  },
  text,
  longText: { numFmt: '@', alignment: { vertical: 'top', wrapText: true } },
  day: { numFmt: 'dd/mm/yyyy', alignment: { vertical: 'top' } },
  instant: { numFmt: 'dd/mm/yyyy hh:mm', alignment: { vertical: 'top', horizontal: 'left' } },
  number: { numFmt: '#,##0', alignment: { vertical: 'top' } },
  folio: { numFmt: '0', alignment: { vertical: 'top' } },
  percent: { numFmt: '0%', alignment: { vertical: 'top' } },
  wrong: { ...text, fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFF6D5D5' } }, font: { color: { argb: 'FF8B1A1A' } } },
} as const satisfies Record<string, Style>;
export type StyleName = keyof typeof styles;
/** At most this many coloured styles are kept. A file may have more colours, whose styles are made anew for each cell. */
const COLOURS_MAX = 1_000;

/** exceljs cannot write `quotePrefix`, so these copies are marked by a direction, and `stream-workbook.ts` adds it to what is marked. */
const prefixed = Object.fromEntries(
  Object.entries(styles).map(([name, style]: [string, Style]) => [
    name,
    { ...style, alignment: { ...style.alignment, readingOrder: 'ltr' } },
  ]),
) as Record<StyleName, Style>;
/** Styles with a background colour of an imported file, one object for each style and colour. */
const coloured = new Map<string, Style>();
function withFill(name: StyleName, isPrefixed: boolean, rgb: string): Style {
  const key = `${name} ${isPrefixed} ${rgb}`;
  const fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: `FF${rgb.toUpperCase()}` } } as const;
  const style = coloured.get(key) ?? { ...(isPrefixed ? prefixed : styles)[name], fill };
  if (coloured.size < COLOURS_MAX) coloured.set(key, style);
  return style;
}

/** A spreadsheet takes a text that begins so for a formula once somebody edits it or saves it as CSV. */
const FORMULA = /^[=+\-@\t\r]/;

export type CellValue = string | number | Date | null;

/** Returns a day as midnight UTC, because spreadsheets know no time zone. */
export const sheetDay = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A column of a sheet. `Line` has the arguments from which a row is written. */
export interface SheetColumn<Line extends unknown[]> {
  title: string;
  width: number;
  style: StyleName;
  read: (...line: Line) => CellValue;
}

/** Escapes texts such as _x0041_, which Excel would read as A. */
const escapeUnicode = (value: CellValue) => (typeof value === 'string' ? value.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : value);

/** Excel refuses a workbook that has a longer text in a cell. */
const CELL_MAX = 32_767;
function truncateText(value: CellValue): CellValue {
  if (typeof value !== 'string' || value.length <= CELL_MAX) return value;
  return `${value.slice(0, CELL_MAX - workbookTexts.cut.length).toWellFormed()}${workbookTexts.cut}`;
}

/** Returns what a cell holds. exceljs would write what XML cannot hold. */
export const writtenValue = (value: CellValue): CellValue =>
  escapeUnicode(truncateText(typeof value === 'string' ? withoutNoncharacters(value) : value));
const isFormula = (value: CellValue) => typeof value === 'string' && FORMULA.test(value);
export const styleFor = (name: StyleName, value: CellValue): Style => (isFormula(value) ? prefixed : styles)[name];

/** Adds a row whose cells have these styles and colours (`92d050`), and returns it. */
export function addRow(
  sheet: excel.Worksheet,
  values: readonly CellValue[],
  style: StyleName | ((column: number) => StyleName),
  chooseFill: (column: number) => string | undefined = () => undefined,
): void {
  const chooseStyle = typeof style === 'string' ? () => style : style;
  const row = sheet.addRow(values.map(writtenValue));
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const fill = chooseFill(at);
    row.getCell(at + 1).style = fill ? withFill(chooseStyle(at), isFormula(value), fill) : styleFor(chooseStyle(at), value);
  }
  row.commit();
}

/** Adds a sheet whose first row has the headings and stays visible. `numFmt` formats the cells that are still empty. */
export function beginTable(
  book: WorkbookWriter,
  name: string,
  headings: readonly { title: string; width: number; numFmt?: string }[],
): excel.Worksheet {
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = headings.map(({ width, numFmt }) => ({ width, style: numFmt ? { numFmt } : {} }));
  const titles = headings.map(({ title }) => title);
  addRow(sheet, titles, 'heading');
  return sheet;
}

export function addLine<Line extends unknown[]>(sheet: excel.Worksheet, columns: readonly SheetColumn<Line>[], ...line: Line): void {
  const values = columns.map(({ read }) => read(...line));
  addRow(sheet, values, (column) => columns[column]?.style ?? 'text');
}
