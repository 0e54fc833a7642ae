import type { Knex } from 'knex';

/**
 * What each person was notified of by any choice of channels: the list of the web. The outbox keeps the deliveries. `history_id`
 * names the act that caused it, without a foreign key, because its check would lock a row of the history for each notification.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications (
      id bigint generated always as identity primary key,
      key text not null unique,
      kind text not null,
      recipient_id integer not null references users,
      activity_id integer not null references activities,
      deadline_on date,
      history_id bigint,
      created_at timestamptz not null,
      read_at timestamptz
    );
    create index notifications_recipient on notifications (recipient_id, id desc);
    create index notifications_unread on notifications (recipient_id, activity_id) where read_at is null;
    create index notifications_comments on notifications (history_id) where kind = 'commented';

    create function publish_notification() returns trigger language plpgsql as $$
      begin
        perform pg_notify('notifications_changed', new.recipient_id::text);
        return null;
      end $$;
    create trigger notifications_published after insert or update of read_at on notifications
      for each row execute function publish_notification();
  `);
}
