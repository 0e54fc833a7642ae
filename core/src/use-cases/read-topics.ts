import { GENERAL } from '../domain/activity.ts';
import type { Person } from '../domain/person.ts';
import { invalid } from '../domain/refusal.ts';
import { validation } from '../messages/validation.ts';
import type { Topic } from '../persistence/topics.ts';
import type { UseCase } from './use-case.ts';

/** The topics the actor may register work under, by name. */
export const listMyTopics: UseCase<unknown, Topic[]> = ({ repos, actor }) => repos.topics.openTo(actor);

/** The people a topic's work can be given to, by name. */
export const listCandidates: UseCase<{ topicId: number }, Person[]> = async ({ repos, input }) => {
  const topic = await repos.topics.find(input.topicId);
  if (!topic) throw invalid('id', validation.topicUnknown);
  return repos.users.candidatesFor({ ...topic, isGeneral: topic.department === GENERAL });
};
