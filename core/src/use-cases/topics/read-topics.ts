import type { Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { StoredTopic } from '../../persistence/models.ts';
import type { StoredAssignment } from '../../persistence/topics.ts';
import type { UseCase } from '../use-case.ts';
import { topicVersion } from './update-topic.ts';

/** The topics the actor may register work under, by name. */
export const listMyTopics: UseCase<unknown, StoredTopic[]> = ({ repos, actor }) => repos.topics.registrableBy(actor);

/** Every topic, by name, each with the version an edit of it was made on. */
export const listTopics: UseCase<unknown, (StoredTopic & { version: string })[]> = async ({ repos }) =>
  (await repos.topics.all()).map((topic) => ({ ...topic, version: topicVersion(topic) }));

/** The departments of people and topics, by name; GENERAL is none. */
export const listDepartments: UseCase<unknown, { department: string }[]> = async ({ repos }) =>
  (await repos.topics.departments()).map((department) => ({ department }));

/** Who may work under which topic from outside its department, by topic. */
export const listAssignments: UseCase<unknown, StoredAssignment[]> = ({ repos }) => repos.topicAssignments.all();

/** The people who can be assigned a topic's work, by name. */
export const listEligibleAssignees: UseCase<{ topicId: number }, Person[]> = async ({ repos, input }) => {
  const topic = await repos.topics.find(input.topicId);
  if (!topic) throw new Refused({ code: 'topic.unknown' });
  return repos.users.eligibleAssignees(topic);
};
