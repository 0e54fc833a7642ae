import { statusLabels } from '@bitacora/core/messages/labels';
import { clipped } from '@bitacora/core/messages/phrases';
import type { Card } from '../card.ts';
import type { FlowContext } from '../flow.ts';
import { botCards } from '../messages/cards.ts';
import { botFlows } from '../messages/flows.ts';

const MAX_TITLE = 120;
const MAX_HITS = 8;
const MAX_TEXT = 200;

/** What the API finds among the activities that the asker may see; the best first. */
export async function searchCard({ client }: FlowContext, text: string): Promise<Card> {
  const { hits } = await client.searchActivities({ text: text.slice(0, MAX_TEXT) });
  const items = hits.slice(0, MAX_HITS).map(({ id, description, status, topic }) => ({
    title: botCards.item(id, clipped(description, MAX_TITLE)),
    facts: [
      { label: botFlows.searchStatus, value: statusLabels[status] },
      { label: botFlows.searchTopic, value: topic },
    ],
    buttons: [{ label: botCards.open, press: { flow: 'view', view: `activity:${id}` } }],
  }));
  return {
    title: botFlows.searchTitle(clipped(text, MAX_TITLE)),
    groups: items.length > 0 ? [{ items }] : [{ items: [], empty: botFlows.searchNone }],
    ...(hits.length > MAX_HITS ? { note: botFlows.searchMore } : {}),
    activityIds: [],
  };
}
