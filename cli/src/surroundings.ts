import type { Readable, Writable } from 'node:stream';
import type { Connection } from './connection.ts';
import type { Settings } from './settings.ts';

/** What a terminal or a pipe is to us. */
export interface Input extends Readable {
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}
export interface Output extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** Everything a command may touch: nothing is read from `process` elsewhere. */
export interface Surroundings {
  settings: Settings;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  now(): Date;
  /** What a token made here is named after. */
  host: string;
  /** Throws `Stopped` when nobody is logged in. */
  connect(): Promise<Connection>;
}

/** Questions are asked on standard error, so that standard output stays clean. */
export const mayAsk = ({ stdin, stderr }: Pick<Surroundings, 'stdin' | 'stderr'>): boolean => Boolean(stdin.isTTY && stderr.isTTY);
