import type { Knex } from 'knex';

/**
 * Work in chats: where to write to a linked person, and since when a digest by chat is due. Also posted cards and what changed under them,
 * greetings and weekly summaries. Changes are only appended, because a change of an activity must not wait for a card; so
 * `chat_card_changes` refers to none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_links add column conversation text;
    alter table chat_link_requests add column conversation text;
    alter table outbox add column first_due_at timestamptz;

    create table chat_cards (
      id bigint generated always as identity primary key,
      chat_link_id integer not null references chat_links on delete cascade,
      conversation text not null,
      message text not null,
      press jsonb not null,
      posted_at timestamptz not null,
      claim uuid,
      next_try_at timestamptz,
      tries integer not null default 0
    );
    create unique index chat_cards_message on chat_cards (chat_link_id, md5(conversation), message);
    create index chat_cards_posted on chat_cards (posted_at);

    create table chat_card_activities (
      activity_id integer not null references activities,
      card_id bigint not null references chat_cards on delete cascade,
      primary key (activity_id, card_id)
    );
    create index chat_card_activities_card on chat_card_activities (card_id);

    create table chat_card_changes (
      card_id bigint not null,
      history_id bigint not null,
      changed_at timestamptz not null,
      claim uuid,
      primary key (card_id, history_id)
    );
    create index chat_card_changes_history on chat_card_changes (history_id);

    create function tell_chat_cards() returns trigger language plpgsql as $$
      begin
        insert into chat_card_changes (card_id, history_id, changed_at)
        select card_id, new.id, new.at from chat_card_activities where activity_id = new.activity_id
        on conflict do nothing;
        return null;
      end $$;
    create trigger activity_history_tells_chat_cards after insert on activity_history
      for each row execute function tell_chat_cards();

    create table chat_summaries (
      user_id integer primary key references users,
      chat_link_id integer not null references chat_links on delete cascade,
      conversation text not null,
      display_name text not null,
      chosen_at timestamptz not null
    );
    create index chat_summaries_link on chat_summaries (chat_link_id);

    create table chat_tasks (
      id bigint generated always as identity primary key,
      key text not null unique,
      kind text not null check (kind in ('greet', 'summarize')),
      chat_link_id integer not null references chat_links on delete cascade,
      conversation text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      next_try_at timestamptz,
      claimed_until timestamptz,
      is_uncertain boolean not null default false,
      tries integer not null default 0
    );
    create index chat_tasks_due on chat_tasks (next_try_at) where next_try_at is not null;
    create index chat_tasks_link on chat_tasks (chat_link_id);
  `);
}
