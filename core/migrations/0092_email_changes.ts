import type { Knex } from 'knex';

/**
 * A new email waits here until its owner confirms it; the token is stored as a hash only. An account that loses its privilege keeps the
 * moment, because its email stays protected for some time.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table email_changes (
      id uuid primary key,
      user_id integer not null unique references users,
      email text not null,
      token_hash bytea not null unique,
      requested_by_id integer not null references users,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    alter table users add column privilege_lost_at timestamptz;
  `);
}
