import type { Knex } from 'knex';

/** The template that an activity was made from: a repetition starts with its current checklist. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table activities add column template_id integer references activity_templates');
}
