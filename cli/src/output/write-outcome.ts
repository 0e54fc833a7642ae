import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { styleText } from 'node:util';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, printable } from '@bitacora/core/terminal/terminal';
import type { CommonOptions } from '../command.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CommandOutcome, Listing } from '../outcome.ts';
import { asCsv, asTable } from './formats.ts';
import { writeFileWhole } from './output-file.ts';
import { asOnWire } from './wire-json.ts';

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

/** A line on standard error with the count so far, if that is a terminal. */
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
    await pipeline(Readable.from(textOf(outcome, options, streams)), sink, { end: sink !== stdout, signal });
  };
  if (output === null || output === '-') await write(stdout);
  else {
    await writeFileWhole(output, write);
    stderr.write(`${terminal.written(output)}\n`);
  }
  return ('exit' in outcome ? outcome.exit : undefined) ?? exits.done;
}

async function* textOf(
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

/** `{"total":…,"rows":[…]}`, row by row. `total` is null if it is unknown before the last row. */
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

/** The table of rows that are all there, and the sentence below it. */
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
