import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { type ChatAddress, type ChatService, claimText } from '@bitacora/core/domain/chat/chat';
import { causeNote, importedByCause } from '@bitacora/core/messages/activities/history-note';
import { writtenActor } from '@bitacora/core/messages/people/users';
import { bySystem, type ClaimedDigest, type Core } from '@bitacora/core/server';
import { nameChatEntrances } from '@bitacora/core/use-cases/chat/chat-links';
import {
  acknowledgeWork,
  type ChatDigest,
  type ClaimedTask,
  claimCard,
  claimDigest,
  claimTask,
  composeChatDigest,
} from '@bitacora/core/use-cases/chat/chat-work';
import { readSummary } from '@bitacora/core/use-cases/chat/summarize';
import type { Logger } from 'pino';
import type { Handlers } from '../calls/handlers.ts';
import { adminCommand } from '../messages/admin-command.ts';
import type { GuardedCore } from '../monitoring/clock-guard.ts';

export interface ClaimDependencies extends GuardedCore {
  log: Logger;
}

/** Claims the next work of a bot: first a task, because a person waits for it, then a digest, then a card that is stale. */
export function claimWorkHandler({ core, log, clockGuard }: ClaimDependencies): Handlers<'claimWork'> {
  return {
    async claimWork({ services, entrances }) {
      if (entrances) await core.perform({ ...bySystem, useCase: nameChatEntrances, input: { entrances } });
      if (clockGuard && !(await clockGuard.mayAct())) return { work: null };
      const work = (await nextTask(core, log, services)) ?? (await nextDigest(core, services)) ?? (await nextCard(core, services));
      return { work };
    },
  };
}

/**
 * Claims the next greeting, weekly summary or failure notice. It reads the figures after claiming. If that fails, the task keeps its
 * lease and is retried after the other work.
 */
async function nextTask(core: Core, log: Logger, services: readonly ChatService[]): Promise<ChatWork | null> {
  const { result: task } = await core.perform({ ...bySystem, useCase: claimTask, input: { services, zone: core.zone } });
  if (!task) return null;
  const { id: taskId, claimedUntil, isUncertain } = task;
  const claim = claimText({ kind: 'task', taskId, claimedUntil });
  try {
    return { claim, claimedUntil, isUncertain, ...selectAddress(task), task: await taskDetails(core, task) };
  } catch (error) {
    log.error({ err: error, task: taskId }, 'weekly summary postponed');
    await core.perform({ ...bySystem, useCase: acknowledgeWork, input: { claim, outcome: 'failed', error: null } });
    return null;
  }
}

/** Reads the figures of a summary with the rights of the person who asked for it. */
async function taskDetails(core: Core, { id, person, service: channel, about }: ClaimedTask): Promise<ChatWork['task']> {
  if (about.kind === 'greet') return { ...about, firstName: person.firstName };
  if (about.kind === 'topicNews') return { ...about, id, news: [...about.news] };
  if (about.kind === 'unsent') return { ...about, id };
  if (about.kind === 'mailStopped') return { ...about, id, adminCommand: adminCommand() };
  const actor = { ...person, channel };
  const { result } = await core.perform({ useCase: readSummary, actor, channel, input: about.week, effect: 'reads' });
  return { kind: 'summarize', ...result };
}

/** Claims and composes in two transactions. A digest of which nothing holds any longer is skipped. */
async function nextDigest(core: Core, services: readonly ChatService[]): Promise<ChatWork | null> {
  for (;;) {
    const { result: claimed } = await core.perform({ ...bySystem, useCase: claimDigest, input: { services } });
    if (!claimed) return null;
    const { result: digest } = await core.perform({ ...bySystem, useCase: composeChatDigest, input: claimed });
    if (digest) return digestWork(claimed, digest);
  }
}

function digestWork(claimed: ClaimedDigest, { address, recipient, notified, requests, seenHistoryId }: ChatDigest): ChatWork {
  const { letter, tries, claimedUntil, uncertainTries } = claimed;
  const { chatLinkId } = address;
  const { id, kind, position, firstName, substitutesFor = [] } = recipient;
  const notifications = notified.map((one) => ({
    kind: one.kind,
    activityId: one.activity.id,
    activity: one.isVisible ? one.activity : null,
    description: one.activity.description,
    historyId: one.historyId,
    actorName: one.cause && writtenActor(one.cause),
    note: one.cause && causeNote(one.kind, one.cause),
    imported: one.cause ? importedByCause(one.cause) : undefined,
  }));
  const reader = { digest: letter, recipient: { id, kind, position, firstName, substitutesFor: [...substitutesFor] } };
  return {
    claim: claimText({ kind: 'digest', chatLinkId, letter, tries, claimedUntil, uncertainTries, seenHistoryId }),
    claimedUntil,
    isUncertain: uncertainTries > 0,
    ...selectAddress(address),
    task:
      requests.length > 0
        ? { kind: 'notifyRequests', ...reader, requests: requests.map((one) => ({ kind: one.kind, request: one.request })) }
        : { kind: 'notify', ...reader, notifications },
  };
}

async function nextCard(core: Core, services: readonly ChatService[]): Promise<ChatWork | null> {
  const { result: card } = await core.perform({ ...bySystem, useCase: claimCard, input: { services } });
  if (!card) return null;
  const { id: cardId, claim: name, claimedUntil, message, press } = card;
  const claim = claimText({ kind: 'card', cardId, claim: name, claimedUntil });
  return { claim, claimedUntil, isUncertain: false, ...selectAddress(card), task: { kind: 'redraw', message, press } };
}

/** Leaves out the id of the link, which the bot does not need. */
const selectAddress = ({ service, workspace, chatUserId, conversation }: ChatAddress) => ({ service, workspace, chatUserId, conversation });
