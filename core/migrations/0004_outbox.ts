import type { Knex } from 'knex';

/** Notifications for people, written with the change that causes it; and the answers kept for repeated requests. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table outbox (
      id bigint generated always as identity primary key,
      key text not null unique,
      kind text not null,
      recipient_id integer not null references users,
      activity_id integer references activities,
      facts jsonb not null default '{}',
      created_at timestamptz not null,
      next_try_at timestamptz,
      tries integer not null default 0,
      claimed_until timestamptz,
      sent_at timestamptz,
      failed_at timestamptz,
      last_error text
    );
    create index outbox_due on outbox (next_try_at) where sent_at is null and failed_at is null;

    create table answered_requests (
      user_id integer not null references users,
      key text not null,
      fingerprint text not null,
      reply jsonb,
      created_at timestamptz not null,
      primary key (user_id, key)
    );
    create index answered_requests_age on answered_requests (created_at);
  `);
}
