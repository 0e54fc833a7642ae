import type { ChatIdentity } from '@bitacora/core/domain/notifications/chat';
import type { Card, Form, Press } from './card.ts';

/** Who asks, as the chat vouches for it once its signature holds. */
export interface Asker extends ChatIdentity {
  displayName: string;
  /** Where to write to this person alone, as the channel itself wrote it down; it goes back to the channel unread. Empty where they did not write just now. */
  conversation: string;
}

interface Said {
  asker: Asker;
  /** The same for every delivery of one and the same event of the chat, and for no other: what it causes is done once. */
  deliveryId: string;
}

/** A channel where others read along; what answers a word said there is for the asker alone all the same. */
export interface Place {
  conversation: string;
  name: string;
}

/** What someone did in a chat, whichever chat. */
export type Request = Said &
  (
    | { kind: 'command'; words: string; place?: Place }
    | { kind: 'press'; press: Press }
    | { kind: 'submit'; press: Press; values: Readonly<Record<string, string>> }
    /** `activityIds`: those of the card that it answers, empty where it answers none. */
    | { kind: 'images'; images: readonly SentImage[]; activityIds: readonly number[] }
    /** Opens the App Home or the personal tab. */
    | { kind: 'home' }
    /** Whoever looks at a link of the product, in a message for them alone. */
    | { kind: 'look'; activityId: number }
  );

export interface SentImage {
  name: string;
  /** The channel's own reference; `fetchImage` of the same channel gets the bytes. */
  reference: string;
}

/** What the person gets for it. A sentence may stand with a card: the card is then redrawn in its place. */
export type Answer =
  | { kind: 'card'; card: Card; sentence?: string }
  | { kind: 'form'; form: Form }
  /** The card that was pressed stays as it is. */
  | { kind: 'sentence'; sentence: string };

/** The one way in for both channels. It never throws: a refusal or a server that is away is an answer too. */
export type AnswerTo = (request: Request) => Promise<Answer>;

/** Remembers a card that answered somebody, once it stands in the chat or was drawn anew there, so that it follows its activities. Never throws. */
export type KeepCard = (asker: Asker, kept: { message: string; press: Press; activityIds: readonly number[] }) => Promise<void>;

/** What the bot does with a chat of its own accord; each service has one. */
export interface Chat {
  /** Posts to one person or channel; answers what the message is found by again. Throws `NotPosted`. */
  post(conversation: string, card: Card, mark: string): Promise<string>;
  /** Draws a posted card anew. */
  redraw(conversation: string, message: string, card: Card): Promise<void>;
  /** The message with this mark where it was posted earlier and nobody heard of it, else null; always null where a chat cannot tell. */
  find(conversation: string, mark: string): Promise<string | null>;
  /** The bytes of an image sent to the bot: of the chat's own hosts alone, 10 MB at most. */
  fetchImage(reference: string): Promise<Blob>;
}

/**
 * `isCertain`: nothing was posted; else it may have been. `isFinal`: trying again would not help. `isOurs`: the chat refuses the bot itself,
 * whatever it says to whom, until somebody gives it a token that counts.
 */
export class NotPosted extends Error {
  readonly isCertain: boolean;
  readonly isFinal: boolean;
  readonly isOurs: boolean;
  constructor(message: string, { isCertain, isFinal, isOurs = false }: { isCertain: boolean; isFinal: boolean; isOurs?: boolean }) {
    super(message);
    this.isCertain = isCertain;
    this.isFinal = isFinal;
    this.isOurs = isOurs;
  }
}
