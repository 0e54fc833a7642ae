import { ApiError } from '@bitacora/core/client';
import { channelLabels, consult, historyPhrases } from '@bitacora/core/messages/consult';
import { writtenInstant } from '@bitacora/core/messages/dates';
import type { Scene } from '../flow.ts';
import { botCards } from '../messages/cards.ts';

/** Who did what to an activity last, where and when; nothing where it is not theirs to know. */
export async function whatHappened({ client, me }: Scene, activityId: number): Promise<string | null> {
  const entries = await client.listHistory({ activityId }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  });
  const last = entries.reduce<(typeof entries)[number] | undefined>(
    (latest, entry) => (latest && latest.id > entry.id ? latest : entry),
    undefined,
  );
  if (!last) return null;
  const { act, actorName, channel, at } = last;
  return botCards.lastDone(actorName ?? consult.system, historyPhrases[act] ?? act, channelLabels[channel], writtenInstant(at, me.zone));
}
