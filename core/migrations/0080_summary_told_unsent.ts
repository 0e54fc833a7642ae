import type { Knex } from 'knex';

/**
 * The person is notified once of a conversation that takes no summaries, not every Monday: until another is chosen, or one has gone there.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table chat_summaries add column told_unsent_at timestamptz');
}
