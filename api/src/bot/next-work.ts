import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/chat';
import { claimText } from '@bitacora/core/domain/chat-claim';
import type { Core } from '@bitacora/core/server';
import { claimCard } from '@bitacora/core/use-cases/claim-card';
import { type ClaimedTask, claimTask } from '@bitacora/core/use-cases/claim-task';
import type { OpenUseCase } from '@bitacora/core/use-cases/use-case';
import { addressed } from './addressed.ts';
import { nextLetter } from './next-letter.ts';

/** The next thing to do in a chat, taken for whoever asks: somebody waits for a greeting, a letter has its time, a card is right again soon enough. */
export async function nextWork(core: Core, services: readonly ChatService[]): Promise<ChatWork | null> {
  const input = { services, zone: core.zone };
  const claim = async <Result>(useCase: OpenUseCase<typeof input, Result>) =>
    (await core.perform({ useCase, actor: null, channel: 'system', input, effect: 'writes' })).result;

  const task = await claim(claimTask);
  if (task) return taskWork(task);
  const letter = await nextLetter(core, services);
  if (letter) return letter;
  const card = await claim(claimCard);
  if (!card) return null;
  const { id: cardId, claim: name, claimedUntil, message, press } = card;
  return {
    ...{ claim: claimText({ kind: 'card', cardId, claim: name, claimedUntil }), claimedUntil, isUncertain: false },
    ...addressed(card),
    task: { kind: 'redraw', message, press },
  };
}

function taskWork(task: ClaimedTask): ChatWork {
  const { id: taskId, claimedUntil, isUncertain, person, summary } = task;
  return {
    ...{ claim: claimText({ kind: 'task', taskId, claimedUntil }), claimedUntil, isUncertain },
    ...addressed(task),
    task: summary ? { kind: 'summarize', ...summary } : { kind: 'greet', firstName: person.firstName },
  };
}
