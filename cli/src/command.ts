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

/** Everything a command may touch, so that no other module reads `process`. */
export interface Dependencies {
  settings: TerminalSettings;
  stdin: TerminalInput;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  now(): Date;
  /** User and host, 'ana@portatil': part of the name of the tokens made here. */
  machine: string;
  /** By default with the settings of the environment, until `signal`. Throws `Stopped` without a login. */
  connect(settings?: TerminalSettings, until?: AbortSignal): Promise<ServerConnection>;
}

/** One column of a listing, for people and for spreadsheets. */
export interface ListingColumn<Row> {
  title: string;
  of(row: Row): string | number | null;
  /** Cut if the terminal is narrow. */
  isLong?: boolean;
  /** Left out if there is still no room, the highest first. 0 stays. */
  rank?: number;
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

/** A list whose rows are all there. */
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

/** A text that is printed as it is, such as a completion script. */
interface ScriptOutcome {
  kind: 'script';
  text: string;
}

/** Bytes, written as they come. */
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
  /** CSV with the byte order mark, because Excel reads UTF-8 only with it. */
  excel: boolean;
  /** The file for the outcome; null and '-' are standard output. */
  output: string | null;
  color: boolean;
  /** Reads the rows again until Ctrl-C. */
  watch: boolean;
  /** Seconds between two readings; null: the usual number. */
  every: number | null;
  /** Null: that of BITACORA_PROFILE, else the current one. */
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
  /** How a field of its calls is typed, where that is not the flag of the same name. */
  fields?: TypedFields;
  /** What the shell completes as its first word. */
  completes?: readonly string[];
  /** Returns rows, so that it has CSV. */
  lists?: boolean;
  /** Its rows may be read again and again, because reading changes nothing. */
  watches?: boolean;
  /** Left out of the help, because a script types it. */
  isHidden?: boolean;
  /** Asks a question that --yes answers. */
  confirms?: boolean;
  run(call: CommandCall<F>): Promise<CommandOutcome>;
}

/** Exists for the types only: it infers the flags. */
export const command = <const F extends Flags>(definition: Command<F>): Command => definition as unknown as Command;
