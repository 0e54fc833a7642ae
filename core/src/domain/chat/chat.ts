import { addDays, type CalendarDate, HOUR_MS, isMonday, localHour, MINUTE_MS } from '../calendar.ts';
import { adminPolicy, type Channel, type Person } from '../people/person.ts';

/** The chats that have channels. */
export const channelServices = ['slack', 'teams'] as const;
export type ChannelService = (typeof channelServices)[number];
export const chatServices = [...channelServices, 'whatsapp'] as const satisfies readonly Channel[];
export type ChatService = (typeof chatServices)[number];
/** A service as a client reads it: one that a newer server added is 'other'. */
export type ReadChatService = ChatService | 'other';

/** A person's identity in a chat, as the chat itself vouches for it; never an email (docs/product.md, 8). */
export interface ChatIdentity {
  service: ChatService;
  workspace: string;
  chatUserId: string;
}

/** The place where a chat writes to a linked person, or the conversation they chose: `conversation` is the chat's own reference. */
export interface ChatAddress extends ChatIdentity {
  chatLinkId: number;
  conversation: string;
}

/** The action that draws a card again; the bot alone understands it. */
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

/** Names a piece of chat work to its holder; to the bot it is one opaque text. */
export type ChatClaim =
  | {
      kind: 'digest';
      chatLinkId: number;
      letter: string;
      tries: number;
      claimedUntil: Date;
      uncertainTries: number;
      /** The newest history row of its activities when it was composed. */
      seenHistoryId: number;
    }
  | { kind: 'card'; cardId: number; claim: string; claimedUntil: Date }
  | { kind: 'task'; taskId: number; claimedUntil: Date };

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const digestShape = new RegExp(`^digest:(\\d{1,9}):(${UUID}):(\\d{1,9}):(\\d{1,15}):(\\d{1,9}):(\\d{1,15})$`);
const cardShape = new RegExp(`^card:(\\d{1,15}):(${UUID}):(\\d{1,15})$`);
const taskShape = /^task:(\d{1,15}):(\d{1,15})$/;

export function claimText(claim: ChatClaim): string {
  const until = claim.claimedUntil.getTime();
  if (claim.kind === 'card') return `card:${claim.cardId}:${claim.claim}:${until}`;
  if (claim.kind === 'task') return `task:${claim.taskId}:${until}`;
  const { chatLinkId, letter, tries, uncertainTries, seenHistoryId } = claim;
  return `digest:${chatLinkId}:${letter}:${tries}:${until}:${uncertainTries}:${seenHistoryId}`;
}

/** Returns null for a text that `claimText` never made. */
export function readClaim(text: string): ChatClaim | null {
  const [, cardId, claim, cardUntil] = cardShape.exec(text) ?? [];
  if (cardId && claim) return { kind: 'card', cardId: Number(cardId), claim, claimedUntil: new Date(Number(cardUntil)) };
  const [, taskId, taskUntil] = taskShape.exec(text) ?? [];
  if (taskId) return { kind: 'task', taskId: Number(taskId), claimedUntil: new Date(Number(taskUntil)) };
  const [, chatLinkId, letter, tries, until, uncertainTries, seenHistoryId] = digestShape.exec(text) ?? [];
  if (!letter) return null;
  return {
    kind: 'digest',
    chatLinkId: Number(chatLinkId),
    letter,
    tries: Number(tries),
    claimedUntil: new Date(Number(until)),
    uncertainTries: Number(uncertainTries),
    seenHistoryId: Number(seenHistoryId),
  };
}

/** The lease of a piece of work. */
export const CHAT_LEASE_MS = 2 * MINUTE_MS;
/** A digest due for longer goes by email, within a quarter of an hour of being due (decision 17). */
export const CHAT_DIGEST_MS = 10 * MINUTE_MS;
/** A change waits this long, so that several are drawn at once, and after the reply to a button. */
export const SETTLED_MS = 5_000;
/** The App Home is redrawn at most once within this time, because each change of its person's work makes it stale. */
export const HOME_PAUSE_MS = 30_000;
/** The time to the next try; cards and tasks wait twice as long each time. */
export const CHAT_RETRY_MS = MINUTE_MS;
/** Tries of a card or task; the last one comes after 17 hours. News of a topic have more. */
export const CHAT_TRIES = 11;
/** A greeting is not posted later than this. */
export const GREETING_MS = HOUR_MS;
/** Cards older than this are not redrawn. */
export const CARD_DAYS = 30;

const SUMMARY_OPENS = 8;
const SUMMARY_CLOSES = 20;

/** Returns the last week, from Monday to Sunday, on Mondays from 8:00 to 20:00 in the business zone; null at other times. */
export function weekToSummarize(zone: string, now: Date, today: CalendarDate): { from: CalendarDate; to: CalendarDate } | null {
  const hour = localHour(zone, now);
  if (!isMonday(today) || hour < SUMMARY_OPENS || hour >= SUMMARY_CLOSES) return null;
  return { from: addDays(today, -7), to: addDays(today, -1) };
}

/** The news of a topic that are announced in a channel, in the order of the message. Migration 174 knows these words too. */
export const topicNewsKinds = ['assigned', 'completed', 'rejected', 'verified', 'canceled', 'late'] as const;
export type TopicNewsKind = (typeof topicNewsKinds)[number];

/** News wait this long for others of their channel, so that it is not flooded. */
export const TOPIC_NEWS_GATHER_MS = 5 * MINUTE_MS;
/** News older than this are not announced. */
export const TOPIC_NEWS_DAYS = 7;

/** The reasons why announcements end that nobody stopped; `refused` means by the chat. */
export type TopicChannelLoss = 'unlinked' | 'inactive' | 'notPrivileged' | 'refused';

type Subscriber = Pick<Person, 'kind' | 'position' | 'isActive'> & { chatLinkId: number | null };

/** Returns null while the person who asked for the announcements may have them. */
export function findLoss(subscriber: Subscriber): TopicChannelLoss | null {
  if (!subscriber.isActive) return 'inactive';
  if (!adminPolicy.manageTopicChannels(subscriber)) return 'notPrivileged';
  return subscriber.chatLinkId === null ? 'unlinked' : null;
}
