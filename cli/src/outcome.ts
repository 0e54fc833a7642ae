import type { Writable } from 'node:stream';
import type { Exit } from '@bitacora/core/terminal/terminal';

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
  /** Of the whole selection, not only of these rows; null if it is unknown before the last row. */
  total: number | null;
  /** A sentence below a table for people. */
  foot?: string;
  /** Replaces an empty table. */
  empty: string;
  exit?: Exit;
}

/** `lines` are for people, `value` is for --json. */
export interface DoneOutcome {
  kind: 'done';
  lines: readonly string[];
  value: unknown;
  exit?: Exit;
}

/** A text that is printed as it is, such as a completion script. */
export interface ScriptOutcome {
  kind: 'script';
  text: string;
}

/** Bytes, written as they come. */
export interface FileOutcome {
  kind: 'file';
  write(sink: Writable): Promise<void>;
}

export type CommandOutcome = Listing | DoneOutcome | ScriptOutcome | FileOutcome;
