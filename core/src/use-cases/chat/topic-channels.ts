import { type ChatService, findLoss, type TopicChannelLoss } from '../../domain/chat/chat.ts';
import { Refused } from '../../domain/refusal.ts';
import type { TopicChannel } from '../../persistence/topics/topics.ts';
import { type AdminContext, recordAdminAct } from '../record-admin-act.ts';
import type { UseCase } from '../use-case.ts';
import { findCallingLink } from './chat-links.ts';

type NamedChannel = Pick<TopicChannel, 'topicId' | 'topic' | 'service' | 'displayName'>;

const channelFacts = ({ topicId, topic, service, displayName }: NamedChannel) => ({
  subject: { kind: 'topic', id: topicId, name: topic } as const,
  facts: { service, channel: displayName },
});

/** Announces the work of a topic in that channel, of the calling chat, from now on. */
export const addTopicChannel: UseCase<{ topicId: number; conversation: string; displayName: string }, { id: number }> = async (context) => {
  const { repos, actor, input, now } = context;
  const { topicId, conversation, displayName } = input;
  const { id: chatLinkId, service } = await findCallingLink(context);
  const topic = await repos.topics.find(topicId);
  if (!topic) throw new Refused({ code: 'topic.unknown' });
  const channel = { topicId, userId: actor.id, chatLinkId, service, conversation, displayName, startedAt: now };
  const id = await repos.topicChannels.add(channel);
  if (id === undefined) throw new Refused({ code: 'topicChannel.duplicate' });
  const { subject, facts: after } = channelFacts({ ...channel, topic: topic.name });
  await recordAdminAct(context, { act: 'topicChannel.add', subject, after });
  return { id };
};

/** Ends the announcements of a topic in a channel. */
export const removeTopicChannel: UseCase<{ channelId: number }, void> = async (context) => {
  const removed = await context.repos.topicChannels.remove(context.input.channelId);
  if (!removed) throw new Refused({ code: 'topicChannel.unknown' });
  const { subject, facts: before } = channelFacts(removed);
  await recordAdminAct(context, { act: 'topicChannel.remove', subject, before });
};

/** Lists every channel that announces a topic, or only the announcements of one channel of the calling chat. */
export const listTopicChannels: UseCase<{ conversation?: string | undefined }, TopicChannel[]> = async (context) => {
  const { repos, input } = context;
  if (!input.conversation) return repos.topicChannels.all();
  const { service }: { service: ChatService } = await findCallingLink(context);
  return repos.topicChannels.listByConversation(service, input.conversation);
};

/** Ends announcements that nobody stopped, and says why in the history of the administration. */
export async function endTopicChannel(context: AdminContext, channel: TopicChannel, reason: TopicChannelLoss, answer?: string | null) {
  const removed = await context.repos.topicChannels.remove(channel.id);
  if (!removed) return;
  const { subject, facts } = channelFacts(removed);
  await recordAdminAct(context, { act: 'topicChannel.end', subject, after: { ...facts, reason, ...(answer ? { answer } : {}) } });
}

/** Ends the announcements of people who may no longer ask for them. */
export async function endLostTopicChannels(context: AdminContext): Promise<void> {
  for (const channel of await context.repos.topicChannels.all()) {
    const loss = findLoss(channel);
    if (loss) await endTopicChannel(context, channel, loss);
  }
}
