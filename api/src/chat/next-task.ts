import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { claimText } from '@bitacora/core/domain/notifications/chat-claim';
import type { Core } from '@bitacora/core/server';
import { acknowledgeWork } from '@bitacora/core/use-cases/chat/acknowledge-work';
import { type ClaimedTask, claimTask } from '@bitacora/core/use-cases/chat/claim-task';
import { summaryFor } from '@bitacora/core/use-cases/chat/summarize';
import type { Logger } from 'pino';
import { addressed } from './addressed.ts';

/**
 * The next greeting, summary of a week, or word that one could not go. It is taken first and its figures read then: where they cannot be had it stays taken until it is
 * set aside, and does not come first again before all the other work.
 */
export async function nextTask({ core, log }: { core: Core; log: Logger }, services: readonly ChatService[]): Promise<ChatWork | null> {
  const system = { actor: null, channel: 'system', effect: 'writes' } as const;
  const { result: task } = await core.perform({ ...system, useCase: claimTask, input: { services, zone: core.zone } });
  if (!task) return null;
  const { id: taskId, claimedUntil, isUncertain } = task;
  const claim = claimText({ kind: 'task', taskId, claimedUntil });
  try {
    return { claim, claimedUntil, isUncertain, ...addressed(task), task: await taskDetails(core, task) };
  } catch (error) {
    log.error({ err: error, task: taskId }, 'weekly summary set aside');
    await core.perform({ ...system, useCase: acknowledgeWork, input: { claim, outcome: 'failed', error: null } });
    return null;
  }
}

/** The figures are read as the person who asked for them. */
async function taskDetails(core: Core, { id, person, service: channel, about }: ClaimedTask): Promise<ChatWork['task']> {
  if (about.kind === 'greet') return { kind: 'greet', firstName: person.firstName };
  if (about.kind === 'unsent') return { ...about, id };
  const actor = { ...person, channel };
  const { result } = await core.perform({ useCase: summaryFor, actor, channel, input: about.week, effect: 'reads' });
  return { kind: 'summarize', ...result };
}
