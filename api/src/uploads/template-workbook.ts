import type { Readable } from 'node:stream';
import { importFields, optionalFields } from '@bitacora/core/contract/import-sheet';
import { templateTexts } from '@bitacora/core/messages/import';
import { userTexts } from '@bitacora/core/messages/users';
import type excel from 'exceljs';
import { addRow } from '../reports/cell-styles.ts';
import { validationsOf, type WorkbookWriter } from '../reports/exceljs-internals.ts';
import { streamWorkbook } from '../reports/stream-workbook.ts';
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
