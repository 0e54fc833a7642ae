import type { Knex } from 'knex';

/**
 * One chain of seals over several tables (`source`). In the second form a seal also covers its number and its time. A trigger refuses
 * a seal that does not follow the one before, or whose rows are not there. The earlier release writes the first form; it seals
 * nothing once there is one of the second.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table history_seals
      add column form smallint not null default 1 check (form in (1, 2)),
      add column source text not null default 'activity_history'
        check (source in ('activity_history', 'admin_history', 'history_baselines'));
    alter table history_seals drop constraint history_seals_through_id_key;
    create unique index history_seals_through on history_seals (source, through_id);

    create function newest_number(source text) returns bigint language plpgsql stable as $$
      declare newest bigint;
      begin
        execute format('select max(id) from %I', source) into newest;
        return greatest(newest, pg_sequence_last_value(pg_get_serial_sequence(source, 'id')::regclass), 0);
      end $$;
    -- A seal that names a row whose number was never given out covers nothing.
    create function sealed_through(source text) returns bigint language sql stable as $$
      select coalesce(max(through_id), 0) from history_seals seal
      where seal.source = sealed_through.source and through_id <= newest_number(sealed_through.source)
    $$;
    create function check_seal() returns trigger language plpgsql as $$
      declare
        before_id integer;
        before_form smallint;
        after_id bigint := sealed_through(new.source);
        last_id bigint;
        row_count bigint;
      begin
        select id, form into before_id, before_form from history_seals order by id desc limit 1;
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
    create trigger history_seals_check before insert on history_seals for each row execute function check_seal();
  `);
}
