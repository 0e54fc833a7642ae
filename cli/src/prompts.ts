import { addAbortSignal, type Readable } from 'node:stream';
import { terminal } from '@bitacora/core/messages/terminal';
import { ask, exits, Stopped } from '@bitacora/core/terminal/terminal';
import type { Dependencies } from './dependencies.ts';
import { terminalCommands } from './messages/commands.ts';

/** More than any password with its line end has. */
const SECRET_MAX_BYTES = 1_024;

/** Everything until the end of `input`. Past `maxBytes` it stops reading and throws `tooMuch`. */
export async function readBytes(input: Readable, signal: AbortSignal, maxBytes: number, tooMuch: Stopped): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of addAbortSignal(signal, input)) {
    chunks.push(Buffer.from(chunk));
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooMuch;
  }
  return Buffer.concat(chunks);
}

/** One line without its line end. */
async function readSecret(stdin: Readable, signal: AbortSignal): Promise<string> {
  const tooMuch = new Stopped(exits.usage, terminal.tooMuchForPassword);
  return (await readBytes(stdin, signal, SECRET_MAX_BYTES, tooMuch)).toString('utf8').replace(/\r?\n$/, '');
}

type Prompter = Pick<Dependencies, 'stdin' | 'stderr' | 'signal'>;

/** Questions go to standard error, because standard output holds only the outcome. */
export const mayAsk = ({ stdin, stderr }: Pick<Dependencies, 'stdin' | 'stderr'>): boolean => Boolean(stdin.isTTY && stderr.isTTY);

/** Passes if --yes is set or the person agrees. Throws `Stopped` otherwise, and without a terminal. */
export async function requireConfirmation(prompter: Prompter, isSure: boolean, question: string): Promise<void> {
  if (isSure) return;
  if (!mayAsk(prompter)) throw new Stopped(exits.usage, terminal.needsYes, terminal.addYes);
  const answer = await ask(prompter, `${question} ${terminal.yesOrNo} `);
  if (!/^(s|sí|si|y|yes)$/i.test(answer.trim())) throw new Stopped(exits.refused, terminal.nothingDone);
}

/** Asks for a code of the second factor; undefined without a terminal. */
export const codeAsker = (prompter: Prompter): (() => Promise<string>) | undefined =>
  mayAsk(prompter) ? () => ask(prompter, `${terminalCommands.code} `) : undefined;

/** Reads standard input if a flag says so, else BITACORA_PASSWORD, else asks. The command line never holds a password. */
export async function readPassword(
  prompter: Prompter & Pick<Dependencies, 'settings'>,
  isOnStandardInput: boolean,
  question: string,
): Promise<string> {
  const { settings, stdin, signal } = prompter;
  if (isOnStandardInput) return readSecret(stdin, signal);
  if (settings.password) return settings.password;
  if (!mayAsk(prompter)) throw new Stopped(exits.usage, terminal.needsPassword, terminal.givePassword);
  return ask(prompter, `${question} `, { isHidden: true });
}
