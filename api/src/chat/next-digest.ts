import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/notifications/chat';
import { claimText } from '@bitacora/core/domain/notifications/chat-claim';
import type { ClaimedDigest, Core } from '@bitacora/core/server';
import { type ChatDigest, claimDigest, composeChatDigest } from '@bitacora/core/use-cases/chat/claim-digest';
import { addressed } from './addressed.ts';

/** The next letter of which something still holds. It is taken first and composed then, in two transactions. */
export async function nextDigest(core: Core, services: readonly ChatService[]): Promise<ChatWork | null> {
  const system = { actor: null, channel: 'system', effect: 'writes' } as const;
  for (;;) {
    const { result: claimed } = await core.perform({ ...system, useCase: claimDigest, input: { services, zone: core.zone } });
    if (!claimed) return null;
    const { result: letter } = await core.perform({ ...system, useCase: composeChatDigest, input: claimed });
    if (letter) return digestWork(claimed, letter);
  }
}

function digestWork(
  { letter, tries, claimedUntil, uncertainTries }: ClaimedDigest,
  { address, recipient, told, seenHistoryId }: ChatDigest,
): ChatWork {
  const { chatLinkId } = address;
  const { id, kind, position, firstName } = recipient;
  const announcements = told.map((one) => ({
    ...{ kind: one.kind, activity: one.activity },
    ...{ actorName: one.cause?.actorName ?? null, note: one.cause?.note ?? null },
  }));
  return {
    claim: claimText({ kind: 'letter', chatLinkId, letter, tries, claimedUntil, uncertainTries, seenHistoryId }),
    ...{ claimedUntil, isUncertain: uncertainTries > 0 },
    ...addressed(address),
    task: { kind: 'announce', letter, recipient: { id, kind, position, firstName }, announcements },
  };
}
