import type { BotClient } from '@bitacora/core/client/create-client';
import type { ButtonAction, Card, FormField } from './card.ts';
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

function readId(id: ButtonAction[string] | undefined): number {
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw new UnknownButtonAction();
  return id;
}
export const readActivityId = (press: ButtonAction): number => readId(press.activity);
export const readRequestId = (press: ButtonAction): number => readId(press.request);

export const readText = (press: ButtonAction, detail: string): string => (typeof press[detail] === 'string' ? press[detail] : '');

/** Puts what was typed, and what is wrong with it, into the fields of a form. */
export const fillFields = (fields: readonly FormField[], values: FormValues, errors: FormValues): FormField[] =>
  fields.map((field) => ({
    ...field,
    ...(values[field.name] ? { value: values[field.name] } : {}),
    ...(errors[field.name] ? { error: errors[field.name] } : {}),
  }));

export const sentence = (text: string): ChatAnswer => ({ kind: 'sentence', sentence: text });
