import { setImmediate as othersTurn } from 'node:timers/promises';

/** Rows: two milliseconds of making JSON or a sheet of them, which other requests wait for. */
const SLICE = 50;

/** The same rows, a few at a time; between them the process looks after others. */
export async function* slicesOf<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  for (let start = 0; start < rows.length; start += SLICE) {
    if (start > 0) await othersTurn();
    yield rows.slice(start, start + SLICE);
  }
}
