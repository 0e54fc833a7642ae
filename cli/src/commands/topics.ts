import type { Endpoints, Reply } from '@bitacora/core/contract';
import type { Topic } from '@bitacora/core/contract/topics/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { chatServiceNames } from '@bitacora/core/messages/account/profile';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { topicChannelTexts, topicTexts } from '@bitacora/core/messages/topics/topics';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { text } from '../flags.ts';
import { requireConfirmation } from '../input.ts';
import { findNamed, mentions } from '../matching.ts';
import { terminalAdmin } from '../messages/admin.ts';

const { topics: topicHelp } = terminalAdmin;

const columns: readonly ListingColumn<Topic>[] = [
  { title: topicTexts.id, of: ({ id }) => id },
  { title: topicTexts.name, of: ({ name }) => name, isLong: true },
  { title: topicTexts.department, of: ({ department }) => department },
  { title: topicTexts.description, of: ({ description }) => description, isLong: true },
];

export const topicsList = command({
  name: 'topics list',
  summary: topicHelp.list,
  watches: true,
  flags: { search: text('texto', topicTexts.search), department: text('departamento', topicHelp.ofDepartment) },
  async run({ connect, flags: { search = '', department } }) {
    const { client } = await connect();
    const topics = (await client.listTopics()).filter(
      (topic) =>
        mentions([topic.name, topic.description], search) && (department === undefined || mentions([topic.department], department)),
    );
    return wholeList(columns, topics, { empty: topicTexts.none, foot: topicTexts.count(topics.length) });
  },
});

export const topicsCreate = command({
  name: 'topics create',
  summary: topicHelp.create,
  words: [{ name: '<nombre>', summary: topicHelp.name }],
  flags: { department: text('departamento', topicHelp.department), description: text('texto', topicTexts.description) },
  async run({ connect, words: [name = ''], flags: { department, description = null } }) {
    if (department === undefined) throw new Stopped(exits.usage, topicHelp.departmentMissing, topicHelp.departmentExample);
    const { client } = await connect();
    const { id } = await client.createTopic({ name, department, description });
    return { kind: 'done', lines: [topicHelp.created(id)], value: { success: true, id } };
  },
});

export const topicsUpdate = command({
  name: 'topics update',
  summary: topicHelp.update,
  details: topicHelp.updateDetails,
  words: [{ name: '<tema>', summary: topicHelp.topic }],
  flags: { department: text('departamento', topicHelp.department), description: text('texto', topicHelp.newDescription) },
  async run({ connect, words: [typed = ''], flags: { department, description } }) {
    if (department === undefined && description === undefined) throw new Stopped(exits.usage, topicHelp.nothingToUpdate);
    const { client } = await connect();
    const topic = findNamed(await client.listTopics(), typed);
    await client.updateTopic({
      id: topic.id,
      seen: topic.version,
      department: department ?? topic.department,
      description: description === undefined ? topic.description : description || null,
    });
    return { kind: 'done', lines: [topicTexts.edition.done], value: { success: true, id: topic.id } };
  },
});

const { chats: channelHelp } = terminalAdmin;
type ListedChannel = Reply<Endpoints['listTopicChannels']>[number];

const channelColumns = (zone: string): readonly ListingColumn<ListedChannel>[] => [
  { title: 'ID', of: ({ id }) => id },
  { title: topicChannelTexts.topic, of: ({ topic }) => topic, isLong: true },
  { title: topicChannelTexts.channel, of: ({ displayName }) => displayName, isLong: true },
  { title: topicChannelTexts.service, of: ({ service }) => chatServiceNames[service], rank: 2 },
  { title: topicChannelTexts.subscriber, of: fullName, isLong: true, rank: 1 },
  { title: topicChannelTexts.startedOn, of: ({ startedAt }) => writtenInstant(startedAt, zone), rank: 3 },
];

export const chatsChannels = command({
  name: 'chats channels',
  summary: channelHelp.channels,
  watches: true,
  async run({ connect }) {
    const { client } = await connect();
    const [channels, { zone }] = await Promise.all([client.listTopicChannels({}), client.readSession()]);
    return wholeList(channelColumns(zone), channels, { empty: topicChannelTexts.none, foot: topicChannelTexts.count(channels.length) });
  },
});

export const chatsRemove = command({
  name: 'chats remove',
  summary: channelHelp.remove,
  words: [{ name: '<id>', summary: channelHelp.id }],
  confirms: true,
  async run(call) {
    const [typed = ''] = call.words;
    const { client } = await call.connect();
    const channel = (await client.listTopicChannels({})).find(({ id }) => String(id) === typed);
    if (!channel) throw new Stopped(exits.usage, channelHelp.unknown(typed), channelHelp.seeList);
    await requireConfirmation(call, topicChannelTexts.removal.body(channel.topic, channel.displayName));
    await client.removeTopicChannel({ channelId: channel.id });
    return { kind: 'done', lines: [topicChannelTexts.removal.done], value: { success: true, id: channel.id } };
  },
});
