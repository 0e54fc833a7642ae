import type { BotClient } from '@bitacora/core/client/bot-client';
import type { Card, Press } from './card.ts';
import type { Me } from './people.ts';
import type { Answer, Asker } from './request.ts';

/** A linked person asking, and all that an answer to them is made of. */
export interface Scene {
  asker: Asker;
  client: BotClient;
  me: Me;
  /** Where the web is. */
  publicUrl: string;
  /** The bytes of an image they sent in their chat. */
  fetchImage(reference: string): Promise<Blob>;
}

export type Values = Readonly<Record<string, string>>;

/** What a button or a form of one name leads to. */
export interface Flow {
  press?(scene: Scene, press: Press): Promise<Answer>;
  submit?(scene: Scene, press: Press, values: Values): Promise<Answer>;
}

/** Draws a card as things are now, by the detail after the colon of `name:detail`. */
export type View = (scene: Scene, detail: string) => Promise<Card>;

/** A button that only another version of the bot could have drawn. */
export class UnknownPress extends Error {}

/** The activity a button is about. */
export function activityIn(press: Press): number {
  const { activity } = press;
  if (typeof activity !== 'number' || !Number.isSafeInteger(activity) || activity < 1) throw new UnknownPress();
  return activity;
}

export const textIn = (press: Press, detail: string): string => (typeof press[detail] === 'string' ? press[detail] : '');
