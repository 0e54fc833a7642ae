import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { styleText } from 'node:util';
import { terminal } from '@bitacora/core/messages/terminal';
import { printable } from '@bitacora/core/terminal/printable';
import { exits } from '@bitacora/core/terminal/stopped';
import type { CommonOptions } from '../command.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CommandOutcome, Listing } from '../outcome.ts';
import { asCsv } from './as-csv.ts';
import { asJson } from './as-json.ts';
import { asTable } from './as-table.ts';
import { writeFileWhole } from './output-file.ts';

type Shown = Pick<Dependencies, 'stdout' | 'stderr' | 'settings' | 'signal'>;

/** Shows an outcome as it was asked for, where it was asked for; answers the exit code. */
export async function writeOutcome(outcome: CommandOutcome, common: CommonOptions, around: Shown): Promise<number> {
  const { output } = common;
  const write = async (sink: Writable) => {
    if (outcome.kind === 'file') return outcome.write(sink);
    await pipeline(Readable.from(textOf(outcome, common, around)), sink, { end: sink !== around.stdout, signal: around.signal });
  };
  if (output === null || output === '-') await write(around.stdout);
  else {
    await writeFileWhole(output, write);
    around.stderr.write(`${terminal.written(output)}\n`);
  }
  return ('exit' in outcome ? outcome.exit : undefined) ?? exits.done;
}

async function* textOf(outcome: Exclude<CommandOutcome, { kind: 'file' }>, common: CommonOptions, around: Shown): AsyncGenerator<string> {
  if (outcome.kind === 'script') yield outcome.text;
  else if (outcome.kind === 'rows') yield* formatListing(outcome, common, around);
  else if (common.json) yield `${JSON.stringify(outcome.value, null, 2)}\n`;
  else for (const line of outcome.lines) yield `${printable(line)}\n`;
}

function formatListing(
  listing: Listing,
  { json, csv, excel, output }: CommonOptions,
  { stdout, settings }: Shown,
): AsyncIterable<string> | string[] {
  if (json) return asJson(listing.total, listing.rows);
  if (csv) return asCsv(listing.columns, listing.rows, excel);
  const isSeen = output === null && Boolean(stdout.isTTY);
  return tabled(listing, {
    width: isSeen ? (stdout.columns ?? 80) : null,
    heading: (text) => (isSeen && settings.hasColour ? styleText('bold', text, { validateStream: false }) : text),
  });
}

async function* tabled({ columns, rows, empty, foot }: Listing, look: Parameters<typeof asTable>[2]): AsyncGenerator<string> {
  const all: unknown[] = [];
  for await (const row of rows) all.push(row);
  for (const line of all.length > 0 ? asTable(columns, all, look) : [printable(empty)]) yield `${line}\n`;
  if (foot && all.length > 0) yield `\n${printable(foot)}\n`;
}
