import type { Knex } from 'knex';

/** `URGENCY_KEY` of persistence/urgency.sql.ts. PostgreSQL uses the indexes only while the texts agree. */
const KEY = `(case when status in ('verified', 'canceled') then 3 when status = 'completed' then 2
  when rejected_at is not null then 0 else 1 end * 10000000 + (deadline_on - date '2000-01-01'))`;
const IS_OPEN = `status in ('not_started', 'in_progress', 'on_pause', 'completed')`;

/**
 * Open work in the order of its urgency: of the company, of an owner and of a responsible. The narrow indexes of reports gain the mark of
 * rejected work, because facets and lists must not read whole rows for it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activities_open;
    create index activities_open on activities (created_at, id)
      include (status, priority, topic_id, owner_id, assignee_id, due_on, extended_to, deadline_on, ended_at, rejected_at)
      where ${IS_OPEN};
    drop index activities_owner;
    create index activities_owner on activities (owner_id, created_at, id)
      include (status, priority, topic_id, assignee_id, due_on, extended_to, deadline_on, ended_at, rejected_at);

    create index activities_urgency on activities (${KEY}, id)
      include (status, priority, topic_id, owner_id, assignee_id, created_at, deadline_on, rejected_at) where ${IS_OPEN};
    create index activities_owner_urgency on activities (owner_id, ${KEY}, id)
      include (status, priority, topic_id, assignee_id, created_at, deadline_on, rejected_at) where ${IS_OPEN};
    create index activities_assignee_urgency on activities (assignee_id, ${KEY}, id) where ${IS_OPEN};
  `);
}
