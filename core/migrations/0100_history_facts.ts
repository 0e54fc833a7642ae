import type { Knex } from 'knex';

/**
 * A row of the history carries the facts that its seal covers, and the moment at which the database took it. Rows of before have
 * neither: `history_baselines` states what their activities were when the facts began. Rows may be loaded with dates of the past only
 * before the first seal, and are marked.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activity_history add column facts jsonb, add column recorded_at timestamptz, add column is_loaded boolean;
    create function stamp_history() returns trigger language plpgsql as $$
      begin
        new.recorded_at := clock_timestamp();
        new.is_loaded := coalesce(current_setting('bitacora.loading', true), '') = 'on';
        if new.is_loaded and exists (select from history_seals where source = 'activity_history') then
          raise exception 'activity_history is loaded only before its first seal';
        end if;
        return new;
      end $$;
    create trigger activity_history_stamp before insert on activity_history for each row execute function stamp_history();

    create table history_baselines (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('activity', 'complete', 'witness')),
      activity_id integer unique references activities,
      through_id bigint not null,
      facts jsonb not null,
      at timestamptz not null,
      check ((kind = 'activity') = (activity_id is not null))
    );
    create unique index history_baselines_complete on history_baselines (kind) where kind = 'complete';
    create function stamp_baseline() returns trigger language plpgsql as $$
      begin new.at := clock_timestamp(); return new; end $$;
    create trigger history_baselines_stamp before insert on history_baselines for each row execute function stamp_baseline();
    create function refuse_change_of_baselines() returns trigger language plpgsql as $$
      begin raise exception 'history_baselines is append-only'; end $$;
    create trigger history_baselines_append_only before update or delete or truncate on history_baselines
      for each statement execute function refuse_change_of_baselines();
  `);
}
