import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, printable, Stopped } from '@bitacora/core/terminal/terminal';
import type { CommandOutcome, CommonOptions, Dependencies, FileOutcome, Listing, ListingColumn } from '../command.ts';
import { terminalReports } from '../messages/reports.ts';
import { asOnWire } from '../transport.ts';
import { fitTitle, fitWidths, narrowColumns } from './fit-columns.ts';
import { writeFileWhole } from './output-file.ts';

const [QUOTE, BACKSLASH, OPEN, CLOSE] = ['"', '\\', '{', '}'] as const;

/**
 * Yields the objects of a JSON array while its text arrives, so that memory never holds a long answer whole. Throws a `SyntaxError` on
 * an array that ends too soon, because a part must not pass for the whole.
 */
export async function* arrayRows(text: AsyncIterable<string>): AsyncGenerator<unknown> {
  let [row, depth, isInText, isEscaped, isOver] = ['', 0, false, false, false];
  for await (const chunk of text) {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const character = chunk[index];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === BACKSLASH) isEscaped = true;
        else if (character === QUOTE) isInText = false;
      } else if (character === QUOTE) isInText = true;
      else if (character === OPEN && depth++ === 0) from = index;
      else if (character === CLOSE && --depth === 0) {
        yield JSON.parse(row + chunk.slice(from, index + 1));
        row = '';
      } else if (character === ']' && depth === 0) isOver = true;
    }
    if (depth > 0) row += chunk.slice(from);
  }
  if (!isOver) throw new SyntaxError('the array was cut off');
}

/** A spreadsheet runs such a text as a formula (docs/product.md, 4; OWASP), also after blanks, because some programs skip them. */
const formula = /^\s*[=+\-@\p{Cc}]/u;

/** A number stays as it is, because a sign makes no formula of it. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly (string | number | null)[]) => `${cells.map(cell).join(',')}\r\n`;

/** Writes RFC 4180, row by row. For Excel it begins with the byte order mark, because Excel reads UTF-8 only with it. */
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

const textWidth = (text: string) => [...stripVTControlCharacters(text)].length;
/** Returns the text, or as much of it as fits before an ellipsis. */
export const cut = (text: string, width: number) => (textWidth(text) <= width ? text : `${[...text].slice(0, width - 1).join('')}…`);

/** Where lines have no limit, a longer text widens only its own line. */
const PAD_MAX = 40;

/** Computes the texts of one column and their width; numbers are aligned to the right. */
function measure<Row>(column: ListingColumn<Row>, rows: readonly Row[]) {
  const values = rows.map((row) => column.of(row));
  const cells = values.map((value) => printable(value === null ? '—' : String(value)));
  const isNumeric = values.length > 0 && values.every((value) => typeof value === 'number');
  const cellWidth = Math.max(0, ...cells.map(textWidth));
  return { ...column, cells, isNumeric, cellWidth, width: Math.max(textWidth(column.title), cellWidth) };
}

/** A column that may be left out takes no room if it has no text in any row. */
const isEmpty = ({ rank = 0, cells }: { rank?: number; cells: readonly string[] }) =>
  rank > 0 && cells.length > 0 && cells.every((text) => text === '');

/** Writes rows under their headings, without blanks at line ends. The last line names the columns for which there was no room. */
export function asTable<Row>(columns: readonly ListingColumn<Row>[], rows: readonly Row[], { width: room, heading }: TableStyle): string[] {
  const all = columns.map((column) => measure(column, rows)).filter((column) => !isEmpty(column));
  const fitting = room === null ? all : fitWidths(all, room, GAP.length);
  const narrow = fitting.length < all.length && narrowColumns(columns);
  if (narrow) return asTable(narrow, rows, { width: room, heading });
  const line = (cellText: (column: (typeof all)[number]) => string) =>
    fitting
      .map((column) => {
        const text = room === null ? cellText(column) : cut(cellText(column), column.width);
        const width = room === null ? Math.min(column.width, PAD_MAX) : column.width;
        const pad = ' '.repeat(Math.max(0, width - textWidth(text)));
        return column.isNumeric ? pad + text : text + pad;
      })
      .join(GAP)
      .trimEnd();
  const missing = all.filter(({ title }) => fitting.every((column) => column.title !== title));
  return [
    heading(line((column) => (room === null ? column.title : fitTitle(column)))),
    ...rows.map((_, index) => line(({ cells }) => cells[index] ?? '')),
    ...(missing.length > 0 ? ['', terminal.noRoomFor(missing.map(({ title }) => title))] : []),
  ];
}

/** Writes a sentence to standard error, without control characters, because parts of it are text of others. */
export const warn = ({ stderr }: Pick<Dependencies, 'stderr'>, sentence: string): void => void stderr.write(`${printable(sentence)}\n`);

const CLEAR_LINE = '\r\u001b[2K';
const EVERY_MS = 200;

