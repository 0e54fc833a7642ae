import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type excel from 'exceljs';

// These functions use private parts of exceljs 4.4.0, because its public API lacks them. `library-internals.test.ts` fails with another version.

export type WorkbookWriter = excel.stream.xlsx.WorkbookWriter;

/** exceljs buffers all rows. Its sheets write to this stream, whose old class does not publish the number of waiting bytes. */
interface Pending extends Writable {
  _writableState: { length: number };
}
export const pendingStream = (sheet: excel.Worksheet) => (sheet as unknown as { stream: { pipes: [Pending] } }).stream.pipes[0];

/** Returns the collected cell formats, each as the XML that is written at the end. */
export const cellFormats = (book: WorkbookWriter) => (book as unknown as { styles: { model: { styles: string[] } } }).styles.model;

export const zipStream = (book: WorkbookWriter) => (book as unknown as { zip: { abort(): void } }).zip;

/** Returns the validation rules of ranges, because the public API has rules for single cells only. */
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

/** Returns the number of a style in the workbook. The same object always has the same number. */
export const registerStyle = (book: WorkbookWriter, style: Partial<excel.Style>): number =>
  (book as unknown as { styles: { addStyleModel(style: Partial<excel.Style>): number } }).styles.addStyleModel(style);

/** Writes rows as text behind those that are written; `renderRows` gets the number of the first. */
export function writeRowText(sheet: excel.Worksheet, rowCount: number, renderRows: (first: number) => string): void {
  const target = sheet as unknown as { stream: { write(text: string): unknown }; _rowZero: number };
  target.stream.write(renderRows(target._rowZero));
  target._rowZero += rowCount;
}

/**
 * Reads the next batch while one is used, so that database and writer work at the same time. It resolves once the first batch is read, so
 * that a failure of that batch still comes before the answer.
 */
export async function readAhead<Batch>(batches: AsyncIterable<Batch>): Promise<AsyncGenerator<Batch>> {
  const source = batches[Symbol.asyncIterator]();
  const first = await source.next();

  async function* rest(): AsyncGenerator<Batch> {
    let current = first;
    try {
      while (!current.done) {
        const next = source.next();
        next.catch(() => {}); // the await below throws its error, unless the reader has stopped
        yield current.value;
        current = await next;
      }
    } finally {
      await source.return?.();
    }
  }
  return rest();
}

/** The writer pauses at this many bytes of uncompressed rows, which are enough to keep the compressor busy. */
const PENDING_MAX_BYTES = 1_000_000;
/** A reader that takes no data for this time counts as gone. */
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

/** Memory is released this long after the last workbook, because another workbook soon after would need it again. */
const RELEASE_AFTER_MS = 5_000;
let release: NodeJS.Timeout | undefined;

/** Schedules a garbage collection, because Node keeps the memory of workbooks until it needs it. The collection blocks the process for some 100 ms. */
function releaseLater(): void {
  clearTimeout(release);
  release = setTimeout(() => {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  }, RELEASE_AFTER_MS).unref();
}

/**
 * Streams a workbook while it is written. It calls `write` at once, and ends it when the reader goes away. Text is stored as text in its cell:
 * it can never become a formula. The first workbook loads exceljs, because that takes as long as to load the rest of the product.
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
