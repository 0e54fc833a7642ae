import { ApiError } from '@bitacora/core/client';
import type { Card } from '../card.ts';
import { type Flow, type Scene, textIn, UnknownPress, type View } from '../flow.ts';
import type { Answer } from '../request.ts';
import { Unanswered } from '../transport.ts';
import { awaitingVerification } from './awaiting-verification.ts';
import { announcementLetter } from './letter.ts';
import { home, myActivities } from './my-activities.ts';
import { oneActivity } from './one-activity.ts';
import { preferences } from './preferences-card.ts';

const views: Readonly<Record<string, View>> = {
  activities: myActivities,
  home,
  verify: awaitingVerification,
  activity: oneActivity,
  letter: announcementLetter,
  preferences,
};

/** The card of a view such as `activities:2` or `activity:125 activities:2`. */
export function drawn(scene: Scene, view: string): Promise<Card> {
  const [, name = '', detail = ''] = /^(\w+):(.*)$/s.exec(view) ?? [];
  const draw = Object.hasOwn(views, name) ? views[name] : undefined;
  if (!draw) throw new UnknownPress();
  return draw(scene, detail);
}

/** A sentence with the card it was about, drawn anew; alone where the card is gone for this person, or cannot be drawn just now. */
export async function told(scene: Scene, view: string, sentence: string): Promise<Answer> {
  if (!view) return { kind: 'sentence', sentence };
  const card = await drawn(scene, view).catch((error: unknown) => {
    if (error instanceof ApiError || error instanceof Unanswered) return null;
    throw error;
  });
  return card ? { kind: 'card', card, sentence } : { kind: 'sentence', sentence };
}

/** Shows a view in the place of the card that was pressed; it is also how a posted card is drawn anew. */
export const view: Flow = {
  press: async (scene, press) => ({ kind: 'card', card: await drawn(scene, textIn(press, 'view')) }),
};
