import type { Readable, Writable } from 'node:stream';
import type { Exit } from '@bitacora/core/terminal/terminal';
import type { ServerConnection } from './connection.ts';
import type { TypedFields } from './failure.ts';
import type { Flags, FlagValues } from './flags.ts';
import type { TerminalSettings } from './settings.ts';

/** A terminal or a pipe. */
interface TerminalInput extends Readable {
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}
export interface TerminalOutput extends Writable {
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** A command touches nothing else, so that no other module reads `process`. */
export interface Dependencies {
  settings: TerminalSettings;
  stdin: TerminalInput;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  now(): Date;
  /** User and host, such as 'ana@portatil'. Tokens that are made here have it in their name. */
  machine: string;
  /** Uses the settings of the environment and `signal` by default. Throws `Stopped` without a login. */
  connect(settings?: TerminalSettings, until?: AbortSignal): Promise<ServerConnection>;
}

/** One column of a listing, for people and for spreadsheets. */
export interface ListingColumn<Row> {
  title: string;
  /** Replaces a title that is wider than the column. */
  short?: string;
  of(row: Row): string | number | null;
  /** The cells are cut if the terminal is narrow. */
  isLong?: boolean;
  /** If there is still no room, the columns with the highest rank are left out first. 0 stays. */
  rank?: number;
  /** What differs where the terminal has no room for all columns; null leaves the column out. */
  narrow?: Partial<ListingColumn<Row>> | null;
}

export interface Listing<Row = unknown> {
  kind: 'rows';
  columns: readonly ListingColumn<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  /** Counts the whole selection, not only these rows; null if it is unknown before the last row. */
  total: number | null;
  /** A sentence below a table for people. */
  foot?: string;
  /** Replaces an empty table. */
  empty: string;
  exit?: Exit;
}

export const wholeList = <Row>(
  columns: readonly ListingColumn<Row>[],
  rows: readonly Row[],
  more: Pick<Listing, 'empty' | 'foot' | 'exit'>,
): Listing<Row> => ({ kind: 'rows', columns, rows, total: rows.length, ...more });

/** `lines` are for people, `value` is for --json. */
interface DoneOutcome {
  kind: 'done';
  lines: readonly string[];
  value: unknown;
  exit?: Exit;
}

/** The text is printed as it is, such as a completion script. */
interface ScriptOutcome {
  kind: 'script';
  text: string;
}

/** The bytes are written as they come. */
export interface FileOutcome {
  kind: 'file';
  write(sink: Writable): Promise<void>;
}

export type CommandOutcome = Listing | DoneOutcome | ScriptOutcome | FileOutcome;

/** A word after the command: `<x>` is required, `[x]` is optional. */
interface CommandArgument {
  name: string;
  summary: string;
}

/** The options of every command. */
export interface CommonOptions {
  yes: boolean;
  json: boolean;
  csv: boolean;
  /** The CSV has the byte order mark, because Excel reads UTF-8 only with it. */
  excel: boolean;
  /** The columns of a list, by heading or by field of the API; null has the usual ones. */
  columns: readonly string[] | null;
  /** The file for the outcome; null and '-' are standard output. */
  output: string | null;
  color: boolean;
  /** Reads the rows again until Ctrl-C. */
  watch: boolean;
  /** Seconds between two readings; null takes the default. */
  every: number | null;
  /** Null takes that of BITACORA_PROFILE, else the current one. */
  profile: string | null;
}

export interface CommandCall<F extends Flags> extends Dependencies {
  words: readonly string[];
  flags: FlagValues<F>;
  common: CommonOptions;
}

/** A command as data. It returns its outcome and leaves the output format to `writeOutcome`. */
export interface Command<F extends Flags = Flags> {
  /** Such as 'users list': a group and a command. */
  name: string;
  summary: string;
  details?: string;
  words?: readonly CommandArgument[];
  flags: F;
  /** Names the flag or word of a field of its calls, where that is not the flag of the same name. */
  fields?: TypedFields;
  /** The shell completes these as its first word. */
  completes?: readonly string[];
  /** It returns rows, so it has CSV. */
  lists?: boolean;
  /** It returns rows that may be read again and again, because reading changes nothing. */
  watches?: boolean;
  /** The help leaves it out, because a script types it. */
  isHidden?: boolean;
  /** It asks a question that --yes answers. */
  confirms?: boolean;
  run(call: CommandCall<F>): Promise<CommandOutcome>;
}

type Definition<F extends Flags> = Omit<Command<F>, 'flags'> & { flags?: F };
/** Infers the types of the flags, of which most commands have none. */
export const command = <const F extends Flags>(definition: Definition<F>): Command => ({ flags: {}, ...definition }) as unknown as Command;
