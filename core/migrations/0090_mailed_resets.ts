import type { Knex } from 'knex';

/** A reset that was opened in the terminal is shown there and is never sent by email. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table password_resets add column is_mailed boolean not null default true');
}
