import type { Knex } from 'knex';

/**
 * When a person chose a kind, because nobody gets the summary of a week before their choice. It is null for choices that the
 * earlier release wrote.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table announcement_preferences add column chosen_at timestamptz');
}
