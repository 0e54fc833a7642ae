import type { Assignment, EditableTopic, Topic } from '@bitacora/core/contract/topic-endpoints';
import type { Account } from '@bitacora/core/contract/user-endpoints';
import { GENERAL } from '@bitacora/core/domain/activity/activity';
import { isAssignable, isExternal } from '@bitacora/core/domain/activity/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { assignmentTexts, topicTexts } from '@bitacora/core/messages/topics';
import { useState } from 'react';
import { useAdmin, useLoaded, useSubmission, useTask } from '../app/screen-context.ts';
import { terminalLists } from '../messages/screens.ts';
import type { TableColumn } from '../output/fit-columns.ts';
import { Confirm } from './ui/confirm.tsx';
import { Form } from './ui/form.tsx';
import { List } from './ui/table.tsx';

interface TopicFormProps {
  /** The topic to edit; its name stays. A new one without. */
  topic?: EditableTopic;
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

const topicColumns: readonly TableColumn<EditableTopic>[] = [
  { title: topicTexts.id, of: ({ id }) => String(id), width: 6, isNumber: true },
  { title: topicTexts.name, of: ({ name }) => name, width: 24, grows: true },
  { title: topicTexts.department, of: ({ department }) => department, width: 18 },
  { title: topicTexts.description, of: ({ description }) => description ?? topicTexts.noDescription, width: 20, grows: true, rank: 1 },
];

/** The topics of the company. */
export function Topics() {
  const { client, notify } = useAdmin();
  const [edited, setEdited] = useState<EditableTopic | 'new' | null>(null);
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
      columns={topicColumns}
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
function AssignmentForm({ assignments, onDone, onBack }: AssignmentFormProps) {
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

const assignmentColumns: readonly TableColumn<Assignment>[] = [
  { title: assignmentTexts.topic, of: ({ topic }) => topic, width: 22, grows: true },
  { title: assignmentTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber, width: 9, rank: 1 },
  { title: assignmentTexts.employee, of: fullName, width: 22, grows: true },
  { title: assignmentTexts.position, of: ({ position }) => position, width: 16, grows: true, rank: 2 },
];

/** Topics assigned to people of other departments. */
export function Assignments() {
  const { client, notify } = useAdmin();
  const [removed, setRemoved] = useState<Assignment | null>(null);
  const [isAssigning, setIsAssigning] = useState(false);
  const assignments = useLoaded(() => client.listAssignments(), []);
  const task = useTask();
  const finish = (sentence: string) => {
    setRemoved(null);
    setIsAssigning(false);
    notify(sentence);
    assignments.reload();
  };
  const remove = ({ id }: Assignment) =>
    task.run(async () => {
      await client.withdrawTopic({ assignmentId: id });
      finish(assignmentTexts.removed);
    });
  const removing = removed && (
    <Confirm
      title={assignmentTexts.removeTitle}
      lines={[assignmentTexts.removeBody(fullName(removed), removed.topic)]}
      yes={assignmentTexts.removeConfirm}
      no={assignmentTexts.removeKeep}
      doing={task.isBusy ? terminalLists.removing : null}
      failure={task.failure}
      onYes={() => remove(removed)}
      onNo={() => setRemoved(null)}
    />
  );
  const assigning = isAssigning && (
    <AssignmentForm assignments={assignments.value ?? []} onDone={finish} onBack={() => setIsAssigning(false)} />
  );
  const { keys } = terminalLists;
  return (
    <List
      title={assignmentTexts.title}
      loaded={assignments}
      columns={assignmentColumns}
      searchTexts={(one) => [one.topic, fullName(one), one.employeeNumber]}
      countRows={assignmentTexts.count}
      empty={assignmentTexts.empty}
      noMatch={assignmentTexts.noMatch}
      over={removing || assigning || null}
      acts={(one) => [
        { names: ['n'], label: keys.assign, run: () => setIsAssigning(true) },
        ...(one ? [{ names: ['x'] as const, label: keys.remove, run: () => setRemoved(one) }] : []),
      ]}
    />
  );
}
