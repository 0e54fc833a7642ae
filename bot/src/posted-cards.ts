import { randomUUID } from 'node:crypto';
import { ApiError } from '@bitacora/core/client';
import type { Logger } from 'pino';
import type { Card } from './card.ts';
import { textIn } from './flow.ts';
import { type AnswerContext, flowContextOf } from './flows/answer.ts';
import { cardFor } from './flows/view.ts';
import { botCards } from './messages/cards.ts';
import { InactivePerson, type People, UnlinkedAccount } from './people.ts';
import type { KeepCard } from './request.ts';
import type { WorkContext } from './work/do-work.ts';

const isOfAccount = (error: unknown) => error instanceof UnlinkedAccount || error instanceof InactivePerson;
const isDenial = (error: unknown): error is ApiError => error instanceof ApiError && [403, 404].includes(error.status);

/** Registers a card at the API, so that it is redrawn when its activities change. After a failure the card only becomes outdated. */
export function keepCardWith(people: People, log: Pick<Logger, 'warn'>): KeepCard {
  return async (asker, { message, press, activityIds }) => {
    try {
      const { client } = await people.as(asker, randomUUID());
      await client.keepChatCard({ conversation: asker.conversation, message, press, activityIds: [...activityIds] });
    } catch (error) {
      if (!isOfAccount(error)) log.warn({ err: error, message }, 'a card was not registered at the API');
    }
  };
}

/** Draws a posted card as its person may see it now. After a denial the card holds only the refusal. */
export function redrawWith(context: AnswerContext): WorkContext['redraw'] {
  return async (asker, press): Promise<Card | null> => {
    try {
      return await cardFor(await flowContextOf(context, asker, 'redraw'), textIn(press, 'view'));
    } catch (error) {
      if (isOfAccount(error)) return null;
      if (isDenial(error)) return { title: botCards.activitiesTitle, intro: error.message, groups: [], activityIds: [] };
      throw error;
    }
  };
}
