import { ApiError } from '@bitacora/core/client';
import type { Card } from '../card.ts';
import { type CardSource, type Flow, type FlowContext, textIn, UnknownPress } from '../flow.ts';
import type { ChatAnswer } from '../request.ts';
import { Unanswered } from '../transport.ts';
import { awaitingVerification, home, myActivities, oneActivity } from './activity-lists.ts';
import { notificationDigest } from './digest.ts';
import { preferences } from './preferences-card.ts';

/** By the word before the colon. Posted cards hold these words, so `letter` stays for a digest. */
const sources: Readonly<Record<string, CardSource>> = {
  activities: myActivities,
  home,
  verify: awaitingVerification,
  activity: oneActivity,
  letter: notificationDigest,
  preferences,
};

/** The card of a view such as `activities:2` or `activity:125 activities:2`. */
export function cardFor(context: FlowContext, view: string): Promise<Card> {
  const [, name = '', detail = ''] = /^(\w+):(.*)$/s.exec(view) ?? [];
  const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
  if (!source) throw new UnknownPress();
  return source(context, detail);
}

/** A sentence and the redrawn card; without the card where the person may not see it or the API is away. */
export async function cardWithSentence(context: FlowContext, view: string, sentence: string): Promise<ChatAnswer> {
  if (!view) return { kind: 'sentence', sentence };
  const card = await cardFor(context, view).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof Unanswered) return null;
    throw error;
  });
  return card ? { kind: 'card', card, sentence } : { kind: 'sentence', sentence };
}

/** Replaces the pressed card by a view; posted cards are redrawn in the same way. */
export const view: Flow = {
  press: async (context, press) => ({ kind: 'card', card: await cardFor(context, textIn(press, 'view')) }),
};
