import type { Knex } from 'knex';
import { fullName, type Person } from '../domain/people/person.ts';
import { CommentRow } from './rows.ts';

export interface Comment {
  id: number;
  activityId: number;
  authorId: number;
  body: string;
  writtenAt: Date;
  canceledAt: Date | null;
}

/** Comments; a canceled one stays in the table and leaves every list. */
export const commentsOn = (db: Knex) => ({
  async add(comment: Pick<Comment, 'activityId' | 'authorId' | 'body' | 'writtenAt'>): Promise<number> {
    return (await CommentRow.query(db).insert(comment).returning('id')).id;
  },

  async find(id: number): Promise<Comment | undefined> {
    return CommentRow.query(db).findById(id);
  },

  /** Call it under the activity's lock. */
  async cancel(id: number, canceledAt: Date): Promise<void> {
    await CommentRow.query(db).findById(id).patch({ canceledAt });
  },

  /** Those in force, oldest first, with their author's name. */
  async of(activityId: number): Promise<(Comment & { authorName: string })[]> {
    const rows: (Comment & Pick<Person, 'firstName' | 'lastName'>)[] = await db('comments')
      .join('users', 'users.id', 'comments.authorId')
      .where({ activityId })
      .whereNull('canceledAt')
      .orderBy(['writtenAt', 'comments.id'])
      .select('comments.*', 'firstName', 'lastName');
    return rows.map(({ firstName, lastName, ...comment }) => ({ ...comment, authorName: fullName({ firstName, lastName }) }));
  },
});
