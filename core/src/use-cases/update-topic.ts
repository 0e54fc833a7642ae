import { Refused } from '../domain/refusal.ts';
import type { Topic } from '../persistence/topics.ts';
import { knownDepartment } from './create-topic.ts';
import { DONE, type Done } from './done.ts';
import type { UseCase } from './use-case.ts';

/** Corrects a topic's description and department; its name stays. */
export const updateTopic: UseCase<Omit<Topic, 'name'>, Done> = async ({ repos, input }) => {
  const department = await knownDepartment(repos, input.department);
  const isThere = await repos.topics.update(input.id, { description: input.description, department });
  if (!isThere) throw new Refused({ code: 'topic.unknown' });
  return DONE;
};
