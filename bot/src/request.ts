import type { IncomingMessage } from 'node:http';
import type { ChatIdentity, ChatService } from '@bitacora/core/domain/chat/chat';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import type { ButtonAction, Card, CardForm, CardImage, FieldOption, SearchedAct } from './card.ts';
import type { ChannelProblem } from './messages/flows.ts';

/** A person whom a verified request of the chat names. */
export interface Asker extends ChatIdentity {
  displayName: string;
  /** Opaque address of the person's own chat; only the channel reads it. Empty for a redraw. */
  conversation: string;
  /** The number of a WhatsApp account; absent where it is hidden. */
  phone?: string;
}

interface RequestSource {
  asker: Asker;
  /** The same for each delivery of one event and for no other, so that its effect happens once. */
  deliveryId: string;
}

/** A channel that others read; answers go to the asker alone. */
export interface SharedPlace {
  conversation: string;
  name: string;
}

/** An act of a person in any chat. */
export type RequestContent =
  | { kind: 'command'; words: string; place?: SharedPlace }
  | { kind: 'press'; press: ButtonAction }
  | { kind: 'submit'; press: ButtonAction; values: Readonly<Record<string, string>> }
  /** The images and documents answer the card with these activities; empty without a card. The person sent `words` with them. */
  | { kind: 'images'; images: readonly SentImage[]; words: string; activityIds: readonly number[] }
  /** The words answer a card with these activities. */
  | { kind: 'reply'; words: string; activityIds: readonly number[] }
  /** The person sent the code of their profile, which links the account. */
  | { kind: 'link'; code: string }
  /** The person opened the App Home or the personal tab. */
  | { kind: 'home' }
  /** The person opens the preview of a link; the answer is for them alone. */
  | { kind: 'look'; activityId: number };
export type ChatRequest = RequestSource & RequestContent;

export interface SentImage {
  name: string;
  /** Opaque; only `fetchImage` of the same channel reads it. */
  reference: string;
}

/** The reply to the person. With a card, the sentence is the result of what they did. */
export type ChatAnswer =
  | { kind: 'card'; card: Card; sentence?: string }
  | { kind: 'form'; form: CardForm }
  /** The pressed card does not change. */
  | { kind: 'sentence'; sentence: string };

/** The entry of all channels. It never throws: a refusal or an unreachable API is an answer too. */
export type AnswerTo = (request: ChatRequest) => Promise<ChatAnswer>;

/** Finds the activities that take an act now and have the typed words, while a person types in a list. Never throws. */
export type Suggest = (asker: Asker, act: SearchedAct, typed: string) => Promise<readonly FieldOption[]>;

/** Registers a posted card, so that it is redrawn when its activities change. Never throws. */
export type KeepCard = (asker: Asker, card: { message: string; press: ButtonAction; activityIds: readonly number[] }) => Promise<void>;

export interface BotForChannels {
  answer: AnswerTo;
  keep: KeepCard;
  suggest: Suggest;
  /** Reads an image of a card, for a chat that keeps a copy. */
  readImage(image: CardImage): Promise<Blob>;
}

/** WhatsApp has no cards to redraw, and one template a day. */
export interface BotForWhatsapp extends Omit<BotForChannels, 'keep'> {
  /** Takes the template of the day for an account; false where it was taken. */
  takeTemplate(identity: ChatIdentity): Promise<boolean>;
  /** Moves a digest to email that was reported as sent and did not arrive. */
  returnDigest(digest: string): Promise<void>;
}

/** The bot uses it to write in a chat without a request; each service has one. */
export interface Chat {
  /** Posts to a person or a channel; returns the message's id. Throws `NotPosted`. */
  post(conversation: string, card: Card, mark: string): Promise<string>;
  /** True where the chat cannot change a message, so that its cards are not registered. */
  isFixed?: true;
  /** Redraws a posted card, or the App Home of that user where the message is `HOME_MESSAGE`. */
  redraw(conversation: string, message: string, card: Card, chatUserId: string): Promise<void>;
  /** Finds the id of an earlier message with this mark, else null; always null where a chat has no search. */
  find(conversation: string, mark: string): Promise<string | null>;
  /** Says why the bot may announce nothing in a channel; null where it may. */
  checkChannel(conversation: string): Promise<ChannelProblem | null>;
  /** Reads an image or a document that a person sent; only from the chat's own hosts, at most 20 MB. */
  fetchImage(reference: string): Promise<Blob>;
}

/** The largest file of a person that the bot takes from a chat. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
type Bytes = Uint8Array<ArrayBuffer>;

/** Stops at the limit, because a server can state a wrong size. */
export async function readChunks(body: AsyncIterable<Bytes> | Iterable<Bytes>, tooLarge: Error): Promise<Bytes[]> {
  const chunks: Bytes[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_FILE_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return chunks;
}

/** Reads the bytes of a request, such as a chat has signed them; null for more than `mostBytes`, because the rest is not read. */
export async function readRawBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The connection failed before anything was sent. */
export const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Logs only the texts of a library's warnings, because its errors carry what people wrote and the bot's token. */
export const libraryWarning =
  (log: Pick<Logger, 'warn'>, chat: ChatService) =>
  (...parts: unknown[]): void => {
    const texts = parts.map((part) => (part instanceof Error ? part.message : typeof part === 'string' ? part : ''));
    log.warn(`${chat}: ${texts.filter(Boolean).join(' ')}`);
  };

/** A chat service as the process mounts it. */
export interface ChatChannel {
  chat: Chat;
  /** Takes requests of the chat service. It reads the raw body, so no earlier middleware may read it. */
  middleware: Middleware;
  /** Returns the address where people open the bot. It is known once the service has accepted the bot. */
  entrance(): string;
  /** Resolves when the service has accepted the bot, and retries while it is unreachable. Rejects where the service refuses the bot. */
  start(): Promise<void>;
  /** Takes no new request; resolves when running work is done, or after ten seconds. */
  stop(): Promise<void>;
}

/**
 * `isCertain`: nothing was posted; else it may have been. `isFinal`: a retry cannot help. `isOurs`: the chat refuses the bot's own
 * token, so every post fails until an administrator replaces it.
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

const CONSULT = /^\/(?:Consult_My_Activity|Consult_Activitie_Assigned|Consult_Completed_Activity)\/(\d{1,9})\/?$/;

/** Returns the activity whose consult page a link of the product leads to; null for any other link, of the product or not. */
export function linkedActivity(link: string, publicUrl: string): number | null {
  if (!URL.canParse(link)) return null;
  const { origin, pathname } = new URL(link);
  if (origin !== new URL(publicUrl).origin) return null;
  const id = Number(CONSULT.exec(pathname)?.[1]);
  return id > 0 ? id : null;
}
