/** What a spreadsheet runs as a formula, also after blanks, because some programs skip them (docs/product.md, 4). */
const FORMULA = /^\s*[=+\-@\p{Cc}]/u;

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file that Excel opens; it begins with the byte order mark, because Excel reads UTF-8 only with it. */
export const csvOf = (rows: readonly (readonly (string | number)[])[]): Blob =>
  new Blob(['\u{feff}', ...rows.map((cells) => `${cells.map(cellOf).join(',')}\r\n`)], { type: 'text/csv;charset=utf-8' });
