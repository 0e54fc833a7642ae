import { webApi } from '@slack/bolt';
import { patiently } from '../calls/patiently.ts';
import type { Reach } from './reach.ts';
import type { Stage } from './turn.ts';
import { type Drawn, whisper } from './whisper.ts';

/** Draws in the turn's place; answers the message's timestamp where it now stands in the asker's own conversation, else null. */
export async function drawInPlace(stage: Stage, drawn: Drawn, reach: Reach): Promise<string | null> {
  const { place, asker } = stage;
  if (place.kind === 'card') return update(place, drawn, stage, reach);
  if (place.kind === 'home') {
    await patiently(() => reach.client.views.publish({ user_id: asker.chatUserId, view: { type: 'home', blocks: drawn.blocks } }));
    return null;
  }
  if (place.kind === 'whisper' && (await whisper(stage, drawn, reach, place.replaces))) return null;
  return say(stage, drawn, reach);
}

/** A new message in the asker's own conversation. */
export async function say({ asker, thread }: Stage, drawn: Drawn, { client }: Reach): Promise<string> {
  const quiet = { unfurl_links: false, unfurl_media: false };
  const posted = await patiently(() =>
    client.chat.postMessage({ channel: asker.conversation, ...drawn, ...quiet, ...(thread && { thread_ts: thread }) }),
  );
  return posted.ts as string;
}

/** A message that can no longer be changed is followed by a new one. */
async function update({ channel, ts }: { channel: string; ts: string }, drawn: Drawn, stage: Stage, reach: Reach): Promise<string> {
  try {
    await patiently(() => reach.client.chat.update({ channel, ts, ...drawn }));
    return ts;
  } catch (error) {
    if (!(error instanceof webApi.WebAPIPlatformError)) throw error;
    return say(stage, drawn, reach);
  }
}
