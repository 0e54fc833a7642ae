import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type excel from 'exceljs';
import { formatsOf, pendingOf, type WorkbookWriter, zipOf } from './exceljs-internals.ts';

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

/** Adds `quotePrefix` to the formats of texts that look like formulas: `cell-styles.ts` marks them by their reading order. */
function prefixQuotes(book: WorkbookWriter): void {
  const formats = formatsOf(book);
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
      const pending = pendingOf(sheet);
      if (pending._writableState.length < PENDING_MAX_BYTES) return;
      await once(pending, 'drain', { signal: AbortSignal.any([gone.signal, AbortSignal.timeout(STALLED_MS)]) });
    },
  };
  const writeAll = async () => {
    const { default: excel } = await import('exceljs');
    const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
    gone.signal.addEventListener('abort', () => zipOf(book).abort());
    await write(book, pace);
    prefixQuotes(book);
    await book.commit();
  };
  writeAll().catch((error) => out.destroy(gone.signal.aborted ? undefined : error));
  return out;
}
