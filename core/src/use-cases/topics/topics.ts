import { GENERAL } from '../../domain/activities/activity.ts';
import { isAssignable, isExternal } from '../../domain/activities/policy.ts';
import { compareFacts } from '../../domain/admin/admin-act.ts';
import type { Person } from '../../domain/people/person.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { StoredTopic } from '../../persistence/models.ts';
import type { GivenTopic, StoredAssignment } from '../../persistence/topics/topics.ts';
import { findAuthorized } from '../activities/apply-act.ts';
import { demandUnchanged, editVersion } from '../demand-unchanged.ts';
import { type AdminContext, personSubject, recordAdminAct } from '../record-admin-act.ts';
import { spellDepartment } from '../spell-department.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';

/** Registers a topic; its name is not repeated in any department, case and accents aside. */
export const createTopic: UseCase<Omit<StoredTopic, 'id'>, RegisteredId> = async (context) => {
  const { repos, input, now } = context;
  const department = await spellDepartment(repos, input.department, [GENERAL]);
  const topic = { name: input.name, description: input.description, department };
  const id = await repos.topics.add(topic, now);
  if (!id) throw new Refused({ code: 'topic.duplicate' });
  await recordAdminAct(context, { act: 'topic.register', subject: { kind: 'topic', id, name: topic.name }, after: topic });
  return { id };
};

type TopicFields = Pick<StoredTopic, 'description' | 'department'>;

const topicVersion = ({ description, department }: TopicFields): string => editVersion({ description, department });

interface TopicEdit {
  id: number;
  /** Undefined leaves the stored value. */
  description?: TopicFields['description'] | undefined;
  department: string;
  seen?: string | undefined;
}

/** Corrects a topic's description and department; its name stays. */
export const updateTopic: UseCase<TopicEdit, void> = async (context) => {
  const { repos, input } = context;
  const wantedDepartment = await spellDepartment(repos, input.department, [GENERAL]);
  const topic = await repos.topics.lock(input.id);
  if (!topic) throw new Refused({ code: 'topic.unknown' });
  const { description, department } = topic;
  const edit = { description: input.description === undefined ? description : input.description, department: wantedDepartment };
  demandUnchanged(input.seen, { description, department }, edit);
  await repos.topics.update(input.id, edit);
  const difference = compareFacts({ description, department }, edit);
  const subject = { kind: 'topic', id: topic.id, name: topic.name } as const;
  if (difference) await recordAdminAct(context, { act: 'topic.edit', subject, ...difference });
};

async function recordAssignment(context: AdminContext, act: 'assignment.add' | 'assignment.remove', given: GivenTopic): Promise<void> {
  const person = await context.repos.users.find(given.userId);
  if (!person) return;
  const facts = { topicId: given.topicId, topic: given.topic };
  const states = act === 'assignment.add' ? { after: facts } : { before: facts };
  await recordAdminAct(context, { act, subject: personSubject(person), ...states });
}

/** Lets someone from outside a topic's department work under it. */
export const assignTopic: UseCase<{ topicId: number; userId: number }, RegisteredId> = async (context) => {
  const { repos, input, now } = context;
  const { topicId, userId } = input;
  const topic = await repos.topics.find(topicId);
  if (!topic) throw invalid('topicId', 'topicUnknown');
  if (!isAssignable(topic)) throw invalid('topicId', 'topicGeneral');
  const person = (await repos.users.hold(userId)) && (await repos.users.find(userId));
  if (!person) throw invalid('userId', 'employeeUnknown');
  if (!isExternal(topic, person)) throw invalid('userId', 'employeeNotExternal');
  const id = await repos.topicAssignments.add(topicId, userId, now);
  if (!id) throw new Refused({ code: 'assignment.duplicate' });
  await recordAssignment(context, 'assignment.add', { userId, topicId, topic: topic.name });
  return { id };
};

/** Withdraws the assignment; work already registered stays. */
export const withdrawTopic: UseCase<{ assignmentId: number }, void> = async (context) => {
  const removed = await context.repos.topicAssignments.remove(context.input.assignmentId);
  if (!removed) throw new Refused({ code: 'assignment.unknown' });
  await recordAssignment(context, 'assignment.remove', removed);
};

/**
 * Lists the topics the actor may register work under, by name. With an activity: those under which its owner may, perhaps represented by a
 * substitute, for a correction.
 */
export const listMyTopics: UseCase<{ activityId?: number | undefined; isForRequest?: boolean | undefined }, StoredTopic[]> = async (
  context,
) => {
  const { repos, actor, input } = context;
  if (input.isForRequest) return repos.topics.all();
  if (input.activityId === undefined) return repos.topics.listRegistrable(actor);
  const { ownerId } = await findAuthorized('amend', context, input.activityId);
  const owner = await repos.users.find(ownerId);
  return owner ? repos.topics.listRegistrable(owner) : [];
};

export const listTopics: UseCase<unknown, (StoredTopic & { version: string })[]> = async ({ repos }) =>
  (await repos.topics.all()).map((topic) => ({ ...topic, version: topicVersion(topic) }));

export const listDepartments: UseCase<unknown, { department: string }[]> = async ({ repos }) =>
  (await repos.topics.departments()).map((department) => ({ department }));

export const listAssignments: UseCase<unknown, StoredAssignment[]> = ({ repos }) => repos.topicAssignments.all();

/**
 * Lists the people who can be assigned a topic's work, by name. With an activity of that topic: for everybody who may reassign it, without
 * its owner.
 */
export const listEligibleAssignees: UseCase<{ topicId: number; activityId?: number | undefined }, Person[]> = async (context) => {
  const { repos, input } = context;
  const { topicId, activityId } = input;
  const activity = activityId === undefined ? undefined : await findAuthorized('reassign', context, activityId);
  const topic = activity && activity.topicId !== topicId ? undefined : await repos.topics.find(topicId);
  if (!topic) throw new Refused({ code: 'topic.unknown' });
  const people = await repos.users.eligibleAssignees(topic);
  return people.filter(({ id }) => !activity || id !== activity.ownerId || id === activity.assigneeId);
};
