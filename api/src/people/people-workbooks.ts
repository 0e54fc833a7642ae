import type { Readable } from 'node:stream';
import { importFields, optionalFields, type ReadSheet } from '@bitacora/core/contract/people/import-sheet';
import type { WrongCell } from '@bitacora/core/domain/people/user-import';
import { importTexts, templateTexts } from '@bitacora/core/messages/people/user-import';
import { userTexts } from '@bitacora/core/messages/people/users';
import { SHEET_LIMITS } from '../uploads/sheet-limits.ts';
import { addRow, beginTable } from '../workbooks/cell-styles.ts';
import { offerChoices, streamWorkbook, type WorkbookWriter, writeInPlace } from '../workbooks/stream-workbook.ts';

const WIDTH = 24;
const { sheet: sheetName, guide, columns, required, optional, example, sample, hints, limits } = templateTexts;
const LAST_ROW = SHEET_LIMITS.maxRows + 1;

const titles = importFields.map((field) => userTexts.fields[field].replace(/ \(.*\)$/, ''));

function writePeople(book: WorkbookWriter, departments: readonly string[], guideRows: number): void {
  const headings = titles.map((title) => ({ title, width: WIDTH, numFmt: '@' }));
  const sheet = beginTable(book, sheetName, headings);
  const row = importFields.map((field) => (field === 'employeeNumber' ? example : sample[field]));
  addRow(sheet, row, 'text');
  // Other values are accepted too, because a department may be new.
  const range = `'${guide}'!$A$${guideRows + 1}:$A$${guideRows + departments.length}`;
  if (departments.length > 0) offerChoices(sheet, importFields.indexOf('department'), LAST_ROW, range);
  sheet.commit();
}

/** What each column takes, by an example; below, the departments there are. */
function writeGuide(book: WorkbookWriter, departments: readonly string[]): void {
  const sheet = book.addWorksheet(guide);
  sheet.columns = [{ width: WIDTH }, { width: 12 }, { width: WIDTH }, { width: 80 }];
  addRow(sheet, Object.values(columns), 'heading');
  for (const [at, field] of importFields.entries())
    addRow(
      sheet,
      [titles[at] ?? '', optionalFields.includes(field) ? optional : required, sample[field], hints[field] || null],
      (column) => (column === 3 ? 'longText' : 'text'),
    );
  addRow(sheet, [limits], 'text');
  addRow(sheet, [userTexts.fields.department], 'heading');
  for (const department of departments) addRow(sheet, [department], 'text');
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
function withoutErrors({ rows, headings, headingRow }: ReadSheet['source']): ReadSheet['source'] {
  const remove = (cells: readonly string[]) => cells.filter((_, at) => headings[at] !== importTexts.errorColumn);
  return { rows: rows.map(({ row, cells }) => ({ row, cells: remove(cells) })), headings: remove(headings), headingRow };
}

/** The workbook as it came, in the same rows: what is wrong in red, and a last column that says why. */
export function annotatedWorkbook(source: ReadSheet['source'], wrong: readonly WrongCell[]): Readable {
  const { rows, headings, headingRow } = withoutErrors(source);
  const wrongByRow = Map.groupBy(wrong, ({ row }) => row);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const toWidth = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] || null);

  return streamWorkbook(async (book, pace) => {
    const sheet = book.addWorksheet(templateTexts.sheet, { views: [{ state: 'frozen', ySplit: headingRow }] });
    sheet.columns = [...Array.from({ length: width }, () => ({ width: WIDTHS.cell })), { width: WIDTHS.error }];
    await writeInPlace(sheet, pace, rows, ({ row, cells }) => {
      const mistakes = wrongByRow.get(row) ?? [];
      const isWrong = (at: number) => mistakes.some(({ column }) => column === headings[at]);
      const errors = mistakes.map(({ column, error }) => `${column}: ${error}`).join('\n');
      const isHeading = row === headingRow;
      const values = [...toWidth(cells), isHeading ? importTexts.errorColumn : errors || null];
      addRow(sheet, values, (at) => (isHeading ? 'heading' : at === width ? 'longText' : isWrong(at) ? 'wrong' : 'text'));
    });
    sheet.commit();
  });
}
