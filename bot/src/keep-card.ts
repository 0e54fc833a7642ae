import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { Barred, type People, Stranger } from './people.ts';
import type { KeepCard } from './request.ts';

/** Tells the API where a card stands, so that it follows its activities; a card that is not kept only grows stale. */
export function keepCardWith(people: People, log: Pick<Logger, 'warn'>): KeepCard {
  return async (asker, { message, press, activityIds }) => {
    try {
      const { client } = await people.as(asker, randomUUID());
      await client.keepChatCard({ conversation: asker.conversation, message, press, activityIds: [...activityIds] });
    } catch (error) {
      if (error instanceof Stranger || error instanceof Barred) return;
      log.warn({ err: error }, 'No se pudo recordar una tarjeta del bot.');
    }
  };
}
