import os from 'node:os';
import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import type { AdminAct, AdminFacts } from '@bitacora/core/domain/people/admin-act';
import { type Core, repositoriesOn } from '@bitacora/core/server';
import type { Env } from '@bitacora/core/settings/environment';
import { type Exit, exits, Stopped } from '@bitacora/core/terminal/terminal';
import type { Settings } from '../settings.ts';
import { administration as texts } from './messages.ts';

/** What a command may touch: nothing is read from `process` elsewhere. */
export interface AdminDependencies {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  now(): Date;
  /** Read once a command is known: help needs none. */
  settings(): Settings;
  /** What the settings are read from. */
  env: Env;
  /** Names whose values came from `.env`. */
  fileNames: readonly string[];
  /** A file named on the command line counts from the folder one stands in. */
  place(name: string): string;
}

export type TypedValues = Readonly<Record<string, string | boolean | undefined>>;
export interface AdminCall extends Omit<AdminDependencies, 'settings'> {
  settings: Settings;
  typed: TypedValues;
  /** What was typed without an option, as many as the command names. */
  words: readonly string[];
  /** Reports progress on standard error. */
  report(sentence: string): void;
}
export interface AdminOutcome {
  /** Lines for people; with --json `value` takes their place. */
  lines: readonly string[];
  value: object;
  exit?: Exit;
}
export interface AdminCommand {
  options: NonNullable<ParseArgsConfig['options']>;
  /** What it takes without an option, all of it mandatory. */
  words?: readonly string[];
  run(call: AdminCall): Promise<AdminOutcome>;
}

export const text = { type: 'string' } as const;
export const yes = { type: 'boolean' } as const;

/** What was typed after an option that has to be there. */
export function demanded(typed: TypedValues, option: string): string {
  const value = typed[option];
  if (typeof value !== 'string' || value === '') throw new Stopped(exits.usage, texts.needs(option), texts.seeHelp);
  return value;
}

/** The operating system's user that runs this. */
export function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? '?'}`; // a container's user may have no name
  }
}

/** Who gives a command on this server, as far as the operating system knows. */
export const operator = (): string => `${userName()}@${os.hostname()}`;

/** Adds a command on the server to the administration's history. */
export async function recordCommand({ db, zone }: Pick<Core, 'db' | 'zone'>, act: AdminAct, after: AdminFacts): Promise<void> {
  const command = { actorId: null, actorName: operator(), act, subjectKind: 'system', subjectId: null, subject: null } as const;
  await repositoriesOn(db, zone).adminHistory.add([{ ...command, before: null, after, address: null, channel: 'admin' }]);
}
