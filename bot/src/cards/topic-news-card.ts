import type { ChatWork } from '@bitacora/core/contract/chat/bot-endpoints';
import { topicNewsKinds } from '@bitacora/core/domain/chat/chat';
import type { Card, Group, Item } from '../card.ts';
import { botCards } from '../messages/bot.ts';
import { botTopics } from '../messages/flows.ts';

type TopicNewsTask = Extract<ChatWork['task'], { kind: 'topicNews' }>;

/** Slack has room for this number of items. */
const MOST_ITEMS = 15;
const MAX_NAME = 100;

const newsItem = ({ activityId }: { activityId: number }): Item => ({
  title: botCards.activityTitle(activityId),
  facts: [],
  buttons: [{ label: botCards.open, press: { flow: 'view', view: `activity:${activityId}` } }],
});

/** Shows folios and counts without texts or names of people, because some readers may not see the work. 'Ver' answers each reader alone. */
export function topicNewsCard({ channelId, topic, subscriber, news }: TopicNewsTask): Card {
  const groups: Group[] = [];
  let room = MOST_ITEMS;
  for (const kind of topicNewsKinds) {
    const all = news.filter((entry) => entry.kind === kind);
    if (all.length === 0) continue;
    groups.push({ heading: botCards.heading(botTopics.kinds[kind], all.length), items: all.slice(0, room).map(newsItem), empty: '' });
    room -= Math.min(room, all.length);
  }
  const left = Math.max(0, news.length - MOST_ITEMS);
  return {
    title: botTopics.newsTitle(topic),
    groups,
    note: [left > 0 && botTopics.newsLeft(left), botTopics.newsNote(subscriber)].filter(Boolean).join(' '),
    buttons: [{ label: botTopics.stop, press: { flow: 'topicChannel', act: 'stop', channel: channelId, topic: topic.slice(0, MAX_NAME) } }],
    activityIds: [],
  };
}
