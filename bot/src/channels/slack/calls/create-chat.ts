import { webApi } from '@slack/bolt';
import type { Card } from '../../../card.ts';
import { type Chat, NotPosted } from '../../../request.ts';
import { cardBlocks, inWords } from '../block-kit/card-blocks.ts';
import { limits } from '../block-kit/limits.ts';
import type { Hosts } from '../trust/hosts.ts';
import { fetchFile } from './fetch-file.ts';
import { notPosted } from './not-posted.ts';

/** In the metadata of a message of ours. */
const EVENT = 'bitacora';
const PAGE = 200;
const MOST_PAGES = 5;

export const drawn = (card: Card, sentence?: string) => ({
  text: inWords(card),
  blocks: cardBlocks(card, { sentence, most: limits.messageBlocks }),
  unfurl_links: false,
  unfurl_media: false,
});

/** What the bot posts of its own accord. A conversation is a channel's id, a message its timestamp. */
export function createChat({ client, hosts, token }: { client: webApi.WebClient; hosts: Hosts; token: string }): Chat {
  const orNotPosted = (error: unknown) => {
    throw notPosted(error);
  };

  return {
    async post(conversation, card, mark) {
      const metadata = { event_type: EVENT, event_payload: { mark } };
      const { ts } = await client.chat.postMessage({ channel: conversation, ...drawn(card), metadata }).catch(orNotPosted);
      return ts as string;
    },

    async redraw(conversation, message, card) {
      await client.chat.update({ channel: conversation, ts: message, ...drawn(card) }).catch(orNotPosted);
    },

    async find(conversation, mark) {
      return findMark(client, conversation, mark).catch((error) => {
        if (isUnreadable(error)) return null;
        throw new NotPosted(notPosted(error).message, { isCertain: false, isFinal: false });
      });
    },

    fetchImage: (reference) => fetchFile(reference, { client, hosts, token }),
  };
}

async function findMark(client: webApi.WebClient, channel: string, mark: string): Promise<string | null> {
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { messages = [], response_metadata } = await client.conversations.history({
      ...{ channel, limit: PAGE, include_all_metadata: true },
      ...(cursor && { cursor }),
    });
    const found = messages.find(({ metadata }) => metadata?.event_type === EVENT && markOf(metadata) === mark);
    if (found?.ts) return found.ts;
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) return null;
  }
  return null;
}

/** A channel whose messages we may not read, as that of a weekly summary: whether one stands there cannot be told. Any other failure may pass. */
const isUnreadable = (error: unknown) =>
  error instanceof webApi.WebAPIPlatformError && ['missing_scope', 'not_in_channel', 'channel_not_found'].includes(error.data.error);

const markOf = ({ event_payload }: { event_payload?: object }) => (event_payload as { mark?: string } | undefined)?.mark;
