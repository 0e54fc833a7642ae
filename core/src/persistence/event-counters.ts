import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { COUNT } from './event-counters.sql.ts';
import { firstRow } from './statement.ts';

/** Counters of what happened within a while, kept with those of the limits; what they count is stored as a hash. */
export const eventCountersOn = (db: Knex) => ({
  /** Counts one more; answers how many since the window began. */
  async count(name: string, whose: readonly (string | number)[], seconds: number, now: Date): Promise<number> {
    const key = `${name}:${createHash('sha256').update(whose.join('\n').toLowerCase()).digest('base64url')}`;
    const { points } = await firstRow<{ points: number }>(db, COUNT, { key, now: now.getTime(), expire: now.getTime() + seconds * 1_000 });
    return points;
  },
});
