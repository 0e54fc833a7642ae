import type { Knex } from 'knex';

/** Web push: the browsers that people let show notifications, and the channel of the outbox that reaches them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table push_subscriptions (
      id bigint generated always as identity primary key,
      user_id integer not null references users,
      session_id_hash bytea not null,
      endpoint text not null unique,
      public_key text not null,
      auth_secret text not null,
      created_at timestamptz not null
    );
    create index push_subscriptions_user on push_subscriptions (user_id);
    create index push_subscriptions_session on push_subscriptions (session_id_hash);
    alter table announcement_preferences add column by_push boolean not null default false;
    alter table outbox drop constraint outbox_channel_check, add constraint outbox_channel_check check (channel in ('email', 'chat', 'push'));
  `);
}
