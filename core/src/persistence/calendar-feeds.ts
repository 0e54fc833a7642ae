import type { Knex } from 'knex';
import type { Person } from '../domain/people/person.ts';
import { READER_OF_FEED } from './credentials.sql.ts';
import { modelOf } from './models.ts';
import { execute } from './statement.ts';

const TOUCH_EVERY_MS = 60_000;

export interface CalendarFeed {
  createdAt: Date;
  /** When a calendar program last asked for it. */
  readAt: Date | null;
}

const CalendarFeedModel = modelOf<CalendarFeed & { userId: number; tokenHash: Buffer }>('calendarFeeds', { key: 'userId' });

/** The addresses people gave their calendar programs, one a person, by the SHA-256 of their token. */
export const calendarFeedsOn = (db: Knex) => ({
  async of(userId: number): Promise<CalendarFeed | undefined> {
    return CalendarFeedModel.query(db).findById(userId).select('createdAt', 'readAt');
  },

  /** The one before opens nothing any more. */
  async replace(userId: number, tokenHash: Buffer, createdAt: Date): Promise<void> {
    await CalendarFeedModel.query(db).insert({ userId, tokenHash, createdAt, readAt: null }).onConflict('userId').merge();
  },

  /** False where there was none. */
  async remove(userId: number): Promise<boolean> {
    return (await CalendarFeedModel.query(db).where({ userId }).delete()) > 0;
  },

  /** Whose calendar a token opens, read at every call: undefined once revoked or deactivated. */
  async readerOf(tokenHash: Buffer, now: Date): Promise<Person | undefined> {
    const [row] = (await execute<Person & Pick<CalendarFeed, 'readAt'>>(db, READER_OF_FEED, { tokenHash })).rows;
    if (!row) return undefined;
    const { readAt, ...person } = row;
    const isStale = !readAt || now.getTime() - readAt.getTime() > TOUCH_EVERY_MS;
    if (isStale) await CalendarFeedModel.query(db).where({ tokenHash }).patch({ readAt: now });
    return person;
  },
});
