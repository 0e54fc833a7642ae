import type { Assignment } from '@bitacora/core/contract/topics/topic-endpoints';
import { fullName } from '@bitacora/core/domain/people/person';
import { assignmentTexts } from '@bitacora/core/messages/topics/topics';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { text } from '../flags.ts';
import { requireConfirmation } from '../input.ts';
import { findNamed, findPerson, mentions } from '../matching.ts';
import { terminalAdmin } from '../messages/admin.ts';

const { assignments: texts } = terminalAdmin;

const columns: readonly ListingColumn<Assignment>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: assignmentTexts.topic, of: ({ topic }) => topic, isLong: true },
  { title: assignmentTexts.employeeNumber, of: ({ employeeNumber }) => employeeNumber },
  { title: assignmentTexts.employee, of: fullName, isLong: true },
  { title: assignmentTexts.level, of: ({ level }) => level, rank: 1 },
  { title: assignmentTexts.position, of: ({ position }) => position, isLong: true, rank: 2 },
];

export const assignmentsList = command({
  name: 'assignments list',
  summary: texts.list,
  watches: true,
  flags: { search: text('texto', assignmentTexts.search) },
  async run({ connect, flags: { search = '' } }) {
    const { client } = await connect();
    const assignments = (await client.listAssignments()).filter((assignment) =>
      mentions([assignment.topic, assignment.employeeNumber, fullName(assignment)], search),
    );
    return wholeList(columns, assignments, { empty: assignmentTexts.none, foot: assignmentTexts.count(assignments.length) });
  },
});

export const assignmentsCreate = command({
  name: 'assignments create',
  summary: texts.create,
  words: [
    { name: '<tema>', summary: texts.topic },
    { name: '<persona>', summary: texts.person },
  ],
  async run({ connect, words: [typedTopic = '', typedPerson = ''] }) {
    const { client } = await connect();
    const [topics, people] = await Promise.all([client.listTopics(), client.listUsers()]);
    const [topic, person] = [findNamed(topics, typedTopic), findPerson(people, typedPerson)];
    const { id } = await client.assignTopic({ topicId: topic.id, userId: person.id });
    return { kind: 'done', lines: [texts.created(topic.name, fullName(person))], value: { success: true, id } };
  },
});

export const assignmentsDelete = command({
  name: 'assignments delete',
  summary: texts.remove,
  words: [{ name: '<id>', summary: texts.id }],
  confirms: true,
  async run(call) {
    const { client } = await call.connect();
    const typed = call.words[0] ?? '';
    const assignment = (await client.listAssignments()).find(({ id }) => String(id) === typed);
    if (!assignment) throw new Stopped(exits.usage, texts.unknown(typed), texts.seeList);
    await requireConfirmation(call, texts.question(assignment.topic, fullName(assignment)));
    await client.withdrawTopic({ assignmentId: assignment.id });
    return { kind: 'done', lines: [assignmentTexts.removal.done], value: { success: true, id: assignment.id } };
  },
});
