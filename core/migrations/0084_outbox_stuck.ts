import type { Knex } from 'knex';

/** Few rows, if any: what would be tried only after it expires. It is looked for every two seconds. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index outbox_stuck on outbox (channel, expires_at)
      where sent_at is null and failed_at is null and next_try_at > expires_at
  `);
}
