import type { Knex } from 'knex';

/**
 * Deliverers ask for the kinds that have a letter, so what waits is found by its kind. Announcements of the other kinds pile up
 * beside it and cost them nothing. How long they pile up is decision 11.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index outbox_due;
    create index outbox_due on outbox (kind, next_try_at) where sent_at is null and failed_at is null;
  `);
}
