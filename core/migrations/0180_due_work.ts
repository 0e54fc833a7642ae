import type { Knex } from 'knex';

const OPEN = `('not_started', 'in_progress', 'on_pause', 'completed')`;
const CLOSED = `('verified', 'canceled')`;
const month = (row: string, column: string) => `date_trunc('month', ${row}.${column} at time zone 'UTC')::date`;

const OPEN_COLUMNS = ['status', 'topic_id', 'priority', 'owner_id', 'assignee_id', 'deadline_on', 'last_act_on', 'due_on', 'closed_at'];
const openColumnsOf = (row: string) => [...OPEN_COLUMNS.map((column) => `${row}.${column}`), `${row}.rejected_at is not null`];
const openNoted = (row: string, change: string) => `(${[...openColumnsOf(row), change].join(', ')})`;
const CLOSED_COLUMNS = ['topic_id', 'status', 'priority', 'owner_id', 'assignee_id', 'deadline_on', 'due_on', 'closed_at'];
const closedColumnsOf = (row: string) => CLOSED_COLUMNS.map((column) => `${row}.${column}`);
const closedNoted = (row: string, change: string) =>
  `(${[month(row, 'created_at'), month(row, 'ended_at'), ...closedColumnsOf(row), change].join(', ')})`;
const compared = (columnsOf: (row: string) => string[], ...more: string[]) => {
  const of = (row: string) => `(${[...columnsOf(row), ...more.map((column) => `${row}.${column}`)].join(', ')})`;
  return `${of('old')} is distinct from ${of('new')}`;
};

/**
 * Work by deadline and punctuality, so that punctuality need not count a year again (decision 43). The rows of changes gain what it follows from.
 * The first process with the new tables counts all, because only a process knows the business zone. Closed work is counted by topic and priority
 * together too.
 */
export async function up(knex: Knex): Promise<void> {
  // A restore of pg_dump works with an empty search path.
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  const openChanges = `${rows[0].schema}.open_work_changes (${OPEN_COLUMNS.join(', ')}, is_rejected, change)`;
  const closedChanges = `${rows[0].schema}.closed_work_changes (created_on, ended_on, ${CLOSED_COLUMNS.join(', ')}, change)`;
  await knex.raw(`
    alter table open_work_changes add column due_on date, add column closed_at timestamptz;
    alter table closed_work_changes add column due_on date, add column closed_at timestamptz;
    create table due_work_zone (id boolean primary key default true check (id), zone text not null);
    create table due_work_counts (
      kind text not null,
      span text not null,
      day date not null,
      value integer not null,
      punctuality text not null,
      total integer not null,
      primary key (kind, span, day, value, punctuality)
    );
    alter table due_work_counts set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

    create or replace function note_open_work() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into ${openChanges} values ${openNoted('new', '1')};
        elsif tg_op = 'DELETE' or new.status not in ${OPEN} then
          insert into ${openChanges} values ${openNoted('old', '-1')};
        elsif old.status not in ${OPEN} then
          insert into ${openChanges} values ${openNoted('new', '1')};
        else
          insert into ${openChanges} values ${openNoted('old', '-1')}, ${openNoted('new', '1')};
        end if;
        return null;
      end $$;
    drop trigger activities_open_work_changed on activities;
    create trigger activities_open_work_changed after update on activities
      for each row when ((old.status in ${OPEN} or new.status in ${OPEN}) and ${compared(openColumnsOf)})
      execute function note_open_work();

    create or replace function note_closed_work() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          if old.status in ${CLOSED} then
            insert into ${closedChanges} values ${closedNoted('old', '-1')};
          end if;
        end if;
        if tg_op <> 'DELETE' then
          if new.status in ${CLOSED} then
            insert into ${closedChanges} values ${closedNoted('new', '1')};
          end if;
        end if;
        return null;
      end $$;
    drop trigger activities_closed_work_changed on activities;
    create trigger activities_closed_work_changed after update on activities
      for each row when ((old.status in ${CLOSED} or new.status in ${CLOSED}) and ${compared(closedColumnsOf, 'created_at', 'ended_at')})
      execute function note_closed_work();

    insert into closed_work_counts (dating, kind, span, day, value, status, total)
      select 'endedAt', 'topicPriority', span, day, value, status, sum(change)
      from (
        select date_trunc('month', ended_at at time zone 'UTC')::date as ended_on, topic_id, priority, status, 1 as change
        from activities where status in ${CLOSED}
        union all select ended_on, topic_id, priority, status, -change from closed_work_changes
      ) as closed
      cross join lateral (values ('month', ended_on), ('year', date_trunc('year', ended_on::timestamp)::date)) as of_span (span, day)
      cross join lateral (values (topic_id * 4 + array_position(array['normal', 'high', 'critical'], priority))) as cell (value)
      group by span, day, value, status having sum(change) <> 0 order by span, day, value, status;
  `);
}
