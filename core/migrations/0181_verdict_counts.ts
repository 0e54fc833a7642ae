import type { Knex } from 'knex';

const ACTS = `('complete', 'approve', 'reject')`;
const minutes = (verdict: string, completion: string) => `floor(extract(epoch from ${verdict} - ${completion}) / 60)::int`;
const rounded = (value: string) => `case when ${value} < 1440 then ${value} else ${value} / 60 * 60 end`;

/**
 * Verdicts by deadline and by how long they took, so that the verification clock need not read the history of a year again (decision 45).
 * A verdict adds its row in its own transaction. A new deadline moves the verdicts of an activity, and a cancellation removes them.
 */
export async function up(knex: Knex): Promise<void> {
  // A restore of pg_dump works with an empty search path.
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  const { schema } = rows[0];
  const verdicts = (history: string) => `
    select activity_id, act, ${rounded('minutes')} as minutes
    from (
      select activity_id, act, ${minutes('at', 'lag(at) over life')} as minutes, lag(act) over life as before
      from ${history} where act in ${ACTS}
      window life as (partition by activity_id order by id)
    ) as verdict
    where act <> 'complete' and before = 'complete'`;
  await knex.raw(`
    create table verdict_changes (deadline_on date not null, act text not null, minutes integer not null, change smallint not null);
    create table verdict_counts (
      span text not null,
      day date not null,
      act text not null,
      minutes integer not null,
      total integer not null,
      primary key (span, day, act, minutes)
    );
    -- Every fold empties the changes, and readers pass what is not vacuumed.
    alter table verdict_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    alter table verdict_counts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    create function note_verdict() returns trigger language plpgsql as $$
      begin
        insert into ${schema}.verdict_changes
          select deadline_on, new.act, ${rounded('lasted')}, 1
          from (
            select act, ${minutes('new.at', 'at')} as lasted from ${schema}.activity_history
            where activity_id = new.activity_id and act in ${ACTS} and id < new.id order by id desc limit 1
          ) as earlier
          join ${schema}.activities on activities.id = new.activity_id and status <> 'canceled'
          where act = 'complete';
        return null;
      end $$;
    create trigger activity_history_notes_verdict after insert on activity_history
      for each row when (new.act in ('approve', 'reject')) execute function note_verdict();

    create function move_verdicts() returns trigger language plpgsql as $$
      begin
        insert into ${schema}.verdict_changes
          select cell.deadline_on, act, minutes, cell.change
          from (${verdicts(`(select * from ${schema}.activity_history where activity_id = new.id) as own`)}) as verdict
          cross join (values (old.deadline_on, old.status, -1), (new.deadline_on, new.status, 1)) as cell (deadline_on, status, change)
          where cell.status <> 'canceled';
        return null;
      end $$;
    create trigger activities_verdicts_moved after update on activities for each row
      when (old.deadline_on <> new.deadline_on or (old.status = 'canceled') <> (new.status = 'canceled'))
      execute function move_verdicts();

    insert into verdict_counts (span, day, act, minutes, total)
      select span, day, act, minutes, count(*)
      from (${verdicts('activity_history')}) as verdict
      join activities on activities.id = activity_id and status <> 'canceled'
      cross join lateral (values
          ('day', deadline_on),
          ('month', date_trunc('month', deadline_on::timestamp)::date),
          ('year', date_trunc('year', deadline_on::timestamp)::date)
        ) as of_span (span, day)
      group by span, day, act, minutes
      order by span, day, act, minutes;
  `);
}
