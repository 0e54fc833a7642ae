import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { terminal } from '../messages/terminal.ts';

/** Control characters, what parts lines, and the marks that turn the direction of what follows. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** What other people typed, safe to show: no escape sequence of theirs reaches the terminal, and a line stays one line. */
export const printable = (text: string): string => text.replace(/\s*[\r\n\t]+\s*/g, ' ').replace(unseen, '\u{fffd}');

/** The same where the lines are ours: they stay lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** How every command of `bitacora` and of `npm run admin` ends; scripts rely on it (docs/terminal.md, docs/backup.md). */
export const exits = { done: 0, refused: 1, usage: 2, unreachable: 3, notLoggedIn: 4, interrupted: 130 } as const;
export type Exit = (typeof exits)[keyof typeof exits];

/** A command that cannot go on: what is said on standard error, and what to do next. */
export class Stopped extends Error {
  readonly exit: Exit;
  readonly hint: string | null;
  constructor(exit: Exit, message: string, hint: string | null = null) {
    super(message);
    this.name = 'Stopped';
    this.exit = exit;
    this.hint = hint;
  }
}

export interface Asking {
  stdin: Readable;
  stderr: Writable;
  signal?: AbortSignal;
}

/** Takes what is written and keeps nothing, as of the echo of a password. */
export const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Asks on standard error; with `isHidden` nothing of the answer is shown. The terminal is in raw mode during the question, so Ctrl-C comes
 * as a key.
 */
export async function ask({ stdin, stderr, signal }: Asking, question: string, { isHidden = false } = {}): Promise<string> {
  // Asked once the terminal is in raw mode: an earlier answer would show the password.
  const lines = createInterface({ input: stdin, output: isHidden ? nowhere() : stderr, terminal: true });
  if (isHidden) stderr.write(printable(question));
  const gaveUp = new Promise<never>((_, reject) => {
    const stop = () => reject(new Stopped(exits.interrupted, terminal.interrupted));
    lines.once('SIGINT', stop);
    lines.once('close', stop);
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    // Readline erases the line when it asks, so a shown question is its own.
    return await Promise.race([lines.question(isHidden ? '' : printable(question)), gaveUp]);
  } finally {
    gaveUp.catch(() => {});
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}
