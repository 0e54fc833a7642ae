import type { Knex } from 'knex';

interface StoredCounts {
  databaseBytes: number;
  mailWaiting: number;
  chatWaiting: number;
  chatPeople: number;
}

/** What the database tells of its size and of what waits in it. */
export const serverStatusOn = (db: Knex) => ({
  async counts(): Promise<StoredCounts> {
    const { rows } = await db.raw(`
      select pg_database_size(current_database()) as "databaseBytes",
        count(*) filter (where channel = 'email') as "mailWaiting",
        count(*) filter (where channel = 'chat') as "chatWaiting",
        (select count(distinct user_id) from chat_links) as "chatPeople"
      from outbox where sent_at is null and failed_at is null`);
    return rows[0];
  },
});
