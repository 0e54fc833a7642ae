import { terminal } from '@bitacora/core/messages/terminal';
import { ask } from '@bitacora/core/terminal/ask';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type Dependencies, mayAsk } from './dependencies.ts';
import { readSecret } from './standard-input.ts';

type Asking = Pick<Dependencies, 'stdin' | 'stderr' | 'signal' | 'settings'>;

/** The person's password, never from the command line: standard input when asked to, BITACORA_PASSWORD, else a hidden question. */
export async function readPassword(around: Asking, isOnStandardInput: boolean, question: string): Promise<string> {
  if (isOnStandardInput) return readSecret(around.stdin, around.signal);
  if (around.settings.password) return around.settings.password;
  if (!mayAsk(around)) throw new Stopped(exits.usage, terminal.needsPassword, terminal.givePassword);
  return ask(around, `${question} `, { isHidden: true });
}
