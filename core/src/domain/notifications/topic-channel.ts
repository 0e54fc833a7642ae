import { adminPolicy, type Person } from '../people/person.ts';

/** What is announced of a topic in a channel, in the order of the message. Migration 174 knows these words too. */
export const topicNewsKinds = ['assigned', 'completed', 'rejected', 'verified', 'canceled', 'late'] as const;
export type TopicNewsKind = (typeof topicNewsKinds)[number];

/** News wait this long for others of their channel, so that it is not flooded. */
export const TOPIC_NEWS_GATHER_MS = 5 * 60_000;
/** Nobody announces older news. */
export const TOPIC_NEWS_DAYS = 7;

/** Why announcements end that nobody stopped: `refused` by the chat. */
export type TopicChannelLoss = 'unlinked' | 'inactive' | 'notPrivileged' | 'refused';

type Subscriber = Pick<Person, 'kind' | 'position' | 'isActive'> & { chatLinkId: number | null };

/** Null while the person who asked for the announcements may. */
export function lossOf(subscriber: Subscriber): TopicChannelLoss | null {
  if (!subscriber.isActive) return 'inactive';
  if (!adminPolicy.announceTopics(subscriber)) return 'notPrivileged';
  return subscriber.chatLinkId === null ? 'unlinked' : null;
}
