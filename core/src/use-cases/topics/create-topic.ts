import { GENERAL } from '../../domain/activity/activity.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import { normalise } from '../../domain/text.ts';
import type { StoredTopic } from '../../persistence/models.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import { recordAdminAct } from '../admin/admin-history.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';

/** GENERAL or a department that people or topics have already, as it is written there. */
export async function knownDepartment(repos: Repositories, given: string): Promise<string> {
  const departments = [GENERAL, ...(await repos.topics.departments())];
  const sameName = departments.find((name) => name === given) ?? departments.find((name) => normalise(name) === normalise(given));
  if (!sameName) throw invalid('department', 'departmentUnknown');
  return sameName;
}

/** Registers a topic; its name is not repeated in any department, case and accents aside. */
export const createTopic: UseCase<Omit<StoredTopic, 'id'>, RegisteredId> = async (context) => {
  const { repos, input, now } = context;
  const department = await knownDepartment(repos, input.department);
  const topic = { name: input.name, description: input.description, department };
  const id = await repos.topics.add(topic, now);
  if (!id) throw new Refused({ code: 'topic.duplicate' });
  await recordAdminAct(context, { act: 'topic.register', subject: { kind: 'topic', id, name: topic.name }, after: topic });
  return { id };
};
