import type { Card } from '../../card.ts';
import { type Chat, NotPosted } from '../../request.ts';
import { readChunks } from '../../transport.ts';
import { type Connector, decodeReference, type TeamsReference } from './api.ts';
import { drawCard, messageOf } from './cards.ts';
import type { MessageActivities } from './deliveries.ts';
import type { TeamsHosts } from './settings.ts';

const MAX_MARKS = 1_000;
const IMAGE_TIMEOUT_MS = 30_000;

interface TeamsChatContext {
  connector: Connector;
  hosts: TeamsHosts;
  messageActivities: MessageActivities;
  token: () => Promise<string>;
}

/** What the bot posts without a request. */
export function createChat({ connector, hosts, messageActivities, token }: TeamsChatContext): Chat {
  const messageByMark = new Map<string, string>();
  const asMessage = (card: Card) => messageOf(drawCard(card), card.title);

  function referenceIn(conversation: string): TeamsReference {
    const reference = decodeReference(conversation, hosts);
    if (!reference) throw new NotPosted('Teams: no conversation to write to', { isCertain: true, isFinal: true });
    return reference;
  }

  return {
    async post(conversation, card, mark) {
      const reference = referenceIn(conversation);
      const message = await connector.post(reference, asMessage(card));
      messageByMark.set(mark, message);
      const oldest = messageByMark.keys().next();
      if (messageByMark.size > MAX_MARKS && !oldest.done) messageByMark.delete(oldest.value);
      messageActivities.set(reference, message, card.activityIds);
      return message;
    },
    async redraw(conversation, message, card) {
      const reference = referenceIn(conversation);
      await connector.update(reference, message, asMessage(card));
      messageActivities.set(reference, message, card.activityIds);
    },
    /** Only what this process has posted, because a Teams bot cannot read the messages of a chat. */
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
  const chunks = await readChunks(response.body ?? [], failure('an image of over 10 MB'));
  return new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' });
}
