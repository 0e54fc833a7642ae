import { invalid, Refused } from '../domain/refusal.ts';
import { isAssignable, isExternal } from '../domain/topic-access.ts';
import { validation } from '../messages/validation.ts';
import { DONE, type Done, type Registered } from './done.ts';
import type { UseCase } from './use-case.ts';

/** Lets someone from outside a topic's department work under it. */
export const assignTopic: UseCase<{ topicId: number; userId: number }, Registered> = async ({ repos, input, now }) => {
  const { topicId, userId } = input;
  const topic = await repos.topics.find(topicId);
  if (!topic) throw invalid('id_project', validation.topicUnknown);
  if (!isAssignable(topic)) throw invalid('id_project', validation.topicGeneral);
  const person = (await repos.users.hold(userId)) && (await repos.users.find(userId));
  if (!person) throw invalid('id_user', validation.employeeUnknown);
  if (!isExternal(topic, person)) throw invalid('id_user', validation.employeeNotExternal);
  const id = await repos.topicAssignments.add(topicId, userId, now);
  if (!id) throw new Refused({ code: 'assignment.duplicate' });
  return { success: true, id };
};

/** Takes it back; work already registered stays. */
export const withdrawTopic: UseCase<{ assignmentId: number }, Done> = async ({ repos, input }) => {
  if (!(await repos.topicAssignments.remove(input.assignmentId))) throw new Refused({ code: 'assignment.unknown' });
  return DONE;
};
