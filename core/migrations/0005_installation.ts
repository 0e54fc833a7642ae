import type { Knex } from 'knex';

/** What is true of this installation as a whole, such as that its company is the demo. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table installation (
      key text primary key,
      value jsonb not null
    );
  `);
}
