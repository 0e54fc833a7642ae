import type { Knex } from 'knex';
import { fullName, type Person, type Privileges } from '../domain/people/person.ts';
import { COMMENTS_OF } from './activities.sql.ts';
import { modelOf, UserModel } from './models.ts';
import { execute } from './statement.ts';

export interface StoredComment {
  id: number;
  activityId: number;
  authorId: number;
  body: string;
  writtenAt: Date;
  /** On a device without network; absent or null where it was sent at once. */
  capturedAt?: Date | null;
  canceledAt: Date | null;
}
export const CommentModel = modelOf<StoredComment>('comments', { belongsTo: { author: [UserModel, 'authorId'] } });

/** Comments; a canceled one stays in the table and leaves every list. */
export const commentsOn = (db: Knex) => ({
  async add(comment: Pick<StoredComment, 'activityId' | 'authorId' | 'body' | 'writtenAt' | 'capturedAt'>): Promise<number> {
    return (await CommentModel.query(db).insert(comment).returning('id')).id;
  },

  async find(id: number): Promise<StoredComment | undefined> {
    return CommentModel.query(db).findById(id);
  },

  /** Call it under the activity's lock. */
  async cancel(id: number, canceledAt: Date): Promise<void> {
    await CommentModel.query(db).findById(id).patch({ canceledAt });
  },

  /** The active people who wrote a comment that stands. */
  async authorsOf(activityId: number): Promise<Privileges[]> {
    const authors = CommentModel.query(db).where({ activityId }).whereNull('canceledAt').select('authorId');
    return UserModel.query(db).where('isActive', true).whereIn('id', authors).orderBy('id').select('id', 'kind', 'position');
  },

  /** Those in force, oldest first, with their author's name. */
  async of(activityId: number): Promise<(StoredComment & { authorName: string })[]> {
    const { rows } = await execute<StoredComment & Pick<Person, 'firstName' | 'lastName'>>(db, COMMENTS_OF, [activityId], 'commentsOf');
    return rows.map(({ firstName, lastName, ...comment }) => ({ ...comment, authorName: fullName({ firstName, lastName }) }));
  },
});
