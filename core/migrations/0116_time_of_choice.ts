import type { Knex } from 'knex';

/** When a person chose a kind, so that nobody gets the summary of a week before their choice. Earlier choices have no time, and neither have those that the earlier release goes on writing. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table announcement_preferences add column chosen_at timestamptz');
}
