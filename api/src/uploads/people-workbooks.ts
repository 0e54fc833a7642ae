import type { Readable } from 'node:stream';
import { importFields, optionalFields } from '@bitacora/core/contract/import-sheet';
import type { SheetRow, WrongCell } from '@bitacora/core/domain/people/user-import';
import { importTexts, templateTexts } from '@bitacora/core/messages/import';
import { userTexts } from '@bitacora/core/messages/users';
import type excel from 'exceljs';
import { addRow } from '../reports/cell-styles.ts';
import { streamWorkbook, validationsOf, type WorkbookWriter } from '../reports/stream-workbook.ts';
import { SHEET_LIMITS } from './sheet-limits.ts';

const WIDTH = 24;
const { sheet: sheetName, guide, columns, required, optional, example, sample, hints, limits } = templateTexts;
const LAST_ROW = SHEET_LIMITS.maxRows + 1;

const titles = importFields.map((field) => userTexts.fields[field].replace(/ \(.*\)$/, ''));
const columnName = (column: number) => String.fromCharCode('A'.charCodeAt(0) + column);

/** A list of choices that also accepts other values, because a department may be new. */
function offerDepartments(sheet: excel.Worksheet, departments: readonly string[], guideRows: number): void {
  if (departments.length === 0) return;
  const column = columnName(importFields.indexOf('department'));
  const first = guideRows + 1;
  const list = `'${guide}'!$A$${first}:$A$${first + departments.length - 1}`;
  const validation: excel.DataValidation = { type: 'list', allowBlank: true, showErrorMessage: false, formulae: [list] };
  validationsOf(sheet).add(`${column}2:${column}${LAST_ROW}`, validation);
}

function writePeople(book: WorkbookWriter, departments: readonly string[], guideRows: number): void {
  const sheet = book.addWorksheet(sheetName, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = titles.map(() => ({ width: WIDTH, style: { numFmt: '@' } }));
  addRow(sheet, titles, () => 'heading');
  const row = importFields.map((field) => (field === 'employeeNumber' ? example : sample[field]));
  addRow(sheet, row, () => 'text');
  offerDepartments(sheet, departments, guideRows);
  sheet.commit();
}

/** What each column takes, by an example; below, the departments there are. */
function writeGuide(book: WorkbookWriter, departments: readonly string[]): void {
  const sheet = book.addWorksheet(guide);
  sheet.columns = [{ width: WIDTH }, { width: 12 }, { width: WIDTH }, { width: 80 }];
  addRow(sheet, Object.values(columns), () => 'heading');
  for (const [at, field] of importFields.entries())
    addRow(
      sheet,
      [titles[at] ?? '', optionalFields.includes(field) ? optional : required, sample[field], hints[field] || null],
      (column) => (column === 3 ? 'longText' : 'text'),
    );
  addRow(sheet, [limits], () => 'text');
  addRow(sheet, [userTexts.fields.department], () => 'heading');
  for (const department of departments) addRow(sheet, [department], () => 'text');
  sheet.commit();
}

/** The workbook people fill in: headings, an example that the import ignores, text cells that keep leading zeros, departments to choose from, and how to. */
export function templateWorkbook(departments: readonly string[]): Readable {
  const rowsAboveDepartments = importFields.length + 3;
  return streamWorkbook(async (book) => {
    writePeople(book, departments, rowsAboveDepartments);
    writeGuide(book, departments);
  });
}

const WIDTHS = { cell: 24, error: 70 };

/** Without what an earlier annotation added: people correct that file and send it again. */
function withoutErrors(rows: readonly SheetRow[]): SheetRow[] {
  const at = rows[0]?.cells.indexOf(importTexts.errorColumn) ?? -1;
  return at < 0 ? [...rows] : rows.map(({ row, cells }) => ({ row, cells: cells.filter((_, column) => column !== at) }));
}

function byRow(wrong: readonly WrongCell[]): Map<number, WrongCell[]> {
  const cellsByRow = new Map<number, WrongCell[]>();
  for (const cell of wrong) cellsByRow.set(cell.row, [...(cellsByRow.get(cell.row) ?? []), cell]);
  return cellsByRow;
}

/** The workbook as it came, in the same rows: what is wrong in red, and a last column that says why. */
export function annotatedWorkbook(source: readonly SheetRow[], wrong: readonly WrongCell[]): Readable {
  const rows = withoutErrors(source);
  const headings = rows[0]?.cells ?? [];
  const wrongByRow = byRow(wrong);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const toWidth = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] || null);

  return streamWorkbook(async (book, pace) => {
    const sheet = book.addWorksheet(templateTexts.sheet, { views: [{ state: 'frozen', ySplit: rows[0]?.row ?? 1 }] });
    sheet.columns = [...Array.from({ length: width }, () => ({ width: WIDTHS.cell })), { width: WIDTHS.error }];
    let rowCount = 0;
    for (const { row, cells } of rows) {
      for (; rowCount < row - 1; rowCount++) sheet.addRow([]).commit();
      const mistakes = wrongByRow.get(row) ?? [];
      const isWrong = (at: number) => mistakes.some(({ column }) => column === headings[at]);
      const errors = mistakes.map(({ column, error }) => `${column}: ${error}`).join('\n');
      const isHeading = rowCount === (rows[0]?.row ?? 1) - 1;
      const values = [...toWidth(cells), isHeading ? importTexts.errorColumn : errors || null];
      addRow(sheet, values, (at) => (isHeading ? 'heading' : at === width ? 'longText' : isWrong(at) ? 'wrong' : 'text'));
      rowCount++;
      if (rowCount % 500 === 0) await pace.keep(sheet);
    }
    sheet.commit();
  });
}
