import type { Readable } from 'node:stream';
import type { SheetRow, WrongCell } from '@bitacora/core/domain/people/user-import';
import { importTexts, templateTexts } from '@bitacora/core/messages/import';
import { addRow } from '../reports/cell-styles.ts';
import { streamWorkbook } from '../reports/stream-workbook.ts';

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
