import type { Knex } from 'knex';
import { execute } from './statement.ts';
import { REMOVE } from './topic-assignments.sql.ts';

/** Someone from outside a topic's department who may work under it. */
export interface Assignment {
  id: number;
  topicId: number;
  topic: string;
  userId: number;
  employeeNumber: string;
  firstName: string;
  lastName: string;
  level: string;
  position: string;
}

/** Which topic was given to whom. */
export type GivenTopic = Pick<Assignment, 'userId' | 'topicId' | 'topic'>;

const columns = [
  'topicAssignments.id',
  'topicId',
  'topics.name as topic',
  'userId',
  'employeeNumber',
  'firstName',
  'lastName',
  'level',
  'position',
];

/** External assignments, one per topic and person. */
export const topicAssignmentsOn = (db: Knex) => ({
  /** By topic, then by person. */
  async all(): Promise<Assignment[]> {
    return db('topicAssignments')
      .join('topics', 'topics.id', 'topicAssignments.topicId')
      .join('users', 'users.id', 'topicAssignments.userId')
      .orderBy(['topics.name', 'firstName', 'lastName', 'topicAssignments.id'])
      .select(columns);
  },

  /** The new id, or undefined where there is one already. */
  async add(topicId: number, userId: number, createdAt: Date): Promise<number | undefined> {
    const [row] = await db('topicAssignments')
      .insert({ topicId, userId, createdAt })
      .onConflict(['topicId', 'userId'])
      .ignore()
      .returning('id');
    return row?.id;
  },

  /** The one that was removed; undefined where there was none. */
  async remove(id: number): Promise<GivenTopic | undefined> {
    return (await execute<GivenTopic>(db, REMOVE, [id])).rows[0];
  },
});