/** Shows the seconds that `work` takes so far, on standard error, if that is a terminal. */
export async function whileBusy<Result>({ stderr }: Pick<Dependencies, 'stderr'>, doing: string, work: Promise<Result>): Promise<Result> {
  if (!stderr.isTTY) return work;
  const start = Date.now();
  const timer = setInterval(() => stderr.write(`${CLEAR_LINE}${doing} ${Math.round((Date.now() - start) / 1000)} s`), EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    stderr.write(CLEAR_LINE);
  }
}

/** Shows what it does while the bytes of the file come. */
export const fileOutcome = (call: Dependencies, doing: string, fill: (sink: Writable) => Promise<unknown>): FileOutcome => ({
  kind: 'file',
  async write(sink) {
    await whileBusy(call, doing, fill(sink));
  },
});

export const isWorkbook = ({ output }: Pick<CommonOptions, 'output'>): boolean => output?.toLowerCase().endsWith('.xlsx') ?? false;

/** Refuses a workbook that should be JSON or CSV too. */
export function requireOneForm(common: CommonOptions): void {
  if (isWorkbook(common) && (common.json || common.csv)) throw new Stopped(exits.usage, terminalReports.oneForm);
}

/** Shows the count so far on standard error, if that is a terminal. */
export function counter({ stderr }: Pick<Dependencies, 'stderr'>, text: (count: number) => string) {
  let last = 0;
  return {
    at(count: number) {
      if (!stderr.isTTY || Date.now() - last < EVERY_MS) return;
      last = Date.now();
      stderr.write(CLEAR_LINE + text(count));
    },
    end() {
      if (stderr.isTTY && last > 0) stderr.write(CLEAR_LINE);
    },
  };
}

type Streams = Pick<Dependencies, 'stdout' | 'stderr' | 'settings' | 'signal'>;

/** Writes an outcome in the form and to the place that the options name. Returns the exit code. */
export async function writeOutcome(outcome: CommandOutcome, options: CommonOptions, streams: Streams): Promise<number> {
  const { output } = options;
  const { stdout, stderr, signal } = streams;
  const write = async (sink: Writable) => {
    if (outcome.kind === 'file') return outcome.write(sink);
    await pipeline(Readable.from(outcomeText(outcome, options, streams)), sink, { end: sink !== stdout, signal });
  };
  if (output === null || output === '-') await write(stdout);
  else {
    await writeFileWhole(output, write);
    stderr.write(`${terminal.written(output)}\n`);
  }
  return ('exit' in outcome ? outcome.exit : undefined) ?? exits.done;
}

async function* outcomeText(
  outcome: Exclude<CommandOutcome, { kind: 'file' }>,
  options: CommonOptions,
  streams: Streams,
): AsyncGenerator<string> {
  if (outcome.kind === 'script') yield outcome.text;
  else if (outcome.kind === 'rows') yield* formatListing(outcome, options, streams);
  else if (options.json) yield `${JSON.stringify(asOnWire(outcome.value), null, 2)}\n`;
  else for (const line of outcome.lines) yield `${printable(line)}\n`;
}

function formatListing(
  listing: Listing,
  { json, csv, excel, output }: CommonOptions,
  { stdout, settings }: Streams,
): AsyncIterable<string> | string[] {
  if (json) return asJson(listing.total, listing.rows);
  if (csv) return asCsv(listing.columns, listing.rows, excel);
  return tableText(listing, { stdout, settings, isOnScreen: output === null && Boolean(stdout.isTTY) });
}

/** Writes `{"total":…,"rows":[…]}`, row by row. `total` is null if it is unknown before the last row. */
export async function* asJson<Row>(total: number | null, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<string> {
  let before = `{"total":${total},"rows":[\n`;
  for await (const row of rows) {
    yield before + JSON.stringify(asOnWire(row));
    before = ',\n';
  }
  yield before === ',\n' ? '\n]}\n' : `{"total":${total},"rows":[]}\n`;
}

type TablePlace = Pick<Streams, 'stdout' | 'settings'> & { isOnScreen?: boolean };

async function* tableText(listing: Listing, place: TablePlace): AsyncGenerator<string> {
  const rows: unknown[] = [];
  for await (const row of listing.rows) rows.push(row);
  for (const line of tableLines({ ...listing, rows }, place)) yield `${line}\n`;
}

/** Writes the table of rows that are all there, and the sentence below it. */
export function tableLines(
  { columns, rows, empty, foot }: Listing & { rows: readonly unknown[] },
  { stdout, settings, isOnScreen = true }: TablePlace,
): string[] {
  if (rows.length === 0) return [printable(empty)];
  const table = asTable(columns, rows, {
    width: isOnScreen ? (stdout.columns ?? 80) : null,
    heading: (text) => (isOnScreen && settings.hasColour ? styleText('bold', text, { validateStream: false }) : text),
  });
  return foot ? [...table, '', printable(foot)] : table;
}
