import type { Knex } from 'knex';
import { GENERAL } from '../domain/activity/activity.ts';
import { isPrivileged, type Person } from '../domain/people/person.ts';
import { normalise } from '../domain/text.ts';
import { TopicRow } from './rows.ts';
import { execute } from './statement.ts';
import { REMOVE_ASSIGNMENT } from './topics.sql.ts';

const columns = ['id', 'name', 'description', 'department'] as const;

export interface Topic {
  id: number;
  name: string;
  description: string | null;
  department: string;
}

/** Topics (Temas). */
export const topicsOn = (db: Knex) => ({
  async find(id: number): Promise<Topic | undefined> {
    return TopicRow.query(db).select(columns).findById(id);
  },

  /** The same, locked until the transaction ends. */
  async lock(id: number): Promise<Topic | undefined> {
    return TopicRow.query(db).select(columns).findById(id).forNoKeyUpdate();
  },

  /** By name. */
  async all(): Promise<Topic[]> {
    return TopicRow.query(db).select(columns).orderBy(['name', 'id']);
  },

  /** The new id, or undefined where a topic of that name exists in whatever department. */
  async add(topic: Omit<Topic, 'id'>, createdAt: Date): Promise<number | undefined> {
    const row = { ...topic, nameKey: normalise(topic.name), createdAt };
    return (await TopicRow.query(db).insert(row).onConflict('nameKey').ignore().returning('id'))?.id;
  },

  async update(id: number, changes: Pick<Topic, 'description' | 'department'>): Promise<void> {
    await TopicRow.query(db).findById(id).patch(changes);
  },

  /** Every department that people or topics have, by name, GENERAL left out. */
  async departments(): Promise<string[]> {
    const named = db('users').select('department').union(TopicRow.query(db).select('department').toKnexQuery());
    return db.from(named.as('named')).whereNot('department', GENERAL).orderBy('department').pluck('department');
  },

  /** The topics of which `mayRegisterUnder` is so (`topic-access.ts`), by name. */
  async openTo(person: Person): Promise<Topic[]> {
    return TopicRow.query(db)
      .select(columns)
      .where((open) => {
        if (isPrivileged(person)) return;
        open
          .whereIn('department', [person.department, GENERAL])
          .orWhereExists(db('topicAssignments').whereRaw('topic_assignments.topic_id = topics.id').where('userId', person.id));
      })
      .orderBy(['name', 'id']);
  },
});

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

const assignmentColumns = [
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
      .select(assignmentColumns);
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
    return (await execute<GivenTopic>(db, REMOVE_ASSIGNMENT, [id])).rows[0];
  },
});
