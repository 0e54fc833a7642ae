import type { Channel } from '../people/person.ts';

export const chatServices = ['slack', 'teams'] as const satisfies readonly Channel[];
export type ChatService = (typeof chatServices)[number];
/** As a client reads it: a service that a newer server added is 'other'. */
export type ReadChatService = ChatService | 'other';

/** Who someone is in a chat, as the chat itself vouches for; never an email (docs/product.md, 8). */
export interface ChatIdentity {
  service: ChatService;
  workspace: string;
  chatUserId: string;
}

/** Where a chat writes to a linked person, or to the conversation they chose: `conversation` is the chat's own reference. */
export interface ChatAddress extends ChatIdentity {
  chatLinkId: number;
  conversation: string;
}

/** What draws a card again; the bot alone understands it. */
export type CardAction = { flow: string } & Record<string, string | number | boolean | null>;

/** Where a person opens the bot in a chat, or adds it there. */
export interface ChatEntrance {
  service: ChatService;
  url: string;
}
/** A bot names its entrances every day, so later its chat is gone. */
export const ENTRANCE_DAYS = 7;

/** The message of the App Home, a card that also shows work that its person gets later. Migration 163 knows this word too. */
export const HOME_MESSAGE = 'home';

/** A card as it stands in a chat. */
export interface PostedCard {
  conversation: string;
  message: string;
  press: CardAction;
  activityIds: readonly number[];
}
