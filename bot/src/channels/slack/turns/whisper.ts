import type { types } from '@slack/bolt';
import type { Reach } from './reach.ts';
import type { Stage } from './turn.ts';

const WITHIN_MS = 10_000;

export interface Drawn {
  text: string;
  blocks: types.KnownBlock[];
}

/** Says something to the asker alone where others may read along; false where Slack gave no way to. */
export async function whisper({ responseUrl, place, asker }: Stage, drawn: Drawn, reach: Reach, replaces = false): Promise<boolean> {
  if (responseUrl && reach.hosts.isOfAnswers(responseUrl) && (await respond(responseUrl, drawn, replaces))) return true;
  if (!('channel' in place)) return false;
  const { text, blocks } = drawn;
  const said = await reach.client.chat.postEphemeral({ channel: place.channel, user: asker.chatUserId, text, blocks }).catch(() => null);
  return said !== null;
}

async function respond(url: string, { text, blocks }: Drawn, replaces: boolean): Promise<boolean> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, blocks, response_type: 'ephemeral', replace_original: replaces }),
    redirect: 'error',
    signal: AbortSignal.timeout(WITHIN_MS),
  }).catch(() => null);
  return response?.ok ?? false;
}
