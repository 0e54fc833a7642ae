import { setTimeout as wait } from 'node:timers/promises';
import { exits, printable, Stopped } from '@bitacora/core/terminal/terminal';
import type { CommandOutcome, CommonOptions, Dependencies, Listing } from '../command.ts';
import { describeFailure, isRetryable } from '../failure.ts';
import { terminalCommands } from '../messages/commands.ts';
import { asOnWire } from '../transport.ts';
import { cut, tableLines } from './write-outcome.ts';

const { watch: texts } = terminalCommands;

// ENTER shows the other screen, without cursor and without wrapping; LEAVE restores the terminal.
const ENTER = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const LEAVE = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const TOP = '\u001b[H';
const CLEAR_LINE_END = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

type WatchStreams = Pick<Dependencies, 'stdin' | 'stdout' | 'stderr' | 'settings' | 'signal' | 'now'>;
type WholeListing = Listing & { rows: readonly unknown[] };

async function readListing(outcome: CommandOutcome): Promise<WholeListing> {
  if (outcome.kind !== 'rows') throw new TypeError('only rows can be watched');
  const rows: unknown[] = [];
  for await (const row of outcome.rows) rows.push(row);
  return { ...outcome, rows };
}

/**
 * Reads the rows again until Ctrl-C, which is the usual end and therefore not a failure. Once it has rows it keeps them while the server
 * is away, busy or broken.
 */
export async function watchListing(read: () => Promise<CommandOutcome>, options: CommonOptions, streams: WatchStreams): Promise<number> {
  const { stdout, signal, settings } = streams;
  if (!options.json && !stdout.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.useJson);
  const seconds = options.every ?? settings.every;
  try {
    const first = await readListing(await read());
    const display = options.json ? changesTo(streams) : screenOn(streams, seconds);
    try {
      display.show(first);
      for (;;) {
        await wait(seconds * 1_000, undefined, { signal });
        await read()
          .then(readListing)
          .then(display.show, (error: unknown) => {
            const { exit, message } = describeFailure(error, signal);
            if (exit !== exits.unreachable && !isRetryable(error)) throw error;
            display.miss(message);
          });
      }
    } finally {
      display.end();
    }
  } catch (error) {
    if (signal.aborted) return exits.done;
    throw error;
  }
}

interface ListingDisplay {
  show(listing: WholeListing): void;
  /** Says that a reading failed. */
  miss(why: string): void;
  end(): void;
}

/** Draws as much of the table as the window has room for, and a last line with the status. */
function screenOn({ stdout, settings, now }: WatchStreams, seconds: number): ListingDisplay {
  let listing: WholeListing | null = null;
  let [time, failure]: [string, string | null] = ['', null];
  function draw() {
    if (!listing) return;
    const all = tableLines(listing, { stdout, settings }).flatMap((line) => line.split('\n'));
    const room = Math.max(1, (stdout.rows ?? 24) - 2);
    const fit = (line: string) => cut(line, stdout.columns ?? 80);
    const visible = all.length <= room ? all : [...all.slice(0, room - 1), texts.more(all.length - room + 1)];
    const status = failure === null ? texts.status(time, seconds) : texts.stale(time, printable(failure));
    // Each line is cleared before it is written, because after a line as wide as the window the cursor stands on its last character.
    stdout.write(`${TOP}${[...visible, ''].map((line) => `${CLEAR_LINE_END}${fit(line)}\n`).join('')}${CLEAR_BELOW}${fit(status)}`);
  }
  stdout.write(ENTER);
  stdout.on('resize', draw);
  return {
    show(read) {
      [listing, time, failure] = [read, now().toLocaleTimeString('es-MX', { hourCycle: 'h23' }), null];
      draw();
    },
    miss(why) {
      failure = why;
      draw();
    },
    end() {
      stdout.off('resize', draw);
      stdout.write(LEAVE);
    },
  };
}

/** Writes a line of JSON for each row that is new, differs or is gone. The id identifies a row; in a report, its group does. */
function changesTo({ stdout, stderr, now }: WatchStreams): ListingDisplay {
  let before = new Map<string, string>();
  const rowKey = (row: unknown) => {
    const { id, weekStart, monthStart, topic, department } = (row ?? {}) as Record<string, unknown>;
    return String(id ?? weekStart ?? monthStart ?? topic ?? department ?? JSON.stringify(row));
  };
  return {
    show({ rows }) {
      const at = now().toISOString();
      const write = (change: 'added' | 'changed' | 'removed', row: string) =>
        stdout.write(`{"at":"${at}","change":"${change}","row":${row}}\n`);
      const read = new Map(rows.map((row) => [rowKey(row), JSON.stringify(asOnWire(row))]));
      for (const [key, row] of read) if (before.get(key) !== row) write(before.has(key) ? 'changed' : 'added', row);
      for (const [key, row] of before) if (!read.has(key)) write('removed', row);
      before = read;
    },
    miss: (why) => void stderr.write(`${printable(why)}\n`),
    end: () => {},
  };
}
