import type { EditableTopic as Topic } from '@bitacora/core/contract/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activity/activity';
import { topicTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded, useSubmission } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import type { TableColumn } from '../../output/fit-columns.ts';
import { Form } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';

interface TopicFormProps {
  /** The topic to edit; its name stays. A new one without. */
  topic?: Topic;
  onDone(sentence: string): void;
  onBack(): void;
}

/** Registers a topic, or edits its description and department. */
function TopicForm({ topic, onDone, onBack }: TopicFormProps) {
  const { client } = useAdmin();
  const [values, setValues] = useState({
    name: topic?.name ?? '',
    description: topic?.description ?? '',
    department: topic?.department ?? '',
  });
  const { isBusy, failure, errors, submit } = useSubmission();
  const departments = useLoaded(() => client.listDepartments(), []);
  const departmentNames = [GENERAL, ...(departments.value ?? []).map(({ department }) => department)];
  const save = () =>
    submit(async () => {
      const { name, department } = values;
      const description = values.description || null;
      if (topic) await client.updateTopic({ id: topic.id, description, department, seen: topic.version });
      else await client.createTopic({ name, description, department });
      onDone(topic ? topicTexts.edited : topicTexts.registered);
    });
  return (
    <Form
      title={topic ? `${topicTexts.editTitle} · ${topic.name}` : topicTexts.registerTitle}
      fields={[
        ...(topic ? [] : [{ name: 'name' as const, label: topicTexts.name, hint: topicTexts.nameHint }]),
        { name: 'description', label: topicTexts.description },
        {
          name: 'department',
          label: topicTexts.department,
          hint: topicTexts.generalHint,
          options: departmentNames.map((value) => ({ value, label: value })),
        },
      ]}
      values={values}
      errors={errors}
      submit={topic ? topicTexts.editSubmit : topicTexts.register}
      doing={isBusy ? terminalLists.saving : null}
      failure={failure ?? departments.failure}
      onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
      onSubmit={save}
      onBack={onBack}
    />
  );
}

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
