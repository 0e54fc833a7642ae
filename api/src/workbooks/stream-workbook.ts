import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type excel from 'exceljs';

// Private parts of exceljs 4.4.0, because it publishes no way to them. `library-internals.test.ts` fails with another version.

export type WorkbookWriter = excel.stream.xlsx.WorkbookWriter;

/** exceljs buffers all rows. Its sheets write to this stream, whose old class does not publish the number of waiting bytes. */
interface Pending extends Writable {
  _writableState: { length: number };
}
export const pendingStream = (sheet: excel.Worksheet) => (sheet as unknown as { stream: { pipes: [Pending] } }).stream.pipes[0];

/** The collected cell formats, each as the XML that is written at the end. */
export const cellFormats = (book: WorkbookWriter) => (book as unknown as { styles: { model: { styles: string[] } } }).styles.model;

export const zipStream = (book: WorkbookWriter) => (book as unknown as { zip: { abort(): void } }).zip;

/** Rules for ranges of cells; the public API has rules for single cells only. */
export const rangeValidations = (sheet: excel.Worksheet) =>
  (sheet as unknown as { dataValidations: { add(range: string, rule: excel.DataValidation): void } }).dataValidations;

/** Offers the values of a range in a column, below its heading; other values are accepted too. */
export function offerChoices(sheet: excel.Worksheet, at: number, lastRow: number, range: string): void {
  const { letter } = sheet.getColumn(at + 1);
  rangeValidations(sheet).add(`${letter}2:${letter}${lastRow}`, {
    type: 'list',
    allowBlank: true,
    showErrorMessage: false,
    formulae: [range],
  });
}

/** The number of a style in the workbook; one object has one number. */
export const registerStyle = (book: WorkbookWriter, style: Partial<excel.Style>): number =>
  (book as unknown as { styles: { addStyleModel(style: Partial<excel.Style>): number } }).styles.addStyleModel(style);

/** Writes rows as text behind those that are written; `renderRows` gets the number of the first. */
export function writeRowText(sheet: excel.Worksheet, rowCount: number, renderRows: (first: number) => string): void {
  const target = sheet as unknown as { stream: { write(text: string): unknown }; _rowZero: number };
  target.stream.write(renderRows(target._rowZero));
  target._rowZero += rowCount;
}

/**
 * The same batches, reading the next while one is used, so that database and writer work at the same time. It resolves with the first batch
 * read, so that its failure comes before the answer.
 */
export async function readAhead<Batch>(batches: AsyncIterable<Batch>): Promise<AsyncGenerator<Batch>> {
  const source = batches[Symbol.asyncIterator]();
  const first = await source.next();

  async function* rest(): AsyncGenerator<Batch> {
    let current = first;
    try {
      while (!current.done) {
        const next = source.next();
        next.catch(() => {}); // thrown where it is awaited, unless nobody wants it any more
        yield current.value;
        current = await next;
      }
    } finally {
      await source.return?.();
    }
  }
  return rest();
}

/** Rows that were written and not yet compressed, in bytes: enough to keep the compressor busy. */
const PENDING_MAX_BYTES = 1_000_000;
/** A reader that takes nothing for so long is gone. */
const STALLED_MS = 60_000;

export interface Pace {
  /** Waits until the reader has caught up with what was written to a sheet. Throws once nobody reads any more. */
  keep(sheet: excel.Worksheet): Promise<void>;
}

/** Writes each row at its own number, below empty ones where there are none. */
export async function writeInPlace<Row extends { row: number }>(
  sheet: excel.Worksheet,
  pace: Pace,
  rows: readonly Row[],
  write: (row: Row) => void,
): Promise<void> {
  let count = 0;
  for (const row of rows) {
    for (; count < row.row - 1; count++) sheet.addRow([]).commit();
    write(row);
    count++;
    if (count % 500 === 0) await pace.keep(sheet);
  }
}

/** Adds `quotePrefix` to the formats of texts that look like formulas: `cell-styles.ts` marks them by their reading order. */
function prefixQuotes(book: WorkbookWriter): void {
  const formats = cellFormats(book);
  formats.styles = formats.styles.map((xf) => (xf.includes(' readingOrder="1"') ? xf.replace('<xf ', '<xf quotePrefix="1" ') : xf));
}

/** From the end of the last workbook until its memory is given back: another one soon after would need it again. */
const RELEASE_AFTER_MS = 5_000;
let release: NodeJS.Timeout | undefined;

/** Collects the garbage of workbooks, because Node keeps it until it needs the room. Everything waits for it, some 100 ms. */
function releaseLater(): void {
  clearTimeout(release);
  release = setTimeout(() => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  }, RELEASE_AFTER_MS).unref();
}

/**
 * A workbook written while it is read: `write` is called at once, and ended when the reader goes away. Text is stored as text, in place:
 * no formula can come of it. exceljs is loaded by the first workbook: it takes as long to load as the rest of the product.
 */
export function streamWorkbook(write: (book: WorkbookWriter, pace: Pace) => Promise<void>): Readable {
  const out = new PassThrough();
  const gone = new AbortController();
  out.once('close', () => gone.abort());
  out.once('close', releaseLater);

  const pace: Pace = {
    async keep(sheet) {
      gone.signal.throwIfAborted();
      const pending = pendingStream(sheet);
      if (pending._writableState.length < PENDING_MAX_BYTES) return;
      await once(pending, 'drain', { signal: AbortSignal.any([gone.signal, AbortSignal.timeout(STALLED_MS)]) });
    },
  };
  const writeAll = async () => {
    const { default: excel } = await import('exceljs');
    const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
    gone.signal.addEventListener('abort', () => zipStream(book).abort());
    await write(book, pace);
    prefixQuotes(book);
    await book.commit();
  };
  writeAll().catch((error) => out.destroy(gone.signal.aborted ? undefined : error));
  return out;
}
