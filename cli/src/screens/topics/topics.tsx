import type { EditableTopic as Topic } from '@bitacora/core/contract/topic-endpoints';
import { topicTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { terminalLists } from '../../messages/screens.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { List } from '../ui/list.tsx';
import { TopicForm } from './topic-form.tsx';

const columns: readonly TableColumn<Topic>[] = [
  { title: topicTexts.id, of: ({ id }) => String(id), width: 6, isNumber: true },
  { title: topicTexts.name, of: ({ name }) => name, width: 24, grows: true },
  { title: topicTexts.department, of: ({ department }) => department, width: 18 },
  { title: topicTexts.description, of: ({ description }) => description ?? topicTexts.noDescription, width: 20, grows: true, rank: 1 },
];

/** The topics of the company. */
export function Topics() {
  const { client, notify } = useAdmin();
  const [edited, setEdited] = useState<Topic | 'new' | null>(null);
  const topics = useLoaded(() => client.listTopics(), []);
  const finish = (sentence: string) => {
    setEdited(null);
    notify(sentence);
    topics.reload();
  };
  const { keys } = terminalLists;
  return (
    <List
      title={topicTexts.title}
      loaded={topics}
      columns={columns}
      searchTexts={({ name, description, department }) => [name, description ?? '', department]}
      countRows={topicTexts.count}
      empty={topicTexts.empty}
      noMatch={topicTexts.noMatch}
      detail={({ description }) => description ?? topicTexts.noDescription}
      over={edited && <TopicForm topic={edited === 'new' ? undefined : edited} onDone={finish} onBack={() => setEdited(null)} />}
      acts={(topic) => [
        { names: ['n'], label: keys.register, run: () => setEdited('new') },
        ...(topic ? [{ names: ['e', 'enter'] as const, label: keys.edit, run: () => setEdited(topic) }] : []),
      ]}
    />
  );
}
