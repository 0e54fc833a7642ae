import type { Assignment, Topic } from '@bitacora/core/contract/topic-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { isAssignable, isExternal } from '@bitacora/core/domain/activity/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { assignmentTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useAdmin } from '../../app/admin-context.ts';
import { useLoaded, useSubmission } from '../../app/use-task.ts';
import { terminalLists } from '../../messages/screens.ts';
import { Form } from '../ui/form.tsx';

interface AssignmentFormProps {
  /** The existing ones, because nobody gets a topic twice. */
  assignments: readonly Assignment[];
  onDone(sentence: string): void;
  onBack(): void;
}

/** Active people of other departments who do not have the topic. */
const candidatesFor = (topic: Topic, people: readonly Account[], assignments: readonly Assignment[]): Account[] =>
  people.filter(
    (one) =>
      one.isActive && isExternal(topic, one) && !assignments.some(({ topicId, userId }) => topicId === topic.id && userId === one.id),
  );

/** Assigns a topic to a person of another department. */
export function AssignmentForm({ assignments, onDone, onBack }: AssignmentFormProps) {
  const { client } = useAdmin();
  const [values, setValues] = useState({ topicId: '', userId: '' });
  const { isBusy, failure, errors, submit } = useSubmission();
  const choices = useLoaded(() => Promise.all([client.listTopics(), client.listUsers()]), []);
  const [topics = [], people = []] = choices.value ?? [];
  const topic = topics.find(({ id }) => String(id) === values.topicId);
  const save = () =>
    submit(async () => {
      await client.assignTopic({ topicId: Number(values.topicId), userId: Number(values.userId) });
      onDone(assignmentTexts.assigned);
    });
  const topicOptions = topics
    .filter(isAssignable)
    .map(({ id, name, department }) => ({ value: String(id), label: name, hint: department }));
  const personOptions = topic
    ? candidatesFor(topic, people, assignments).map((one) => ({
        value: String(one.id),
        label: fullName(one),
        hint: `${one.employeeNumber} · ${one.department}`,
      }))
    : [];
  return (
    <Form
      title={assignmentTexts.assignTitle}
      lead={assignmentTexts.assignLead}
      fields={[
        {
          name: 'topicId',
          label: assignmentTexts.topic,
          hint: assignmentTexts.topicHint,
          options: topicOptions,
          none: assignmentTexts.noTopics,
        },
        {
          name: 'userId',
          label: assignmentTexts.employee,
          options: personOptions,
          none: topic ? assignmentTexts.noEmployees : assignmentTexts.employeeFirstTopic,
        },
      ]}
      values={values}
      errors={errors}
      submit={assignmentTexts.assign}
      doing={isBusy ? terminalLists.saving : null}
      failure={failure ?? choices.failure}
      onChange={(name, value) => setValues((before) => ({ ...before, ...(name === 'topicId' ? { userId: '' } : {}), [name]: value }))}
      onSubmit={save}
      onBack={onBack}
    />
  );
}
