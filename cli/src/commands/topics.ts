import type { Topic } from '@bitacora/core/contract/topic-endpoints';
import { topicTexts } from '@bitacora/core/messages/topics';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { text } from '../flags.ts';
import { findTopic, mentions } from '../matching.ts';
import { terminalAdmin } from '../messages/admin.ts';
import type { ListingColumn } from '../outcome.ts';

const { topics: texts } = terminalAdmin;

const columns: readonly ListingColumn<Topic>[] = [
  { title: topicTexts.id, of: ({ id }) => id },
  { title: topicTexts.name, of: ({ name }) => name, isLong: true },
  { title: topicTexts.department, of: ({ department }) => department },
  { title: topicTexts.description, of: ({ description }) => description, isLong: true },
];

export const topicsList = command({
  name: 'topics list',
  summary: texts.list,
  lists: true,
  watches: true,
  flags: { search: text('texto', topicTexts.search), department: text('departamento', texts.ofDepartment) },
  async run({ connect, flags: { search = '', department } }) {
    const { client } = await connect();
    const topics = (await client.listTopics()).filter(
      (topic) =>
        mentions([topic.name, topic.description], search) && (department === undefined || mentions([topic.department], department)),
    );
    return { kind: 'rows', columns, rows: topics, total: topics.length, empty: topicTexts.none, foot: topicTexts.count(topics.length) };
  },
});

export const topicsCreate = command({
  name: 'topics create',
  summary: texts.create,
  words: [{ name: '<nombre>', summary: texts.name }],
  flags: { department: text('departamento', texts.department), description: text('texto', topicTexts.description) },
  async run({ connect, words: [name = ''], flags: { department, description = null } }) {
    if (department === undefined) throw new Stopped(exits.usage, texts.departmentMissing, texts.departmentExample);
    const { client } = await connect();
    const { id } = await client.createTopic({ name, department, description });
    return { kind: 'done', lines: [texts.created(id)], value: { success: true, id } };
  },
});

export const topicsUpdate = command({
  name: 'topics update',
  summary: texts.update,
  details: texts.updateDetails,
  words: [{ name: '<tema>', summary: texts.topic }],
  flags: { department: text('departamento', texts.department), description: text('texto', texts.newDescription) },
  async run({ connect, words: [typed = ''], flags: { department, description } }) {
    if (department === undefined && description === undefined) throw new Stopped(exits.usage, texts.nothingToUpdate);
    const { client } = await connect();
    const topic = findTopic(await client.listTopics(), typed);
    await client.updateTopic({
      id: topic.id,
      seen: topic.version,
      department: department ?? topic.department,
      description: description === undefined ? topic.description : description || null,
    });
    return { kind: 'done', lines: [topicTexts.edited], value: { success: true, id: topic.id } };
  },
});
