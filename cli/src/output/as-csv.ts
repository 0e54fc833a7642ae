import type { ListingColumn } from '../outcome.ts';

/** What a spreadsheet runs as a formula (docs/product.md, 4; OWASP), also after blanks, because some programs skip them. */
const runs = /^\s*[=+\-@\p{Cc}]/u;

/** A number stays as it is, because a sign makes no formula of it. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = runs.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

/** RFC 4180, row by row. For Excel it begins with the byte order mark, because Excel reads UTF-8 only with it. */
export async function* asCsv<Row>(
  columns: readonly ListingColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
  isForExcel: boolean,
): AsyncGenerator<string> {
  yield (isForExcel ? '\u{feff}' : '') + line(columns.map(({ title }) => title));
  for await (const row of rows) yield line(columns.map(({ of }) => of(row)));
}
