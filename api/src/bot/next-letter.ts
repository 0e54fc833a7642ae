import type { ChatWork } from '@bitacora/core/contract/bot-endpoints';
import type { ChatService } from '@bitacora/core/domain/chat';
import { claimText } from '@bitacora/core/domain/chat-claim';
import type { Claimed, Core } from '@bitacora/core/server';
import { type ChatLetter, claimLetter, composeChatLetter } from '@bitacora/core/use-cases/claim-letter';
import { addressed } from './addressed.ts';

/** The next letter of which something still holds. It is taken first and composed then, in two transactions. */
export async function nextLetter(core: Core, services: readonly ChatService[]): Promise<ChatWork | null> {
  const system = { actor: null, channel: 'system', effect: 'writes' } as const;
  for (;;) {
    const { result: claimed } = await core.perform({ ...system, useCase: claimLetter, input: { services, zone: core.zone } });
    if (!claimed) return null;
    const { result: letter } = await core.perform({ ...system, useCase: composeChatLetter, input: claimed });
    if (letter) return letterWork(claimed, letter);
  }
}

function letterWork(
  { letter, tries, claimedUntil, uncertainTries }: Claimed,
  { address, recipient, told, seenHistoryId }: ChatLetter,
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
