import { GENERAL } from '../domain/activity.ts';
import { invalid, Refused } from '../domain/refusal.ts';
import { normalise } from '../domain/text.ts';
import { validation } from '../messages/validation.ts';
import type { Repositories } from '../persistence/repositories.ts';
import type { Topic } from '../persistence/topics.ts';
import type { Registered } from './done.ts';
import type { UseCase } from './use-case.ts';

/** GENERAL or a department that people or topics have already, as it is written there. */
export async function knownDepartment(repos: Repositories, given: string): Promise<string> {
  const known = [GENERAL, ...(await repos.topics.departments())];
  const found = known.find((name) => name === given) ?? known.find((name) => normalise(name) === normalise(given));
  if (!found) throw invalid('department', validation.departmentUnknown);
  return found;
}

/** Registers a topic; its name is not repeated in any department, case and accents aside. */
export const createTopic: UseCase<Omit<Topic, 'id'>, Registered> = async ({ repos, input, now }) => {
  const department = await knownDepartment(repos, input.department);
  const id = await repos.topics.add({ name: input.name, description: input.description, department }, now);
  if (!id) throw new Refused({ code: 'topic.duplicate' });
  return { success: true, id };
};
