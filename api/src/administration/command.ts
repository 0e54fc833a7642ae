import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import { administration as texts } from '@bitacora/core/messages/administration';
import { type Exit, exits, Stopped } from '@bitacora/core/terminal/stopped';
import type { Settings } from '../settings.ts';

/** What a command may touch: nothing is read from `process` elsewhere. */
export interface Surroundings {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  now(): Date;
  /** Read once a command is known: help needs none. */
  settings(): Settings;
  /** A file named on the command line counts from the folder one stands in. */
  place(name: string): string;
}

export type Typed = Readonly<Record<string, string | boolean | undefined>>;
export interface Call extends Omit<Surroundings, 'settings'> {
  settings: Settings;
  typed: Typed;
  /** Tells how it is going, on standard error. */
  tell(sentence: string): void;
}
export interface Outcome {
  /** Lines for people; with --json `value` takes their place. */
  said: readonly string[];
  value: object;
  exit?: Exit;
}
export interface Command {
  options: NonNullable<ParseArgsConfig['options']>;
  run(call: Call): Promise<Outcome>;
}

export const text = { type: 'string' } as const;
export const yes = { type: 'boolean' } as const;

/** What was typed after an option that has to be there. */
export function demanded(typed: Typed, option: string): string {
  const value = typed[option];
  if (typeof value !== 'string' || value === '') throw new Stopped(exits.usage, texts.needs(option), texts.seeHelp);
  return value;
}
