import { createHash } from 'node:crypto';
import type { Knex } from 'knex';

const COUNT = `
  insert into rate_limits as kept (key, points, expire) values (:key, 1, :expire::bigint)
  on conflict (key) do update set
    points = case when kept.expire <= :now::bigint then 1 else kept.points + 1 end,
    expire = case when kept.expire <= :now::bigint then excluded.expire else kept.expire end
  returning points`;

/** Counters of what happened within a while, kept with those of the limits; what they count is stored as a hash. */
export const eventCountersOn = (db: Knex) => ({
  /** Counts one more; answers how many since the window began. */
  async count(name: string, whose: readonly (string | number)[], seconds: number, now: Date): Promise<number> {
    const key = `${name}:${createHash('sha256').update(whose.join('\n').toLowerCase()).digest('base64url')}`;
    const { rows } = await db.raw(COUNT, { key, now: now.getTime(), expire: now.getTime() + seconds * 1_000 });
    return rows[0].points;
  },
});
