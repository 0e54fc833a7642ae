import { isAssignable, isExternal } from '../../domain/activity/policy.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { GivenTopic } from '../../persistence/topics.ts';
import { type AdminContext, personSubject, recordAdminAct } from '../admin/admin-history.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';

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

/** Takes it back; work already registered stays. */
export const withdrawTopic: UseCase<{ assignmentId: number }, void> = async (context) => {
  const removed = await context.repos.topicAssignments.remove(context.input.assignmentId);
  if (!removed) throw new Refused({ code: 'assignment.unknown' });
  await recordAssignment(context, 'assignment.remove', removed);
};
