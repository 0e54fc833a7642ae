import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { administration as texts } from '@bitacora/core/messages/administration';
import type { Call } from './command.ts';
import { exits, Stopped } from './exits.ts';

type Asking = Pick<Call, 'stdin' | 'stderr'>;

/** Takes the echo of what is typed. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks on standard error; with `isHidden` nothing of the answer is shown. In raw mode Ctrl-C comes as a key. */
export async function ask({ stdin, stderr }: Asking, question: string, { isHidden = false } = {}): Promise<string> {
  // Asked once the terminal is in raw mode: whoever answered sooner would see their password.
  const lines = createInterface({ input: stdin, output: isHidden ? nowhere() : stderr, terminal: true });
  stderr.write(question);
  const gaveUp = new Promise<never>((_, reject) => {
    for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => reject(new Stopped(exits.refused, texts.interrupted)));
  });
  try {
    return await Promise.race([lines.question(''), gaveUp]);
  } finally {
    gaveUp.catch(() => {});
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}

/** A new password, asked for twice, or from standard input but for its line end; never from the command line, which others can read. */
export async function newPassword(call: Pick<Call, 'stdin' | 'stderr' | 'typed'>, email: string): Promise<string> {
  if (call.typed['password-stdin']) return (await text(call.stdin)).replace(/\r?\n$/, '');
  if (!call.stdin.isTTY || !call.stderr.isTTY) throw new Stopped(exits.usage, texts.needsTerminal, texts.givePassword);
  const password = await ask(call, texts.askPassword(email), { isHidden: true });
  if ((await ask(call, texts.askAgain, { isHidden: true })) !== password) throw new Stopped(exits.refused, texts.passwordsDiffer);
  return password;
}
