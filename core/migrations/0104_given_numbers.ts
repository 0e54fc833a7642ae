import type { Knex } from 'knex';

/**
 * A row of a sealed table has a number that its sequence gave out. With a higher one, every later row would count as sealed,
 * or no number would follow. A restore disables the trigger. There are never more seals than rows: a seal with a higher number is bogus.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function refuse_unissued_number() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        sequence text := pg_get_serial_sequence(format('%I.%I', tg_table_schema, tg_table_name), 'id');
      begin
        if new.id not between 1 and coalesce(pg_sequence_last_value(sequence::regclass), 0) then
          raise exception '%: its sequence did not issue number %', tg_table_name, new.id;
        end if;
        return new;
      end $$;
    create trigger activity_history_number before insert on activity_history for each row execute function refuse_unissued_number();
    create trigger admin_history_number before insert on admin_history for each row execute function refuse_unissued_number();
    create trigger history_baselines_number before insert on history_baselines for each row execute function refuse_unissued_number();

    -- The last but one that an integer can be: another has to follow.
    create function seals_at_most() returns integer language sql stable as $$
      select least(newest_number('activity_history')::numeric + newest_number('admin_history') + newest_number('history_baselines'), 2147483646)::integer
    $$;
    create or replace function sealed_through(source text) returns bigint language sql stable as $$
      select coalesce(max(through_id), 0) from history_seals seal
      where seal.source = sealed_through.source and through_id <= newest_number(sealed_through.source) and id <= (select seals_at_most())
    $$;
    create or replace function check_seal() returns trigger language plpgsql as $$
      declare
        before_id integer;
        before_form smallint;
        after_id bigint := sealed_through(new.source);
        last_id bigint;
        row_count bigint;
      begin
        select id, form into before_id, before_form from history_seals where id <= seals_at_most() order by id desc limit 1;
        if new.form < before_form then raise exception 'history_seals is in form %', before_form; end if;
        if new.form = 2 and abs(extract(epoch from new.sealed_at - clock_timestamp())) > 60 then
          raise exception 'history_seals: sealed_at is not the present';
        end if;
        execute format('select max(id), count(*) from %I where ($1 = 0 or id > $1) and id <= $2', new.source)
          into last_id, row_count using after_id, new.through_id;
        if last_id is distinct from new.through_id or row_count <> new.rows then
          raise exception 'history_seals: no % rows of % end at %', new.rows, new.source, new.through_id;
        end if;
        new.id := coalesce(before_id, 0) + 1;
        return new;
      end $$;
  `);
}
