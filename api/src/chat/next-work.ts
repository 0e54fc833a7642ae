import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { claimText } from '@bitacora/core/domain/notifications/chat-claim';
import type { Core } from '@bitacora/core/server';
import { claimCard } from '@bitacora/core/use-cases/chat/claim-card';
import type { Logger } from 'pino';
import { addressed } from './addressed.ts';
import { nextDigest } from './next-digest.ts';
import { nextTask } from './next-task.ts';

/** The next thing to do in a chat, taken for whoever asks: somebody waits for a greeting, a letter has its time, a card is right again soon enough. */
export async function nextWork(parts: { core: Core; log: Logger }, services: readonly ChatService[]): Promise<ChatWork | null> {
  const { core } = parts;
  const task = await nextTask(parts, services);
  if (task) return task;
  const letter = await nextDigest(core, services);
  if (letter) return letter;
  const input = { services };
  const { result: card } = await core.perform({ useCase: claimCard, actor: null, channel: 'system', input, effect: 'writes' });
  if (!card) return null;
  const { id: cardId, claim: name, claimedUntil, message, press } = card;
  return {
    ...{ claim: claimText({ kind: 'card', cardId, claim: name, claimedUntil }), claimedUntil, isUncertain: false },
    ...addressed(card),
    task: { kind: 'redraw', message, press },
  };
}
