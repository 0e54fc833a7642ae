import { HOME_MESSAGE } from '@bitacora/core/domain/chat/chat';
import { webApi } from '@slack/bolt';
import type { ChannelProblem } from '../../messages/flows.ts';
import { type Chat, MAX_FILE_BYTES, NotPosted, readChunks } from '../../request.ts';
import { notPosted, sendWithImages, type UploadImages } from './api.ts';
import { cardMessage } from './cards.ts';
import type { SlackHosts } from './settings.ts';

/** The bot's messages have metadata with this event type; its payload holds the mark. */
const EVENT = 'bitacora';
const PAGE_SIZE = 200;
const MAX_PAGES = 5;
const FILE_TIMEOUT_MS = 15_000;

interface SlackChatContext {
  client: webApi.WebClient;
  hosts: SlackHosts;
  token: string;
  upload: UploadImages;
}

/** In Slack a conversation is a channel's id, and a message is its timestamp. */
export function createChat({ client, hosts, token, upload }: SlackChatContext): Chat {
  const throwNotPosted = (error: unknown) => {
    throw notPosted(error);
  };

  return {
    async post(conversation, card, mark) {
      const metadata = { event_type: EVENT, event_payload: { mark } };
      const { ts } = await sendWithImages(await upload(card), (files) =>
        client.chat.postMessage({ channel: conversation, ...cardMessage(card, { files }), metadata }),
      ).catch(throwNotPosted);
      return ts as string;
    },

    async redraw(conversation, message, card, chatUserId) {
      await sendWithImages(await upload(card), async (files) => {
        const contents = cardMessage(card, { files });
        if (message !== HOME_MESSAGE) await client.chat.update({ channel: conversation, ts: message, ...contents });
        else await client.views.publish({ user_id: chatUserId, view: { type: 'home', blocks: contents.blocks } });
      }).catch(throwNotPosted);
    },

    async find(conversation, mark) {
      return findMark(client, conversation, mark).catch((error) => {
        if (isUnreadable(error)) return null;
        throw new NotPosted(notPosted(error).message, { isCertain: false, isFinal: false });
      });
    },

    checkChannel: (conversation) => checkChannel(client, conversation),

    fetchImage: (reference) => fetchFile(reference, { client, hosts, token, upload }),
  };
}

async function findMark(client: webApi.WebClient, channel: string, mark: string): Promise<string | null> {
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { messages = [], response_metadata } = await client.conversations.history({
      channel,
      limit: PAGE_SIZE,
      include_all_metadata: true,
      ...(cursor && { cursor }),
    });
    const message = messages.find(({ metadata }) => metadata?.event_type === EVENT && readMark(metadata) === mark);
    if (message?.ts) return message.ts;
    cursor = response_metadata?.next_cursor || undefined;
    if (!cursor) return null;
  }
  return null;
}

const readMark = ({ event_payload }: { event_payload?: object }) => (event_payload as { mark?: string } | undefined)?.mark;

/** The bot may not read the messages of such a channel, as that of a weekly summary. Any other failure is temporary. */
const isUnreadable = (error: unknown) =>
  error instanceof webApi.WebAPIPlatformError && ['missing_scope', 'not_in_channel', 'channel_not_found'].includes(error.data.error);

/** Slack says of a private channel without the bot that there is none. Throws `NotPosted` where Slack does not answer. */
async function checkChannel(client: webApi.WebClient, channel: string): Promise<ChannelProblem | null> {
  try {
    const { channel: info } = await client.conversations.info({ channel });
    if (info?.is_ext_shared || info?.is_pending_ext_shared) return 'shared';
    if (info?.is_archived) return 'closed';
    return info?.is_member ? null : 'absent';
  } catch (error) {
    const code = error instanceof webApi.WebAPIPlatformError ? error.data.error : '';
    if (code === 'channel_not_found') return 'absent';
    if (code === 'missing_scope') return 'unreadable';
    const { message, isFinal, isOurs } = notPosted(error);
    throw new NotPosted(message, { isCertain: true, isFinal, isOurs });
  }
}

/** Throws for a file that is too large, is not at Slack, or answers with a redirect. */
async function fetchFile(id: string, { client, hosts, token }: SlackChatContext): Promise<Blob> {
  const { file } = await client.files.info({ file: id });
  const url = file?.url_private_download ?? file?.url_private ?? '';
  if (!hosts.isFile(url)) throw new Error('The file lies elsewhere than at Slack.');
  const tooLarge = new Error('The file is too large.');
  if ((file?.size ?? 0) > MAX_FILE_BYTES) throw tooLarge;
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(FILE_TIMEOUT_MS),
  });
  if (!response.ok || !response.body) throw new Error(`Slack does not give the file: ${response.status}.`);
  return new Blob(await readChunks(response.body, tooLarge), { type: file?.mimetype ?? '' });
}
