import { differenceOf } from '../../domain/people/admin-act.ts';
import { Refused } from '../../domain/refusal.ts';
import type { StoredTopic } from '../../persistence/models.ts';
import { recordAdminAct } from '../admin/admin-history.ts';
import { demandUnchanged, versionOf } from '../demand-unchanged.ts';
import type { UseCase } from '../use-case.ts';
import { knownDepartment } from './create-topic.ts';

type TopicFields = Pick<StoredTopic, 'description' | 'department'>;

/** The fingerprint of what may be edited of a topic. */
export const topicVersion = ({ description, department }: TopicFields): string => versionOf({ description, department });

interface TopicEdit {
  id: number;
  /** Undefined leaves the stored one. */
  description?: TopicFields['description'] | undefined;
  department: string;
  /** The version that the caller was shown. */
  seen?: string | undefined;
}

/** Corrects a topic's description and department; its name stays. */
export const updateTopic: UseCase<TopicEdit, void> = async (context) => {
  const { repos, input } = context;
  const wantedDepartment = await knownDepartment(repos, input.department);
  const topic = await repos.topics.lock(input.id);
  if (!topic) throw new Refused({ code: 'topic.unknown' });
  const { description, department } = topic;
  const edit = { description: input.description === undefined ? description : input.description, department: wantedDepartment };
  demandUnchanged(input.seen, { description, department }, edit);
  await repos.topics.update(input.id, edit);
  const difference = differenceOf({ description, department }, edit);
  const subject = { kind: 'topic', id: topic.id, name: topic.name } as const;
  if (difference) await recordAdminAct(context, { act: 'topic.edit', subject, ...difference });
};
