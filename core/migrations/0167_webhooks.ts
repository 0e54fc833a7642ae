import type { Knex } from 'knex';

/**
 * Receivers of events, and what they are to get. A trigger adds a row for each receiver of an act in the transaction of the act; with no
 * receivers it reads one empty table. Deliveries have no foreign key, because an act would then wait for who removes a receiver.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table webhooks (
      id integer generated always as identity primary key,
      name text not null check (name <> ''),
      url text not null check (url like 'https://%'),
      acts text[] not null check (cardinality(acts) > 0),
      has_comments boolean not null default false,
      sealed_secret bytea not null,
      sealed_previous_secret bytea,
      previous_until timestamptz,
      is_active boolean not null default true,
      disabled_at timestamptz,
      disabling_reason text check (disabling_reason in ('gone', 'failing')),
      failing_since timestamptz,
      delivered_at timestamptz,
      created_at timestamptz not null,
      check ((sealed_previous_secret is null) = (previous_until is null)),
      check ((disabled_at is null) = (disabling_reason is null)),
      check (disabled_at is null or not is_active)
    );
    create table webhook_deliveries (
      id bigint generated always as identity primary key,
      webhook_id integer not null,
      message_id uuid not null default gen_random_uuid(),
      history_id bigint,
      activity_id integer,
      act text not null,
      happened_at timestamptz not null,
      body text,
      tries integer not null default 0,
      next_try_at timestamptz,
      claimed_until timestamptz,
      tried_at timestamptz,
      delivered_at timestamptz,
      failed_at timestamptz,
      last_status integer,
      failure text check (failure in ('status', 'redirect', 'timeout', 'private', 'connection', 'unsigned')),
      answer text,
      check (num_nonnulls(delivered_at, failed_at) < 2),
      check ((next_try_at is null) = (delivered_at is not null or failed_at is not null)),
      check ((history_id is null) = (act = 'test')),
      check ((history_id is null) = (activity_id is null))
    );
    create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id) where next_try_at is not null;
    create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where failed_at is not null;
    create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);
    create index webhook_deliveries_age on webhook_deliveries (happened_at);

    create function add_webhook_deliveries() returns trigger language plpgsql as $$
      begin
        insert into webhook_deliveries (webhook_id, history_id, activity_id, act, happened_at, next_try_at)
        select id, new.id, new.activity_id, new.act, new.at, new.at from webhooks where is_active and new.act = any(acts);
        return null;
      end $$;
    create trigger activity_history_webhooks after insert on activity_history for each row execute function add_webhook_deliveries();
  `);
}
