import type { Knex } from 'knex';

const OPEN = `('not_started', 'in_progress', 'on_pause', 'completed')`;
const PRIORITY = `array_position(array['normal', 'high', 'critical'], priority)`;
const COUNTED = ['status', 'topic_id', 'priority', 'owner_id', 'assignee_id', 'deadline_on', 'last_act_on'];
const columnsOf = (row: string) => [...COUNTED.map((column) => `${row}.${column}`), `${row}.rejected_at is not null`];
const noted = (row: string, change: string) => `(${[...columnsOf(row), change].join(', ')})`;
const compared = (row: string) => `(${columnsOf(row).join(', ')})`;

/**
 * How much work is open, so that figures need not count it at every call (decision 40). Each act adds what it changes in its own transaction;
 * a job adds these rows to the counts. Closed work is also counted by year, because a figure of several years would add up many months.
 */
export async function up(knex: Knex): Promise<void> {
  // A restore of pg_dump works with an empty search path.
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  const changes = `${rows[0].schema}.open_work_changes (${COUNTED.join(', ')}, is_rejected, change)`;
  await knex.raw(`
    create table open_work_changes (
      status text not null,
      topic_id integer not null,
      priority text not null,
      owner_id integer not null,
      assignee_id integer not null,
      deadline_on date not null,
      last_act_on date,
      is_rejected boolean not null,
      change smallint not null
    );
    create table open_work_counts (
      kind text not null,
      value integer not null,
      status text not null,
      total integer not null,
      primary key (kind, value, status)
    );
    -- Every fold empties the changes, and readers pass what is not vacuumed.
    alter table open_work_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    alter table closed_work_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
    alter table open_work_counts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    -- One statement for both rows, because each costs more than its row.
    create function note_open_work() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into ${changes} values ${noted('new', '1')};
        elsif tg_op = 'DELETE' or new.status not in ${OPEN} then
          insert into ${changes} values ${noted('old', '-1')};
        elsif old.status not in ${OPEN} then
          insert into ${changes} values ${noted('new', '1')};
        else
          insert into ${changes} values ${noted('old', '-1')}, ${noted('new', '1')};
        end if;
        return null;
      end $$;

    create trigger activities_open_work_added after insert on activities
      for each row when (new.status in ${OPEN}) execute function note_open_work();
    create trigger activities_open_work_changed after update on activities
      for each row when ((old.status in ${OPEN} or new.status in ${OPEN}) and ${compared('old')} is distinct from ${compared('new')})
      execute function note_open_work();
    create trigger activities_open_work_removed after delete on activities
      for each row when (old.status in ${OPEN}) execute function note_open_work();

    insert into open_work_counts (kind, value, status, total)
      select kind, value, status, count(*)
      from activities cross join lateral (values
        ('topic', topic_id), ('priority', ${PRIORITY}), ('owner', owner_id), ('assignee', assignee_id),
        ('deadline', deadline_on - date '2000-01-01'), ('lastAct', last_act_on - date '2000-01-01'),
        ('rejected', (rejected_at is not null)::int)
      ) as cell (kind, value)
      where status in ${OPEN} and value is not null group by kind, value, status order by kind, value, status;

    -- Earlier days stay as they are: whole months and days of deadlines.
    alter table closed_work_counts add column span text not null default 'month';
    update closed_work_counts set span = 'day' where dating = 'deadline';
    alter table closed_work_counts alter column span drop default, drop constraint closed_work_counts_pkey,
      add primary key (dating, kind, span, day, value, status);
    insert into closed_work_counts (dating, kind, span, day, value, status, total)
      select dating, kind, 'year', date_trunc('year', day::timestamp)::date, value, status, sum(total)
      from closed_work_counts where span = 'month' group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6;
  `);
}
