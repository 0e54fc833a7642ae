import type { Knex } from 'knex';

/**
 * Reminders that a person put off to a later day. And the App Home as a card with the message `home`, which also shows work that its
 * person gets later. So a history row marks the homes of owner, responsible and their substitutes, besides the cards that show the activity.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table snoozed_reminders (
      user_id integer not null references users,
      activity_id integer not null references activities on delete cascade,
      remind_on date not null,
      primary key (user_id, activity_id)
    );
    create index snoozed_reminders_activity on snoozed_reminders (activity_id);
    create index snoozed_reminders_day on snoozed_reminders (remind_on);

    create index chat_cards_home on chat_cards (chat_link_id) where message = 'home';
    create or replace function tell_chat_cards() returns trigger language plpgsql as $$
      begin
        insert into chat_card_changes (card_id, history_id, changed_at)
        select card_id, new.id, new.at from chat_card_activities where activity_id = new.activity_id
        union
        select home.id, new.id, new.at
        from activities
        cross join lateral (
          select unnest(array[owner_id, assignee_id]) as user_id
          union
          select substitute_id from absences where absences.user_id in (owner_id, assignee_id)
        ) reader
        join chat_links link on link.user_id = reader.user_id
        join chat_cards home on home.chat_link_id = link.id and home.message = 'home'
        where activities.id = new.activity_id
        on conflict do nothing;
        return null;
      end $$;
  `);
}
