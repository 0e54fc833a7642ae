import * as xlsx from '@e965/xlsx';
import excel from 'exceljs';
import { unzipSync } from 'fflate';
import { readGrids } from '../../src/uploads/read-grids.ts';

export type Cell = string | number | boolean | Date | null | object;

/** A workbook of one sheet as exceljs writes it. */
export async function sheetOf(rows: readonly (readonly Cell[])[], change: (sheet: excel.Worksheet) => void = () => {}): Promise<Buffer> {
  const book = new excel.Workbook();
  const sheet = book.addWorksheet('Hoja1');
  for (const row of rows) sheet.addRow([...row]);
  change(sheet);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** The same by the other writer, in any of its formats. */
export function otherSheetOf(rows: readonly (readonly Cell[])[], bookType: xlsx.BookType): Buffer {
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows as unknown[][]), 'Hoja1');
  return xlsx.write(book, { type: 'buffer', bookType });
}

/** What a reader that is not ours finds: each sheet's rows of values. */
export async function openWorkbook(bytes: Uint8Array): Promise<excel.Workbook> {
  const book = new excel.Workbook();
  await book.xlsx.load(bytes as never);
  return book;
}

export const rowsOf = (sheet: excel.Worksheet | undefined): unknown[][] => {
  const rows: unknown[][] = [];
  sheet?.eachRow({ includeEmpty: true }, (row) => rows.push((row.values as unknown[]).slice(1)));
  return rows;
};

/** The text of one part of a workbook. */
export function unpackedPart(bytes: Buffer, name: string): string {
  const part = unzipSync(bytes)[name];
  if (!part) throw new Error(`no ${name}`);
  return Buffer.from(part).toString('utf8');
}

/** The texts of the first sheet. */
export async function readCells(bytes: Buffer): Promise<{ row: number; cells: string[] }[]> {
  const [grid] = await readGrids(bytes);
  return (grid?.rows ?? []).map(({ row, cells }) => ({ row, cells: cells.map((cell) => cell?.text ?? '') }));
}
