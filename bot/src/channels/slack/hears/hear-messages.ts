import type { KnownEventFromType } from '@slack/bolt';
import { shownActivities } from '../block-kit/shown-activities.ts';
import { patiently } from '../calls/patiently.ts';
import type { Asked, Turn } from '../turns/turn.ts';
import type { Ears } from './hear.ts';

type Message = KnownEventFromType<'message'>;
type FromPerson = Extract<Message, { subtype: undefined | 'file_share' }>;

/** An upload of thirty images is answered for these. */
const MOST_IMAGES = 10;

/** Words and images that a person sends to the bot alone. */
export function hearMessages({ app, take, reach }: Ears): void {
  app.message(async ({ message, body }) => {
    if (!isFromPerson(message) || message.channel_type !== 'im') return;
    const turn: Turn = {
      user: { id: message.user },
      deliveryId: body.event_id,
      at: reach.now(),
      place: () => ({ kind: 'talk' }),
      ...(message.thread_ts && { thread: message.thread_ts }),
    };
    const files = ('files' in message && message.files) || [];
    if (!files.length) return void take({ ...turn, thread: undefined }, { kind: 'command', words: message.text ?? '' });
    const images = files.slice(0, MOST_IMAGES).map(({ id, name }) => ({ name: name ?? id, reference: id }));
    const parent = { channel: message.channel, ts: message.thread_ts };
    take(turn, async (): Promise<Asked> => ({ kind: 'images', images, activityIds: await activitiesOf(parent, reach) }));
  });
}

/** What was edited, deleted, or said by a bot is nobody's word to us. */
const isFromPerson = (message: Message): message is FromPerson =>
  (message.subtype === undefined || message.subtype === 'file_share') && !('bot_id' in message && message.bot_id) && Boolean(message.user);

/** Those of the card of ours whose thread it is. */
async function activitiesOf({ channel, ts }: { channel: string; ts?: string }, { client, botId }: Ears['reach']): Promise<number[]> {
  if (!ts) return [];
  const { messages } = await patiently(() => client.conversations.history({ channel, latest: ts, oldest: ts, inclusive: true, limit: 1 }));
  const [card] = messages ?? [];
  return card?.ts === ts && card.bot_id === botId() ? shownActivities(card.blocks) : [];
}
