import { terminal } from '@bitacora/core/messages/terminal';
import { ask } from '@bitacora/core/terminal/ask';
import { exits, Stopped } from '@bitacora/core/terminal/stopped';
import { type Dependencies, mayAsk } from './dependencies.ts';

type Asking = Pick<Dependencies, 'stdin' | 'stderr' | 'signal'>;

/** Goes on when --yes was said or a person says so; without a terminal nobody is asked. Throws `Stopped` otherwise. */
export async function requireConfirmation(around: Asking, isSure: boolean, question: string): Promise<void> {
  if (isSure) return;
  if (!mayAsk(around)) throw new Stopped(exits.usage, terminal.needsYes, terminal.addYes);
  const answer = await ask(around, `${question} ${terminal.yesOrNo} `);
  if (!/^(s|sí|si|y|yes)$/i.test(answer.trim())) throw new Stopped(exits.refused, terminal.nothingDone);
}
