import type { Readable, Writable } from 'node:stream';
import type { ServerConnection } from './connection.ts';
import type { TerminalSettings } from './settings.ts';

/** What a terminal or a pipe is to us. */
export interface TerminalInput extends Readable {
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}
export interface TerminalOutput extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** Everything a command may touch: nothing is read from `process` elsewhere. */
export interface Dependencies {
  settings: TerminalSettings;
  stdin: TerminalInput;
  stdout: TerminalOutput;
  stderr: TerminalOutput;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  now(): Date;
  /** What a token made here is named after. */
  host: string;
  /** Throws `Stopped` when nobody is logged in. */
  connect(): Promise<ServerConnection>;
}

/** Questions are asked on standard error, so that standard output stays clean. */
export const mayAsk = ({ stdin, stderr }: Pick<Dependencies, 'stdin' | 'stderr'>): boolean => Boolean(stdin.isTTY && stderr.isTTY);
