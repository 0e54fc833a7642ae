import type { EditableTopic as Topic } from '@bitacora/core/contract/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activity/activity';
import { topicTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useSubmission } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import { Form } from '../ui/form.tsx';

interface TopicFormProps {
  /** The topic to edit; its name stays. A new one without. */
  topic?: Topic;
  onDone(sentence: string): void;
  onBack(): void;
}

/** Registers a topic, or edits its description and department. */
export function TopicForm({ topic, onDone, onBack }: TopicFormProps) {
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
