import type { Knex } from 'knex';

/** What the database tells about itself and about what waits in it. */
export const diagnosisOn = (db: Knex) => ({
  /** The database's clock at this moment. */
  async now(): Promise<Date> {
    return (await db.raw('select clock_timestamp() as now')).rows[0].now;
  },

  /** '18.4' */
  async databaseVersion(): Promise<string> {
    const { rows } = await db.raw(`select current_setting('server_version') as version`);
    return rows[0].version;
  },

  /** Announcements by email that are due or were tried in vain; what waits for the morning is not late. */
  async late(now: Date): Promise<{ lateCount: number; lateSince: Date | null }> {
    const row = await db('outbox')
      .where('channel', 'email')
      .whereNull('sentAt')
      .whereNull('failedAt')
      .where((one) => one.where('tries', '>', 0).orWhere('nextTryAt', '<=', now))
      .first(db.raw('count(*)::integer as late_count, min(created_at) as late_since'));
    return row ?? { lateCount: 0, lateSince: null };
  },

  /** What a wrong clock dated later than now does not count. */
  async sweptAt(now: Date): Promise<Date | null> {
    return (await db('sweeps').where('dueAt', '<=', now).orderBy('dueAt', 'desc').first('sweptAt'))?.sweptAt ?? null;
  },
});
