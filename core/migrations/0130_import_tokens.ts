import type { Knex } from 'knex';

/** Tokens for a script that registers people. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table access_tokens
      drop constraint access_tokens_scope_check,
      add constraint access_tokens_scope_check check (scope in ('read', 'write', 'import_people'));
  `);
}
