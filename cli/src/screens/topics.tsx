import type { Assignment, EditableTopic } from '@bitacora/core/contract/topics/topic-endpoints';
import { GENERAL } from '@bitacora/core/domain/activities/activity';
import { assignableOutsiders, isAssignable } from '@bitacora/core/domain/activities/policy';
import { fullName } from '@bitacora/core/domain/people/person';
import { frame } from '@bitacora/core/messages/layout';
import { assignmentTexts, topicTexts } from '@bitacora/core/messages/topics/topics';
import { terminalLists } from '../messages/screens.ts';
import type { TableColumn } from '../output/fit-columns.ts';
import { type QuestionEnd, useAdmin, useForm, useLoaded } from './screen-context.ts';
import { ConfirmAct } from './ui/confirm.tsx';
import { Form } from './ui/form.tsx';
import { List } from './ui/table.tsx';

interface TopicFormProps extends QuestionEnd {
  /** The form edits this topic, but not its name. Without it the form registers a new one. */
  topic?: EditableTopic;
}

/** Registers a topic, or edits its description and department. */
function TopicForm({ topic, onDone, onBack }: TopicFormProps) {
  const { client } = useAdmin();
  const { values, submit, form } = useForm(() => ({
    name: topic?.name ?? '',
    description: topic?.description ?? '',
    department: topic?.department ?? '',
  }));
  const departments = useLoaded(() => client.listDepartments(), []);
  const departmentNames = [GENERAL, ...(departments.value ?? []).map(({ department }) => department)];
  const save = () =>
    submit(async () => {
      const { name, department } = values;
      const description = values.description || null;
      if (topic) await client.updateTopic({ id: topic.id, description, department, seen: topic.version });
      else await client.createTopic({ name, description, department });
      onDone(topic ? topicTexts.edition.done : topicTexts.registration.done);
    });
  return (
    <Form
      title={topic ? `${topicTexts.edition.title} · ${topic.name}` : topicTexts.registration.title}
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
      {...form}
      submit={topic ? frame.saveChanges : topicTexts.register}
      failure={form.failure ?? departments.failure}
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

export function Topics() {
  const { client } = useAdmin();
  const { keys } = terminalLists;
  return (
    <List
      title={topicTexts.title}
      load={() => client.listTopics()}
      columns={topicColumns}
      searchTexts={({ name, description, department }) => [name, description ?? '', department]}
      countRows={({ length }) => topicTexts.count(length)}
      empty={topicTexts.empty}
      noMatch={topicTexts.noMatch}
      detail={({ description }) => description ?? topicTexts.noDescription}
      acts={(topic, ask) => [
        { names: ['n'], label: keys.register, run: () => ask((end) => <TopicForm {...end} />) },
        ...(topic
          ? [{ names: ['e', 'enter'] as const, label: keys.edit, run: () => ask((end) => <TopicForm topic={topic} {...end} />) }]
          : []),
      ]}
    />
  );
}

interface AssignmentFormProps extends QuestionEnd {
  /** The form leaves out people who have the topic already. */
  assignments: readonly Assignment[];
}

/** Assigns a topic to a person of another department. */
function AssignmentForm({ assignments, onDone, onBack }: AssignmentFormProps) {
  const { client } = useAdmin();
  const { values, submit, form } = useForm(() => ({ topicId: '', userId: '' }));
  const choices = useLoaded(() => Promise.all([client.listTopics(), client.listUsers()]), []);
  const [topics = [], people = []] = choices.value ?? [];
  const topic = topics.find(({ id }) => String(id) === values.topicId);
  const save = () =>
    submit(async () => {
      await client.assignTopic({ topicId: Number(values.topicId), userId: Number(values.userId) });
      onDone(assignmentTexts.assignment.done);
    });
  const topicOptions = topics
    .filter(isAssignable)
    .map(({ id, name, department }) => ({ value: String(id), label: name, hint: department }));
  const personOptions = topic
    ? assignableOutsiders(topic, people, assignments).map((person) => ({
        value: String(person.id),
        label: fullName(person),
        hint: `${person.employeeNumber} · ${person.department}`,
      }))
    : [];
  return (
    <Form
      title={assignmentTexts.assignment.title}
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
      {...form}
      submit={assignmentTexts.assign}
      failure={form.failure ?? choices.failure}
      onChange={(name, value) => {
        if (name === 'topicId') form.onChange('userId', '');
        form.onChange(name, value);
      }}
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

/** Lists topics that are assigned to people of other departments. */
export function Assignments() {
  const { client } = useAdmin();
  const { keys } = terminalLists;
  const remove = async ({ id }: Assignment) => {
    await client.withdrawTopic({ assignmentId: id });
    return assignmentTexts.removal.done;
  };
  const askToRemove = (assignment: Assignment) => (end: QuestionEnd) => (
    <ConfirmAct
      title={assignmentTexts.removal.title}
      lines={[assignmentTexts.removal.body(fullName(assignment), assignment.topic)]}
      yes={assignmentTexts.removal.confirm}
      no={frame.no}
      doing={terminalLists.removing}
      act={() => remove(assignment)}
      {...end}
    />
  );
  return (
    <List
      title={assignmentTexts.title}
      load={() => client.listAssignments()}
      columns={assignmentColumns}
      searchTexts={(assignment) => [assignment.topic, fullName(assignment), assignment.employeeNumber]}
      countRows={({ length }) => assignmentTexts.count(length)}
      empty={assignmentTexts.empty}
      noMatch={assignmentTexts.noMatch}
      acts={(assignment, ask) => [
        { names: ['n'], label: keys.assign, run: () => ask((end, all) => <AssignmentForm assignments={all} {...end} />) },
        ...(assignment ? [{ names: ['x'] as const, label: keys.remove, run: () => ask(askToRemove(assignment)) }] : []),
      ]}
    />
  );
}
