import type { Knex } from 'knex';

/**
 * Devices on which a person has logged in, by the SHA-256 of their cookie. Networks from which somebody has, and the failed logins of
 * each account, by the SHA-256 of its email. The latter are unlogged: a crash of the database may forget them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table known_devices (
      secret_hash bytea not null,
      user_id integer not null references users,
      seen_at timestamptz not null,
      primary key (secret_hash, user_id)
    );
    create index known_devices_user on known_devices (user_id, seen_at);

    create table known_networks (
      network text primary key,
      seen_at timestamptz not null
    );

    create unlogged table login_delays (
      account_hash bytea primary key,
      failures integer not null,
      tried_at timestamptz not null
    );
    create index login_delays_tried on login_delays (tried_at);
  `);
}
