import type { Knex } from 'knex';
import { GENERAL } from '../domain/activity.ts';
import { isPrivileged, type Person } from '../domain/person.ts';
import { TopicRow } from './rows.ts';

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

  /** What a person may register work under: all for the privileged, else their department's, GENERAL and those assigned to them. By name. */
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
