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
  const found = new Map<number, WrongCell[]>();
  for (const cell of wrong) found.set(cell.row, [...(found.get(cell.row) ?? []), cell]);
  return found;
}

/** The workbook as it came, in the same rows: what is wrong in red, and a last column that says why. */
export function annotatedWorkbook(given: readonly SheetRow[], wrong: readonly WrongCell[]): Readable {
  const rows = withoutErrors(given);
  const headings = rows[0]?.cells ?? [];
  const wrongByRow = byRow(wrong);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const toWidth = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] || null);

  return streamWorkbook(async (book, pace) => {
    const sheet = book.addWorksheet(templateTexts.sheet, { views: [{ state: 'frozen', ySplit: rows[0]?.row ?? 1 }] });
    sheet.columns = [...Array.from({ length: width }, () => ({ width: WIDTHS.cell })), { width: WIDTHS.error }];
    let written = 0;
    for (const { row, cells } of rows) {
      for (; written < row - 1; written++) sheet.addRow([]).commit();
      const mistakes = wrongByRow.get(row) ?? [];
      const isWrong = (at: number) => mistakes.some(({ column }) => column === headings[at]);
      const told = mistakes.map(({ column, error }) => `${column}: ${error}`).join('\n');
      const isHeading = written === (rows[0]?.row ?? 1) - 1;
      const values = [...toWidth(cells), isHeading ? importTexts.errorColumn : told || null];
      addRow(sheet, values, (at) => (isHeading ? 'heading' : at === width ? 'longText' : isWrong(at) ? 'wrong' : 'text'));
      written++;
      if (written % 500 === 0) await pace.keep(sheet);
    }
    sheet.commit();
  });
}
