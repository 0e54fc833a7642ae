import type { Knex } from 'knex';

/** When an image was withdrawn: its file is gone, and its row stays because the history names it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table images add column withdrawn_at timestamptz');
}
