import type { SearchReply } from '@bitacora/core/contract/activity-endpoints';
import { statusLabels } from '@bitacora/core/messages/labels';
import { searchPlaceLabels } from '@bitacora/core/messages/lists';
import { command } from '../command.ts';
import { terminalSearch as texts } from '../messages/reports.ts';

function lineOf({ id, status, description, topic, found }: SearchReply['hits'][number]): string {
  const place = found && found.where !== 'description' ? ` (${searchPlaceLabels[found.where]}: ${found.snippet})` : '';
  return `${id}  ${statusLabels[status]}  ${topic}: ${description.replace(/\s+/g, ' ')}${place}`;
}

export const search = command({
  name: 'search',
  summary: texts.summary,
  details: texts.details,
  words: [{ name: '<palabras>', summary: texts.words }],
  flags: {},
  fields: { text: '<palabras>' },
  async run({ connect, words: [text = ''] }) {
    const { client } = await connect();
    const reply = await client.searchActivities({ text });
    const { hits, people, topics } = reply;
    const lines = [
      ...hits.map(lineOf),
      ...people.map(({ name, position, department }) => texts.person(name, position, department)),
      ...topics.map(({ name, department }) => texts.topic(name, department)),
    ];
    return { kind: 'done', lines: lines.length > 0 ? lines : [texts.none(text)], value: reply };
  },
});
