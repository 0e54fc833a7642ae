import type { Knex } from 'knex';

/** Second factors of password logins, their recovery codes, and the devices and sessions that have proven one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table second_factors (
      user_id integer primary key references users on delete cascade,
      sealed_secret bytea not null,
      begun_at timestamptz not null,
      confirmed_at timestamptz,
      used_step integer not null default 0
    );
    create table recovery_codes (
      user_id integer not null references second_factors on delete cascade,
      code_hash bytea not null,
      primary key (user_id, code_hash)
    );
    alter table known_devices add column trusted_until timestamptz;
    alter table sessions add column has_second_factor boolean not null default false;
  `);
}
