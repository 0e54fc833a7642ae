import type { Knex } from 'knex';

/** Every page asks for the contact address, which is the first administrator's where none is configured. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index users_first_administrator on users (created_at, id) where lower(kind) = 'desarrollador' and is_active`);
}
