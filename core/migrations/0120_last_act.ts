import type { Knex } from 'knex';

/** `URGENCY_KEY` of persistence/activities/urgency.sql.ts. PostgreSQL uses the indexes only while the texts agree. */
const KEY = `(case when status in ('verified', 'canceled') then 3 when status = 'completed' then 2
  when rejected_at is not null then 0 else 1 end * 10000000 + (deadline_on - date '2000-01-01'))`;
const IS_OPEN = `status in ('not_started', 'in_progress', 'on_pause', 'completed')`;

/**
 * The business day of an activity's last act, for what nobody has moved in a week. Earlier activities get the day of the upgrade, which
 * writes no row: reading it from the history rewrote a hundred thousand rows under the lock. The narrow indexes of reports gain the day and the mark of
 * rejected work, because facets and lists must not read whole rows. Those of urgency and of deadlines are new, except where an unreleased
 * version ran.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activities_open, activities_owner;
    drop index if exists activities_urgency, activities_owner_urgency, activities_due;
    alter table activities add column last_act_on date not null default current_date;

    create index activities_open on activities (created_at, id)
      include (status, priority, topic_id, owner_id, assignee_id, due_on, extended_to, deadline_on, ended_at, rejected_at, last_act_on)
      where ${IS_OPEN};
    create index activities_owner on activities (owner_id, created_at, id)
      include (status, priority, topic_id, assignee_id, due_on, extended_to, deadline_on, ended_at, rejected_at, last_act_on);
    create index activities_urgency on activities (${KEY}, id)
      include (status, priority, topic_id, owner_id, assignee_id, created_at, deadline_on, rejected_at, last_act_on) where ${IS_OPEN};
    create index activities_owner_urgency on activities (owner_id, ${KEY}, id)
      include (status, priority, topic_id, assignee_id, created_at, deadline_on, rejected_at, last_act_on) where ${IS_OPEN};
    create index activities_due on activities (deadline_on, id)
      include (status, due_on, extended_to, closed_at, topic_id, owner_id, assignee_id, priority, created_at, rejected_at, last_act_on);
  `);
}
