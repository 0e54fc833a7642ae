import { stripVTControlCharacters } from 'node:util';
import { terminal } from '@bitacora/core/messages/terminal';
import { printable } from '@bitacora/core/terminal/terminal';
import type { ListingColumn } from '../outcome.ts';
import { fitWidths } from './fit-columns.ts';

const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '{', '}'] as const;

/**
 * The objects of a JSON array while its text arrives, so that memory never holds a long answer whole. Throws a `SyntaxError` on an
 * array that ends too soon, because a part must not pass for the whole.
 */
export async function* arrayRows(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let [row, depth, isInText, isEscaped, isOver] = ['', 0, false, false, false];
  for await (const chunk of text) {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === BACKSLASH) isEscaped = true;
        else if (character === QUOTE) isInText = false;
      } else if (character === QUOTE) isInText = true;
      else if (character === OPEN && depth++ === 0) from = at;
      else if (character === CLOSE && --depth === 0) {
        yield JSON.parse(row + chunk.slice(from, at + 1));
        row = '';
      } else if (character === ']' && depth === 0) isOver = true;
    }
    if (depth > 0) row += chunk.slice(from);
  }
  if (!isOver) throw new SyntaxError('the array was cut off');
}

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

const GAP = '  ';

interface TableStyle {
  /** Columns of the terminal; null if lines have no limit. */
  width: number | null;
  heading(text: string): string;
}

const widthOf = (text: string) => [...stripVTControlCharacters(text)].length;
/** The text, or as much of it as fits before an ellipsis. */
export const cut = (text: string, width: number) => (widthOf(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`);

/** Without a limit of the line, the width beyond which a text only widens its own line. */
const PAD_MAX = 40;

/** The texts of one column and their width; numbers are aligned to the right. */
function measure<Row>(column: ListingColumn<Row>, rows: readonly Row[]) {
  const values = rows.map((row) => column.of(row));
  const cells = values.map((value) => printable(value === null ? '—' : String(value)));
  const isNumeric = values.length > 0 && values.every((value) => typeof value === 'number');
  const cellWidth = Math.max(0, ...cells.map(widthOf));
  return { ...column, cells, isNumeric, cellWidth, width: Math.max(widthOf(column.title), cellWidth) };
}

/** A column that may be left out takes no room if it has no text in any row. */
const isEmpty = ({ rank = 0, cells }: { rank?: number; cells: readonly string[] }) =>
  rank > 0 && cells.length > 0 && cells.every((text) => text === '');

/** Rows under their headings, without blanks at line ends. The last line names the columns for which there was no room. */
export function asTable<Row>(columns: readonly ListingColumn<Row>[], rows: readonly Row[], { width: room, heading }: TableStyle): string[] {
  const all = columns.map((column) => measure(column, rows)).filter((column) => !isEmpty(column));
  const fitting = room === null ? all : fitWidths(all, room, GAP.length);
  const line = (textOf: (column: (typeof all)[number]) => string) =>
    fitting
      .map((column) => {
        const text = room === null ? textOf(column) : cut(textOf(column), column.width);
        const width = room === null ? Math.min(column.width, PAD_MAX) : column.width;
        const pad = ' '.repeat(Math.max(0, width - widthOf(text)));
        return column.isNumeric ? pad + text : text + pad;
      })
      .join(GAP)
      .trimEnd();
  const missing = all.filter(({ title }) => fitting.every((column) => column.title !== title));
  return [
    heading(line(({ title }) => title)),
    ...rows.map((_, at) => line(({ cells }) => cells[at] ?? '')),
    ...(missing.length > 0 ? ['', terminal.noRoomFor(missing.map(({ title }) => title))] : []),
  ];
}
