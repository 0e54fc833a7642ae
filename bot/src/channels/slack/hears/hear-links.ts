import type { types } from '@slack/bolt';
import { botSlack } from '../../../messages/slack.ts';
import { linkedActivity } from '../../linked-activity.ts';
import { actions } from '../block-kit/buttons.ts';
import { limits } from '../block-kit/limits.ts';
import { plain } from '../block-kit/text.ts';
import { patiently } from '../calls/patiently.ts';
import type { Ears } from './hear.ts';

type Shared = { channel: string; message_ts: string; unfurl_id?: string; source?: string; links: { url: string }[] };

/** What everybody in a channel may see of an activity: its folio, and a button that answers whoever presses it under their own rights. */
function preview(id: number): { blocks: types.KnownBlock[] } {
  const look: types.Button = {
    type: 'button',
    action_id: `${actions.look}-${id}`,
    value: String(id),
    text: plain(botSlack.look, limits.buttonLabel),
  };
  return { blocks: [{ type: 'section', text: plain(botSlack.linked(id), limits.text), accessory: look }] };
}

/** Links of the product in a message. */
export function hearLinks({ app, deliveries, reach, publicUrl }: Ears): void {
  app.event('link_shared', async ({ event, body }) => {
    const { channel, message_ts: ts, unfurl_id, source, links } = event as unknown as Shared;
    const found = links.flatMap(({ url }) => {
      const id = linkedActivity(url, publicUrl);
      return id ? [[url, preview(id)] as const] : [];
    });
    if (!found.length) return;
    const where = unfurl_id && source ? { unfurl_id, source: source as 'composer' | 'conversations_history' } : { channel, ts };
    deliveries.take(body.event_id, async () => {
      await patiently(() => reach.client.chat.unfurl({ ...where, unfurls: Object.fromEntries(found) }));
    });
  });
}
