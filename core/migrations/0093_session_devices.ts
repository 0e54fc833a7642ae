import type { Knex } from 'knex';

/** People see their own sessions: where each was opened, with what, and by which number it is ended. The secret's hash stays the key. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sessions
      add column id integer generated always as identity unique,
      add column user_agent text,
      add column address text;
  `);
}
