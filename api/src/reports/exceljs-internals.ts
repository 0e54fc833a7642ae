import type { Writable } from 'node:stream';
import type excel from 'exceljs';

// Private parts of exceljs 4.4.0, because it publishes no way to them. `library-internals.test.ts` fails with another version.

export type WorkbookWriter = excel.stream.xlsx.WorkbookWriter;

/** exceljs buffers all rows. Its sheets write to this stream, whose old class does not publish the number of waiting bytes. */
interface Pending extends Writable {
  _writableState: { length: number };
}
export const pendingOf = (sheet: excel.Worksheet) => (sheet as unknown as { stream: { pipes: [Pending] } }).stream.pipes[0];

/** The collected cell formats, each as the XML that is written at the end. */
export const formatsOf = (book: WorkbookWriter) => (book as unknown as { styles: { model: { styles: string[] } } }).styles.model;

export const zipOf = (book: WorkbookWriter) => (book as unknown as { zip: { abort(): void } }).zip;

/** Rules for ranges of cells; the public API has rules for single cells only. */
export const validationsOf = (sheet: excel.Worksheet) =>
  (sheet as unknown as { dataValidations: { add(range: string, rule: excel.DataValidation): void } }).dataValidations;

/** The number of a style in the workbook; one object has one number. */
export const styleIdOf = (book: WorkbookWriter, style: Partial<excel.Style>): number =>
  (book as unknown as { styles: { addStyleModel(style: Partial<excel.Style>): number } }).styles.addStyleModel(style);

/** Writes rows as text behind those that are written; `textOf` gets the number of the first. */
export function writeRowText(sheet: excel.Worksheet, rowCount: number, textOf: (first: number) => string): void {
  const target = sheet as unknown as { stream: { write(text: string): unknown }; _rowZero: number };
  target.stream.write(textOf(target._rowZero));
  target._rowZero += rowCount;
}
