import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { terminal } from '../messages/terminal.ts';
import { printable } from './printable.ts';
import { exits, Stopped } from './stopped.ts';

export interface Asking {
  stdin: Readable;
  stderr: Writable;
  /** Gives the question up. */
  signal?: AbortSignal;
}

/** Takes the echo of what is typed. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

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
