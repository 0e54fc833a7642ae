import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { terminal } from '@bitacora/core/messages/terminal';
import { exits, Stopped } from './exits.ts';
import { mayAsk, type Surroundings } from './surroundings.ts';

type Asking = Pick<Surroundings, 'stdin' | 'stderr' | 'signal'>;

/** Takes the echo of what is typed. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks on standard error; with `isHidden` nothing of the answer is shown. The terminal is in raw mode meanwhile, so Ctrl-C comes as a key. */
export async function ask({ stdin, stderr, signal }: Asking, question: string, { isHidden = false } = {}): Promise<string> {
  // Asked once the terminal is in raw mode: whoever answered sooner would see their password.
  const lines = createInterface({ input: stdin, output: isHidden ? nowhere() : stderr, terminal: true });
  stderr.write(question);
  const gaveUp = new Promise<never>((_, reject) => {
    const stop = () => reject(new Stopped(exits.interrupted, terminal.interrupted));
    lines.once('SIGINT', stop);
    lines.once('close', stop);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([lines.question(''), gaveUp]);
  } finally {
    gaveUp.catch(() => {});
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}

/** Goes on when --yes was said or a person says so; without a terminal nobody is asked. Throws `Stopped` otherwise. */
export async function confirmed(around: Asking, isSure: boolean, question: string): Promise<void> {
  if (isSure) return;
  if (!mayAsk(around)) throw new Stopped(exits.usage, terminal.needsYes, terminal.addYes);
  const answer = await ask(around, `${question} ${terminal.yesOrNo} `);
  if (!/^(s|sí|si|y|yes)$/i.test(answer.trim())) throw new Stopped(exits.refused, terminal.nothingDone);
}
