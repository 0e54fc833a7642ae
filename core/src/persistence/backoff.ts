import type { Knex } from 'knex';
import { CHAT_RETRY_MS } from '../domain/notifications/chat-work.ts';

/** When what was tried `tries` times, by the row's own count, is tried again: each time after twice as long. */
export const backoffAt = (db: Knex, now: Date): Knex.Raw =>
  db.raw("?::timestamptz + ? * power(2, tries - 1) * interval '1 millisecond'", [now, CHAT_RETRY_MS]);
