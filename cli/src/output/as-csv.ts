import type { ListingColumn } from '../outcome.ts';

/** What a spreadsheet would run (docs/product.md, 4; OWASP): also behind blanks, which some programs pass over. */
const runs = /^\s*[=+\-@\p{Cc}]/u;

/** A number is no formula, whatever its sign. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = runs.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

/** RFC 4180, row by row; with `isForExcel` after the mark that tells it UTF-8. */
export async function* asCsv<Row>(
  columns: readonly ListingColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  isForExcel: boolean,
): AsyncGenerator<string> {
  yield (isForExcel ? '\u{feff}' : '') + line(columns.map(({ title }) => title));
  for await (const row of rows) yield line(columns.map(({ of }) => of(row)));
}
