import type { Knex } from 'knex';

/**
 * Every change of an activity writes a history row, and every history row notifies the listeners: which activity, and whose it is now. The
 * notification is sent at the commit, and only if there is one (decision 14).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function tell_activity_changed() returns trigger language plpgsql as $$
      begin
        perform pg_notify('activity_changed', id || ':' || owner_id || ':' || assignee_id) from activities where id = new.activity_id;
        return null;
      end $$;
    create trigger activity_history_tells after insert on activity_history
      for each row execute function tell_activity_changed();
  `);
}
