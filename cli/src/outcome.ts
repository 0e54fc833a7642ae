import type { Writable } from 'node:stream';
import type { Exit } from '@bitacora/core/terminal/stopped';

/** One column of a listing: what people read and what a spreadsheet gets. */
export interface ListingColumn<Row> {
  title: string;
  of(row: Row): string | number | null;
  /** Cut where the terminal is narrow. */
  isLong?: boolean;
  /** Left out where even so there is no room, the highest first. 0 stays. */
  rank?: number;
}

export interface Listing<Row = unknown> {
  kind: 'rows';
  columns: readonly ListingColumn<Row>[];
  rows: Iterable<Row> | AsyncIterable<Row>;
  /** Of everything that is meant, shown or not; null where only the end tells. */
  total: number | null;
  /** What is said below a table for people. */
  foot?: string;
  /** Said in the place of an empty table. */
  empty: string;
  exit?: Exit;
}

/** Something done: `said` for people, `value` for --json. */
export interface DoneOutcome {
  kind: 'done';
  lines: readonly string[];
  value: unknown;
  exit?: Exit;
}

/** A text that is its own form: a completion script. */
export interface ScriptOutcome {
  kind: 'script';
  text: string;
}

/** Bytes that are written as they come. */
export interface FileOutcome {
  kind: 'file';
  write(sink: Writable): Promise<void>;
}

export type CommandOutcome = Listing | DoneOutcome | ScriptOutcome | FileOutcome;
