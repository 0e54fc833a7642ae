import type { Knex } from 'knex';

/**
 * Channels of a chat in which the work of a topic is announced, and what is to be said there. A trigger adds what happened, in the
 * transaction of the act. `deadline_on` is of late work, which is said once for each deadline. A row belongs to the message `task_id`.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table topic_channels (
      id integer generated always as identity primary key,
      topic_id integer not null references topics,
      user_id integer not null references users,
      chat_link_id integer references chat_links on delete set null,
      service text not null,
      conversation text not null,
      display_name text not null,
      started_at timestamptz not null
    );
    create unique index topic_channels_place on topic_channels (topic_id, service, md5(conversation));
    create index topic_channels_user on topic_channels (user_id);
    create index topic_channels_link on topic_channels (chat_link_id);

    alter table chat_tasks add column topic_channel_id integer references topic_channels on delete cascade;
    create index chat_tasks_topic_channel on chat_tasks (topic_channel_id) where topic_channel_id is not null;
    alter table chat_tasks drop constraint chat_tasks_kind_check,
      add constraint chat_tasks_kind_check check (kind in ('greet', 'summarize', 'unsent', 'mailStopped', 'topicNews'));

    create table topic_news (
      id bigint generated always as identity primary key,
      topic_channel_id integer not null references topic_channels on delete cascade,
      activity_id integer not null references activities on delete cascade,
      kind text not null check (kind in ('assigned', 'completed', 'verified', 'rejected', 'canceled', 'late')),
      deadline_on date,
      happened_at timestamptz not null,
      task_id bigint references chat_tasks on delete cascade
    );
    create index topic_news_channel on topic_news (topic_channel_id, happened_at) where task_id is null;
    create unique index topic_news_late on topic_news (topic_channel_id, activity_id, deadline_on) where kind = 'late';
    create index topic_news_task on topic_news (task_id);
    create index topic_news_activity on topic_news (activity_id);

    create function note_topic_news() returns trigger language plpgsql as $$
      begin
        insert into topic_news (topic_channel_id, activity_id, kind, happened_at)
        select channel.id, new.activity_id, said.kind, new.at
        from activities
        join topic_channels channel on channel.topic_id = activities.topic_id
        cross join lateral (select case
          when new.act in ('register', 'repeat', 'reassign') and owner_id <> assignee_id then 'assigned'
          when new.act in ('complete', 'approve') and new.to_status = 'verified' then 'verified'
          when new.act = 'complete' then 'completed'
          when new.act = 'reject' then 'rejected'
          when new.act = 'cancel' then 'canceled'
        end as kind) said
        where activities.id = new.activity_id and said.kind is not null;
        return null;
      end $$;
    create trigger activity_history_notes_topic_news after insert on activity_history
      for each row when (new.act in ('register', 'repeat', 'reassign', 'complete', 'approve', 'reject', 'cancel'))
      execute function note_topic_news();
  `);
}
