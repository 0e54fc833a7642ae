import type { Person } from '../../domain/people/person.ts';
import { Refused } from '../../domain/refusal.ts';
import type { StoredTopic } from '../../persistence/models.ts';
import type { StoredAssignment } from '../../persistence/topics.ts';
import { findAuthorized } from '../activities/apply-act.ts';
import type { UseCase } from '../use-case.ts';
import { topicVersion } from './update-topic.ts';

/**
 * The topics the actor may register work under, by name. With an activity: those under which its owner may, perhaps represented by a
 * substitute, for a correction.
 */
export const listMyTopics: UseCase<{ activityId?: number | undefined }, StoredTopic[]> = async (context) => {
  const { repos, actor, input } = context;
  if (input.activityId === undefined) return repos.topics.registrableBy(actor);
  const { ownerId } = await findAuthorized('amend', context, input.activityId);
  const owner = await repos.users.find(ownerId);
  return owner ? repos.topics.registrableBy(owner) : [];
};

/** Every topic, by name, each with the version an edit of it was made on. */
export const listTopics: UseCase<unknown, (StoredTopic & { version: string })[]> = async ({ repos }) =>
  (await repos.topics.all()).map((topic) => ({ ...topic, version: topicVersion(topic) }));

/** The departments of people and topics, by name; GENERAL is none. */
export const listDepartments: UseCase<unknown, { department: string }[]> = async ({ repos }) =>
  (await repos.topics.departments()).map((department) => ({ department }));

/** Who may work under which topic from outside its department, by topic. */
export const listAssignments: UseCase<unknown, StoredAssignment[]> = ({ repos }) => repos.topicAssignments.all();

/** The people who can be assigned a topic's work, by name. With an activity of that topic: for everybody who may reassign it. */
export const listEligibleAssignees: UseCase<{ topicId: number; activityId?: number | undefined }, Person[]> = async (context) => {
  const { repos, input } = context;
  const { topicId, activityId } = input;
  const isOther = activityId !== undefined && (await findAuthorized('reassign', context, activityId)).topicId !== topicId;
  const topic = isOther ? undefined : await repos.topics.find(topicId);
  if (!topic) throw new Refused({ code: 'topic.unknown' });
  return repos.users.eligibleAssignees(topic);
};
