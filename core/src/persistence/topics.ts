import type { Knex } from 'knex';
import { GENERAL } from '../domain/activity/activity.ts';
import { isPrivileged, type Person } from '../domain/people/person.ts';
import { normalise } from '../domain/text.ts';
import { type StoredTopic, TopicAssignmentModel, TopicModel, UserModel } from './models.ts';
import { execute } from './statement.ts';
import { REMOVE_ASSIGNMENT } from './topics.sql.ts';

const topicColumns = ['id', 'name', 'description', 'department'] as const satisfies (keyof StoredTopic)[];

/** Topics (Temas). */
export const topicsOn = (db: Knex) => ({
  async find(id: number): Promise<StoredTopic | undefined> {
    return TopicModel.query(db).select(topicColumns).findById(id);
  },

  /** The same, locked until the transaction ends. */
  async lock(id: number): Promise<StoredTopic | undefined> {
    return TopicModel.query(db).select(topicColumns).findById(id).forNoKeyUpdate();
  },

  /** By name. */
  async all(): Promise<StoredTopic[]> {
    return TopicModel.query(db).select(topicColumns).orderBy(['name', 'id']);
  },

  /** The new id, or undefined where a topic of that name exists, also in another department. */
  async add(topic: Omit<StoredTopic, 'id'>, createdAt: Date): Promise<number | undefined> {
    const row = { ...topic, nameKey: normalise(topic.name), createdAt };
    return (await TopicModel.query(db).insert(row).onConflict('nameKey').ignore().returning('id'))?.id;
  },

  async update(id: number, changes: Pick<StoredTopic, 'description' | 'department'>): Promise<void> {
    await TopicModel.query(db).findById(id).patch(changes);
  },

  /** Every department that people or topics have, by name, without GENERAL. */
  async departments(): Promise<string[]> {
    const ofTopics = TopicModel.query(db).select('department').whereNot('department', GENERAL);
    const rows = await UserModel.query(db).select('department').whereNot('department', GENERAL).union(ofTopics).orderBy('department');
    return rows.map(({ department }) => department);
  },

  /** The topics for which `mayRegisterUnder` holds (`policy.ts`), by name. */
  async registrableBy(person: Person): Promise<StoredTopic[]> {
    return TopicModel.query(db)
      .select(topicColumns)
      .where((open) => {
        if (isPrivileged(person)) return;
        const own = TopicAssignmentModel.query(db).select('topicId').where('userId', person.id);
        open.whereIn('department', [person.department, GENERAL]).orWhereIn('id', own);
      })
      .orderBy(['name', 'id']);
  },
});

/** Someone from outside a topic's department who may work under it. */
export interface StoredAssignment extends Pick<Person, 'employeeNumber' | 'firstName' | 'lastName' | 'level' | 'position'> {
  id: number;
  topicId: number;
  topic: string;
  userId: number;
}

/** A topic and the person who got it. */
export type GivenTopic = Pick<StoredAssignment, 'userId' | 'topicId' | 'topic'>;

/** External assignments, one per topic and person. */
export const topicAssignmentsOn = (db: Knex) => ({
  /** By topic, then by person. */
  async all(): Promise<StoredAssignment[]> {
    return TopicAssignmentModel.query(db)
      .joinRelated('[topic, user]')
      .orderBy(['topic.name', 'firstName', 'lastName', 'topicAssignments.id'])
      .select('topicAssignments.id', 'topicId', 'topic.name as topic', 'userId')
      .select('employeeNumber', 'firstName', 'lastName', 'level', 'position')
      .toKnexQuery<StoredAssignment>();
  },

  /** The new id, or undefined where there is one already. */
  async add(topicId: number, userId: number, createdAt: Date): Promise<number | undefined> {
    const row = { topicId, userId, createdAt };
    return (await TopicAssignmentModel.query(db).insert(row).onConflict(['topicId', 'userId']).ignore().returning('id'))?.id;
  },

  /** The one that was removed; undefined where there was none. */
  async remove(id: number): Promise<GivenTopic | undefined> {
    return (await execute<GivenTopic>(db, REMOVE_ASSIGNMENT, [id])).rows[0];
  },
});
