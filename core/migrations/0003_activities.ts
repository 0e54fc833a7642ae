import type { Knex } from 'knex';

/**
 * Activities with what hangs on them. The database guards what two people could do at once: one open duplicate, one extension,
 * one successor, stamps that fit the status. `description_key` is the description as `normalise` compares it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table activities (
      id integer generated always as identity primary key,
      owner_id integer not null references users,
      assignee_id integer not null references users,
      topic_id integer not null references topics,
      description text not null check (description <> ''),
      description_key text not null,
      status text not null default 'not_started'
        check (status in ('not_started', 'in_progress', 'on_pause', 'completed', 'verified', 'canceled')),
      priority text not null check (priority in ('normal', 'high', 'critical')),
      created_at timestamptz not null,
      due_on date not null,
      extended_to date,
      extension_reason text,
      deadline_on date generated always as (coalesce(extended_to, due_on)) stored,
      started_at timestamptz,
      closed_at timestamptz,
      verified_at timestamptz,
      canceled_at timestamptz,
      resolution text,
      repeats text check (repeats in ('week', 'month', 'year')),
      series_starts_on date not null,
      occurrence integer not null default 0 check (occurrence >= 0),
      predecessor_id integer unique references activities,
      check ((extended_to is null) = (extension_reason is null)),
      check (extended_to is null or extended_to >= due_on),
      check (status = 'not_started' or status = 'canceled' or started_at is not null),
      check ((status in ('completed', 'verified')) <= (closed_at is not null and resolution is not null)),
      check ((status in ('in_progress', 'on_pause', 'not_started')) <= (closed_at is null)),
      check ((status = 'verified') = (verified_at is not null)),
      check ((status = 'canceled') = (canceled_at is not null))
    );
    create unique index activities_open_duplicate on activities (assignee_id, topic_id, md5(description_key))
      where status in ('not_started', 'in_progress', 'on_pause', 'completed');
    create index activities_assignee on activities (assignee_id, status);
    create index activities_owner on activities (owner_id, created_at);
    create index activities_topic on activities (topic_id);

    create table comments (
      id integer generated always as identity primary key,
      activity_id integer not null references activities,
      author_id integer not null references users,
      body text not null check (body <> ''),
      written_at timestamptz not null,
      canceled_at timestamptz
    );
    create index comments_activity on comments (activity_id, written_at) where canceled_at is null;

    create table images (
      id uuid primary key,
      activity_id integer not null references activities,
      uploaded_by_id integer not null references users,
      name text not null,
      media_type text not null check (media_type in ('image/jpeg', 'image/png')),
      sha256 text not null,
      size_bytes integer not null,
      width integer not null,
      height integer not null,
      position smallint not null,
      uploaded_at timestamptz not null
    );
    create index images_activity on images (activity_id, uploaded_at);

    create table activity_history (
      id bigint generated always as identity primary key,
      activity_id integer not null references activities,
      act text not null,
      actor_id integer references users,
      channel text not null check (channel in ('web', 'terminal', 'slack', 'teams', 'system')),
      at timestamptz not null,
      from_status text,
      to_status text not null,
      note text
    );
    create index activity_history_activity on activity_history (activity_id, id);

    create function refuse_change_of_history() returns trigger language plpgsql as $$
      begin raise exception 'activity_history is append-only'; end $$;
    create trigger activity_history_append_only before update or delete or truncate on activity_history
      for each statement execute function refuse_change_of_history();
  `);
}
