import type { Knex } from 'knex';
import type { Person } from '../domain/people/person.ts';
import { personColumns } from './users.ts';

const TOUCH_EVERY_MS = 60_000;

export interface CalendarFeed {
  createdAt: Date;
  /** When a calendar program last asked for it. */
  readAt: Date | null;
}

/** The addresses people gave their calendar programs, one a person, by the SHA-256 of their token. */
export const calendarFeedsOn = (db: Knex) => ({
  async of(userId: number): Promise<CalendarFeed | undefined> {
    return db('calendarFeeds').where({ userId }).first('createdAt', 'readAt');
  },

  /** The one before opens nothing any more. */
  async replace(userId: number, tokenHash: Buffer, createdAt: Date): Promise<void> {
    await db('calendarFeeds').insert({ userId, tokenHash, createdAt, readAt: null }).onConflict('userId').merge();
  },

  /** False where there was none. */
  async remove(userId: number): Promise<boolean> {
    return (await db('calendarFeeds').where({ userId }).delete()) > 0;
  },

  /** Whose calendar a token opens, read afresh every time: nobody's once revoked or deactivated. */
  async readerOf(tokenHash: Buffer, now: Date): Promise<Person | undefined> {
    const row = await db('calendarFeeds')
      .join('users', 'users.id', 'calendarFeeds.userId')
      .where({ tokenHash, isActive: true })
      .first([...personColumns.map((column) => `users.${column}`), 'readAt']);
    if (!row) return undefined;
    const { readAt, ...person } = row;
    const isStale = !readAt || now.getTime() - readAt.getTime() > TOUCH_EVERY_MS;
    if (isStale) await db('calendarFeeds').where({ tokenHash }).update({ readAt: now });
    return person;
  },
});
