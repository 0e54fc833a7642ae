import type { Endpoints, Reply } from '@bitacora/core/contract';
import { fullName } from '@bitacora/core/domain/people/person';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { chatServiceNames } from '@bitacora/core/messages/profile';
import { topicChannelTexts } from '@bitacora/core/messages/topics';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { terminalAdmin } from '../messages/admin.ts';
import type { ListingColumn } from '../outcome.ts';
import { requireConfirmation } from '../prompts.ts';

const { chats: texts } = terminalAdmin;
type ListedChannel = Reply<Endpoints['listTopicChannels']>[number];

const columnsIn = (zone: string): readonly ListingColumn<ListedChannel>[] => [
  { title: 'ID', of: ({ id }) => id },
  { title: topicChannelTexts.topic, of: ({ topic }) => topic, isLong: true },
  { title: topicChannelTexts.channel, of: ({ displayName }) => displayName, isLong: true },
  { title: topicChannelTexts.service, of: ({ service }) => chatServiceNames[service], rank: 2 },
  { title: topicChannelTexts.subscriber, of: fullName, isLong: true, rank: 1 },
  { title: topicChannelTexts.startedOn, of: ({ startedAt }) => writtenInstant(startedAt, zone), rank: 3 },
];

export const chatsChannels = command({
  name: 'chats channels',
  summary: texts.channels,
  lists: true,
  watches: true,
  flags: {},
  async run({ connect }) {
    const { client } = await connect();
    const [channels, { zone }] = await Promise.all([client.listTopicChannels({}), client.readSession()]);
    const { length: total } = channels;
    return {
      kind: 'rows',
      columns: columnsIn(zone),
      rows: channels,
      total,
      empty: topicChannelTexts.none,
      foot: topicChannelTexts.count(total),
    };
  },
});

export const chatsRemove = command({
  name: 'chats remove',
  summary: texts.remove,
  words: [{ name: '<id>', summary: texts.id }],
  confirms: true,
  flags: {},
  async run(call) {
    const [typed = ''] = call.words;
    const { client } = await call.connect();
    const channel = (await client.listTopicChannels({})).find(({ id }) => String(id) === typed);
    if (!channel) throw new Stopped(exits.usage, texts.unknown(typed), texts.seeList);
    await requireConfirmation(call, call.common.yes, topicChannelTexts.removeBody(channel.topic, channel.displayName));
    await client.removeTopicChannel({ channelId: channel.id });
    return { kind: 'done', lines: [topicChannelTexts.removed], value: { success: true, id: channel.id } };
  },
});
