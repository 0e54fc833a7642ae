import type { Knex } from 'knex';

const CLOSED = `('verified', 'canceled')`;
const PRIORITY = `array_position(array['normal', 'high', 'critical'], priority)`;
const monthOf = (column: string) => `date_trunc('month', ${column} at time zone 'UTC')::date`;
const changeOf = (row: string) =>
  `(${monthOf(`${row}.created_at`)}, ${monthOf(`${row}.ended_at`)}, ${row}.deadline_on, ${row}.topic_id, ${row}.status, ${row}.priority, ${row}.owner_id, ${row}.assignee_id`;
const counted = (row: string) =>
  `(${['status', 'topic_id', 'priority', 'owner_id', 'assignee_id', 'created_at', 'ended_at', 'deadline_on'].map((column) => `${row}.${column}`).join(', ')})`;

/**
 * How much work is closed, by month and day, so that figures need not count the past again (decision 34). Closing an activity adds a row of
 * changes in its own transaction; a job adds these to the counts. One row that all acts update would make them wait for each other.
 */
export async function up(knex: Knex): Promise<void> {
  // A restore of pg_dump works with an empty search path.
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  const columns = 'created_on, ended_on, deadline_on, topic_id, status, priority, owner_id, assignee_id, change';
  await knex.raw(`
    create table closed_work_changes (
      created_on date not null,
      ended_on date not null,
      deadline_on date not null,
      topic_id integer not null,
      status text not null,
      priority text not null,
      owner_id integer not null,
      assignee_id integer not null,
      change smallint not null
    );
    create table closed_work_counts (
      dating text not null,
      kind text not null,
      day date not null,
      value integer not null,
      status text not null,
      total integer not null,
      primary key (dating, kind, day, value, status)
    );
    -- Every fold changes the counts of the month.
    alter table closed_work_counts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    create function note_closed_work() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          if old.status in ${CLOSED} then
            insert into ${rows[0].schema}.closed_work_changes (${columns}) values ${changeOf('old')}, -1);
          end if;
        end if;
        if tg_op <> 'DELETE' then
          if new.status in ${CLOSED} then
            insert into ${rows[0].schema}.closed_work_changes (${columns}) values ${changeOf('new')}, 1);
          end if;
        end if;
        return null;
      end $$;

    create trigger activities_closed_work_added after insert on activities
      for each row when (new.status in ${CLOSED}) execute function note_closed_work();
    create trigger activities_closed_work_changed after update on activities
      for each row when ((old.status in ${CLOSED} or new.status in ${CLOSED}) and ${counted('old')} is distinct from ${counted('new')})
      execute function note_closed_work();
    create trigger activities_closed_work_removed after delete on activities
      for each row when (old.status in ${CLOSED}) execute function note_closed_work();

    insert into closed_work_counts (dating, kind, day, value, status, total)
      select dating, kind, day, value, status, count(*)
      from activities cross join lateral (values
        ('createdAt', 'topic', ${monthOf('created_at')}, topic_id), ('endedAt', 'topic', ${monthOf('ended_at')}, topic_id),
        ('createdAt', 'priority', ${monthOf('created_at')}, ${PRIORITY}), ('endedAt', 'priority', ${monthOf('ended_at')}, ${PRIORITY}),
        ('createdAt', 'owner', ${monthOf('created_at')}, owner_id), ('endedAt', 'owner', ${monthOf('ended_at')}, owner_id),
        ('createdAt', 'assignee', ${monthOf('created_at')}, assignee_id), ('endedAt', 'assignee', ${monthOf('ended_at')}, assignee_id),
        ('deadline', 'all', deadline_on, 0)
      ) as cell (dating, kind, day, value)
      where status in ${CLOSED} group by dating, kind, day, value, status order by dating, kind, day, value, status;
  `);
}
