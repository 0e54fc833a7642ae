import type { Knex } from 'knex';

/**
 * Chat identities that people linked, the links still offered, and tokens. Tokens are personal, or short-lived ones of the bot
 * for a linked identity, which end with the link. Secrets are stored as hashes only.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat_links (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      service text not null check (service in ('slack', 'teams')),
      workspace text not null,
      chat_user_id text not null,
      display_name text not null,
      linked_at timestamptz not null,
      unique (service, workspace, chat_user_id)
    );
    create index chat_links_user on chat_links (user_id);

    create table chat_link_requests (
      code_hash bytea primary key,
      service text not null check (service in ('slack', 'teams')),
      workspace text not null,
      chat_user_id text not null,
      display_name text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      unique (service, workspace, chat_user_id)
    );

    create table access_tokens (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      secret_hash bytea not null unique,
      prefix text not null,
      name text not null,
      scope text not null check (scope in ('read', 'write')),
      channel text not null check (channel in ('terminal', 'slack', 'teams')),
      chat_link_id integer references chat_links on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      check ((channel = 'terminal') = (chat_link_id is null))
    );
    create index access_tokens_user on access_tokens (user_id);
    create index access_tokens_chat_link on access_tokens (chat_link_id);
  `);
}
