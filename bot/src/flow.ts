import type { BotClient } from '@bitacora/core/client/create-client';
import type { ButtonAction, Card } from './card.ts';
import type { ChannelProblem } from './messages/flows.ts';
import type { Me } from './people.ts';
import type { Asker, ChatAnswer } from './request.ts';

/** A linked person's request, with everything that an answer needs. */
export interface FlowContext {
  asker: Asker;
  client: BotClient;
  me: Me;
  /** The web's address. */
  publicUrl: string;
  /** Reads an image that the asker sent in the chat. */
  fetchImage(reference: string): Promise<Blob>;
  /** Says why the bot may announce nothing in a channel; null where it may. */
  checkChannel(conversation: string): Promise<ChannelProblem | null>;
}

export type FormValues = Readonly<Record<string, string>>;

export interface Flow {
  press?(context: FlowContext, press: ButtonAction): Promise<ChatAnswer>;
  submit?(context: FlowContext, press: ButtonAction, values: FormValues): Promise<ChatAnswer>;
}

/** Draws a card from the current state; `detail` follows the colon in `name:detail`. */
export type CardSource = (context: FlowContext, detail: string) => Promise<Card>;

/** A button that only another version of the bot could have drawn. */
export class UnknownButtonAction extends Error {}

export function readActivityId(press: ButtonAction): number {
  const { activity } = press;
  if (typeof activity !== 'number' || !Number.isSafeInteger(activity) || activity < 1) throw new UnknownButtonAction();
  return activity;
}

export const readText = (press: ButtonAction, detail: string): string => (typeof press[detail] === 'string' ? press[detail] : '');

export const sentence = (text: string): ChatAnswer => ({ kind: 'sentence', sentence: text });
