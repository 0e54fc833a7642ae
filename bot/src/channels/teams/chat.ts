import type { Card } from '../../card.ts';
import { RecentMap } from '../../deliveries.ts';
import { type Chat, NotPosted, readChunks } from '../../request.ts';
import { type Connector, decodeReference, type TeamsReference } from './api.ts';
import { cardMessage, drawCard } from './cards.ts';
import type { TeamsHosts } from './settings.ts';

const MAX_MARKS = 1_000;
const MAX_MESSAGES = 5_000;
const IMAGE_TIMEOUT_MS = 30_000;

/** The user is part of the key, because ids of messages are times and two people can have the same one. */
const messageKey = ({ user }: TeamsReference, message: string) => JSON.stringify([user, message]);

/** Stores the activities of a message, for images that answer it. The bot asks the person where it has no entry any more. */
export class MessageActivities {
  readonly #byMessage = new RecentMap<string, readonly number[]>({ most: MAX_MESSAGES });

  set(to: TeamsReference, message: string, activityIds: readonly number[]): void {
    this.#byMessage.set(messageKey(to, message), activityIds);
  }

  get(to: TeamsReference, message: string | null): readonly number[] {
    return (message !== null && this.#byMessage.get(messageKey(to, message))) || [];
  }
}

interface TeamsChatContext {
  connector: Connector;
  hosts: TeamsHosts;
  messageActivities: MessageActivities;
  token: () => Promise<string>;
}

export function createChat({ connector, hosts, messageActivities, token }: TeamsChatContext): Chat {
  const messageByMark = new RecentMap<string, string>({ most: MAX_MARKS });
  const asMessage = (card: Card) => cardMessage(drawCard(card), card.title);

  function readReference(conversation: string): TeamsReference {
    const reference = decodeReference(conversation, hosts);
    if (!reference) throw new NotPosted('Teams: no conversation to write to', { isCertain: true, isFinal: true });
    return reference;
  }

  return {
    async post(conversation, card, mark) {
      const reference = readReference(conversation);
      const message = await connector.post(reference, asMessage(card));
      messageByMark.set(mark, message);
      messageActivities.set(reference, message, card.activityIds);
      return message;
    },
    async redraw(conversation, message, card) {
      const reference = readReference(conversation);
      await connector.update(reference, message, asMessage(card));
      messageActivities.set(reference, message, card.activityIds);
    },
    /** Finds only what this process has posted, because a Teams bot cannot read the messages of a chat. */
    find: async (_conversation, mark) => messageByMark.get(mark) ?? null,
    /** Teams lets no other company write to the bot, and it posts only where it was added. */
    checkChannel: async (conversation) => (decodeReference(conversation, hosts) ? null : 'closed'),
    fetchImage: (reference) => fetchImage(reference, hosts, token),
  };
}

const failure = (message: string) => new Error(`Teams: ${message}`);

/** Sends the bot's token only to attachments at the service, because the address of a person's file needs none. It follows no redirect. */
export async function fetchImage(reference: string, hosts: TeamsHosts, token: () => Promise<string>): Promise<Blob> {
  const isAttachment = hosts.isAttachment(reference);
  if (!isAttachment && !hosts.isFile(reference)) throw failure('an image that lies elsewhere');
  const headers: Record<string, string> = isAttachment ? { Authorization: `Bearer ${await token()}` } : {};
  const response = await fetch(reference, { headers, redirect: 'error', signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) });
  if (!response.ok) throw failure(`an image answered ${response.status}`);
  const chunks = await readChunks(response.body ?? [], failure('a file of over 20 MB'));
  return new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' });
}
