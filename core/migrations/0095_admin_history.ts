import type { Knex } from 'knex';

/**
 * Who changed what in the administration, and from where. Rows are only added. No foreign key: a row keeps the names it was written
 * with, and a write here locks nothing else.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table admin_history (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      actor_id integer,
      actor_name text,
      act text not null,
      subject_kind text not null,
      subject_id text,
      subject text,
      before jsonb,
      after jsonb,
      address text,
      channel text not null
    );
    create index admin_history_actor on admin_history (actor_id, id);
    create index admin_history_subject on admin_history (subject_kind, subject_id, id);
    create index admin_history_act on admin_history (act, id);
    create index admin_history_at on admin_history (at);

    create function stamp_admin_history() returns trigger language plpgsql as $$
      begin new.at := clock_timestamp(); return new; end $$;
    create trigger admin_history_stamp before insert on admin_history for each row execute function stamp_admin_history();

    create function refuse_change_of_admin_history() returns trigger language plpgsql as $$
      begin raise exception 'admin_history is append-only'; end $$;
    create trigger admin_history_append_only before update or delete or truncate on admin_history
      for each statement execute function refuse_change_of_admin_history();
  `);
}
