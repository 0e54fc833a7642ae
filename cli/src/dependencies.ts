import type { Readable, Writable } from 'node:stream';
import type { ServerConnection } from './connection.ts';
import type { TerminalSettings } from './settings.ts';

/** A terminal or a pipe. */
export interface TerminalInput extends Readable {
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
