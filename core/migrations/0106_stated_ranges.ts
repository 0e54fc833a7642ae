import type { Knex } from 'knex';

/**
 * In the third form a seal states and covers the row after which it begins (`after_id`), so that no other seal decides what it covers.
 * One that does not hold is stepped over, and its rows are sealed again: several seals may name the same row. The baselines also keep
 * the jumps of the clock.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table history_seals drop constraint history_seals_form_check;
    alter table history_seals
      add column after_id bigint,
      add constraint history_seals_form_check check (form in (1, 2, 3)),
      add constraint history_seals_range_check check ((form = 3) = (after_id is not null) and after_id < through_id);
    drop index history_seals_through;
    create index history_seals_range on history_seals (source, through_id);
    create index history_seals_time on history_seals (sealed_at);

    alter table history_baselines drop constraint history_baselines_kind_check;
    alter table history_baselines
      add constraint history_baselines_kind_check check (kind in ('activity', 'complete', 'witness', 'clock'));

    -- Rows may be sealed again, so there may be more seals than rows.
    create or replace function seals_at_most() returns integer language sql stable as $$
      select least(2 * (newest_number('activity_history')::numeric + newest_number('admin_history') + newest_number('history_baselines')) + 1000,
        2147483646)::integer
    $$;
    create or replace function check_seal() returns trigger language plpgsql as $$
      declare
        before_id integer;
        before_form smallint;
        begins_after bigint := coalesce(new.after_id, sealed_through(new.source));
        last_id bigint;
        row_count bigint;
      begin
        select id, form into before_id, before_form from history_seals where id <= seals_at_most() order by id desc limit 1;
        if new.form < before_form then raise exception 'history_seals is in form %', before_form; end if;
        if new.form > 1 and abs(extract(epoch from new.sealed_at - clock_timestamp())) > 60 then
          raise exception 'history_seals: sealed_at is not the present';
        end if;
        if begins_after <> 0 and not exists (select from history_seals where source = new.source and through_id = begins_after) then
          raise exception 'history_seals: no seal of % ends at %', new.source, begins_after;
        end if;
        execute format('select max(id), count(*) from %I where ($1 = 0 or id > $1) and id <= $2', new.source)
          into last_id, row_count using begins_after, new.through_id;
        if last_id is distinct from new.through_id or row_count <> new.rows then
          raise exception 'history_seals: no % rows of % end at %', new.rows, new.source, new.through_id;
        end if;
        new.id := coalesce(before_id, 0) + 1;
        return new;
      end $$;
  `);
}
