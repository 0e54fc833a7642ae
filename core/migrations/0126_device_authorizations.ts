import type { Knex } from 'knex';

/** Logins of terminals that a person confirms in the browser (RFC 8628). Both codes are stored as hashes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table device_authorizations (
      device_code_hash bytea primary key,
      user_code_hash bytea not null unique,
      machine text not null,
      device_grant text not null check (device_grant in ('read', 'write', 'session')),
      requested_by_id integer references users,
      address text,
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      polled_at timestamptz,
      is_approved boolean,
      answered_by_id integer references users
    );
    create index on device_authorizations (expires_at);
  `);
}
