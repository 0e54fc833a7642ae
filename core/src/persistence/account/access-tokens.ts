import type { Knex } from 'knex';
import type { TokenScope } from '../../domain/account/account.ts';
import { type CalendarDate, MINUTE_MS } from '../../domain/calendar.ts';
import type { ChatService } from '../../domain/chat/chat.ts';
import type { Caller, Channel, Person } from '../../domain/people/person.ts';
import { execute, firstRow } from '../database/statement.ts';
import { defineModel } from '../models.ts';
import { ADD_PERSONAL_TOKEN, BEARER_BY_TOKEN, PERSONAL_TOKENS, READER_BY_FEED } from './callers.sql.ts';

const TOUCH_EVERY_MS = MINUTE_MS;
const isTouchDue = (usedAt: Date | null, now: Date) => !usedAt || now.getTime() - usedAt.getTime() > TOUCH_EVERY_MS;

export interface PersonalToken {
  id: number;
  name: string;
  prefix: string;
  scope: TokenScope;
  createdAt: Date;
  /** The last day on which it is valid, in the business calendar. */
  expiresOn: CalendarDate;
  lastUsedAt: Date | null;
}
export interface NewToken {
  userId: number;
  secretHash: Buffer;
  prefix: string;
  name: string;
  scope: TokenScope;
  createdAt: Date;
}
/** Holds the person of a token, what it opens, and the channel its acts are recorded under. */
export interface TokenBearer {
  person: Caller;
  scope: TokenScope;
  channel: Channel;
}

type Bearer = Caller & Pick<TokenBearer, 'scope' | 'channel'> & { lastUsedAt: Date | null };

interface TokenRow extends NewToken {
  id: number;
  channel: Channel;
  chatLinkId: number | null;
  expiresAt: Date;
  lastUsedAt: Date | null;
}
export const AccessTokenModel = defineModel<TokenRow>('accessTokens');

export type RevokedToken = Pick<PersonalToken, 'id' | 'name' | 'prefix' | 'scope'>;
const REVOKED_COLUMNS = ['id', 'name', 'prefix', 'scope'] as const;

/** Tokens are stored by the SHA-256 of their secret: people's own, and those that the bot gets for a linked chat identity. */
export const accessTokensOn = (db: Knex, zone: string) => ({
  /** Lists a person's own tokens, the newest first; expired ones stay in the list until they are removed. */
  list: async (userId: number): Promise<PersonalToken[]> => (await execute<PersonalToken>(db, PERSONAL_TOKENS, { userId, zone })).rows,

  add: async (token: NewToken, expiresOn: CalendarDate): Promise<number> =>
    (await firstRow<{ id: number }>(db, ADD_PERSONAL_TOKEN, { ...token, expiresOn, zone })).id,

  /** Adds a token for a linked chat identity, and removes its expired ones. */
  async addForChat(token: NewToken, link: { id: number; service: ChatService }, expiresAt: Date): Promise<void> {
    await AccessTokenModel.query(db).where({ chatLinkId: link.id }).where('expiresAt', '<=', token.createdAt).delete();
    await AccessTokenModel.query(db).insert({ ...token, channel: link.service, chatLinkId: link.id, expiresAt });
  },

  /** Finds the person of a token, read at every call (docs/product.md, 8): undefined once expired, revoked or deactivated. */
  async findBearer(secretHash: Buffer, now: Date, today: CalendarDate): Promise<TokenBearer | undefined> {
    const [row] = (await execute<Bearer>(db, BEARER_BY_TOKEN, { secretHash, now, today })).rows;
    if (!row) return undefined;
    const { scope, channel, lastUsedAt, ...person } = row;
    if (isTouchDue(lastUsedAt, now)) await AccessTokenModel.query(db).where({ secretHash }).patch({ lastUsedAt: now });
    return { person, scope, channel };
  },

  /** Revokes one of a person's own tokens and answers it; undefined where they have none of that id. */
  async revoke(id: number, userId: number): Promise<RevokedToken | undefined> {
    const [revoked] = await AccessTokenModel.query(db)
      .where({ id, userId })
      .whereNull('chatLinkId')
      .delete()
      .returning([...REVOKED_COLUMNS]);
    return revoked;
  },

  async revokeBySecret(secretHash: Buffer): Promise<RevokedToken | undefined> {
    const [revoked] = await AccessTokenModel.query(db)
      .where({ secretHash })
      .delete()
      .returning([...REVOKED_COLUMNS]);
    return revoked;
  },

  revokeAll: async (userId: number): Promise<number> => AccessTokenModel.query(db).where({ userId }).delete(),
});

export interface CalendarFeed {
  createdAt: Date;
  readAt: Date | null;
}

const CalendarFeedModel = defineModel<CalendarFeed & { userId: number; tokenHash: Buffer }>('calendarFeeds', { key: 'userId' });

/** Each person has at most one address for calendar programs, stored by the SHA-256 of its token. */
export const calendarFeedsOn = (db: Knex) => ({
  find: async (userId: number): Promise<CalendarFeed | undefined> =>
    CalendarFeedModel.query(db).findById(userId).select('createdAt', 'readAt'),

  /** Replaces the address; the earlier one stops to work. */
  async replace(userId: number, tokenHash: Buffer, createdAt: Date): Promise<void> {
    await CalendarFeedModel.query(db).insert({ userId, tokenHash, createdAt, readAt: null }).onConflict('userId').merge();
  },

  remove: async (userId: number): Promise<boolean> => (await CalendarFeedModel.query(db).where({ userId }).delete()) > 0,

  /** Finds the person whose calendar a token opens, read at every call: undefined once revoked or deactivated. */
  async findReader(tokenHash: Buffer, now: Date): Promise<Person | undefined> {
    const [row] = (await execute<Person & Pick<CalendarFeed, 'readAt'>>(db, READER_BY_FEED, { tokenHash })).rows;
    if (!row) return undefined;
    const { readAt, ...person } = row;
    if (isTouchDue(readAt, now)) await CalendarFeedModel.query(db).where({ tokenHash }).patch({ readAt: now });
    return person;
  },
});
