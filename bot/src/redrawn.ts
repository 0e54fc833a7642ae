import { ApiError } from '@bitacora/core/client';
import type { Card } from './card.ts';
import { textIn } from './flow.ts';
import { type Answering, sceneOf } from './flows/answer.ts';
import { drawn } from './flows/view.ts';
import { botCards } from './messages/cards.ts';
import { Barred, Stranger } from './people.ts';
import type { Tools } from './work/do-work.ts';

/** What it shows is theirs no more. Any other refusal passes, and is nothing to draw over a card. */
const isNo = (error: unknown): error is ApiError => error instanceof ApiError && [403, 404].includes(error.status);

/** A posted card as its person would see it now: what they may no longer see is no longer on it. */
export function redrawnWith(answering: Answering): Tools['redrawn'] {
  return async (asker, press): Promise<Card | null> => {
    try {
      const scene = await sceneOf(answering, asker, 'redraw');
      return await drawn(scene, textIn(press, 'view'));
    } catch (error) {
      if (error instanceof Stranger || error instanceof Barred) return null;
      if (isNo(error)) return { title: botCards.activitiesTitle, intro: error.message, groups: [], activityIds: [] };
      throw error;
    }
  };
}
