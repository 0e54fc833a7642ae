import type { Knex } from 'knex';

/**
 * What reports read instead of whole rows: narrow indexes that hold every column a report selects, filters and sorts by
 * (docs/reports.md). `ended_at` places closed work in time. They are quick while vacuum keeps up, so it comes round at two
 * changed rows in a hundred.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table activities add column ended_at timestamptz generated always as (coalesce(verified_at, canceled_at)) stored;

    create index activities_open on activities (created_at, id)
      include (status, priority, topic_id, owner_id, assignee_id, due_on, extended_to, deadline_on, ended_at)
      where status in ('not_started', 'in_progress', 'on_pause', 'completed');
    create index activities_closed on activities (ended_at, id)
      include (status, priority, topic_id, owner_id, assignee_id, due_on, extended_to, deadline_on, created_at)
      where status in ('verified', 'canceled');
    create index activities_created on activities (created_at, id) include (status);

    drop index activities_owner;
    create index activities_owner on activities (owner_id, created_at, id)
      include (status, priority, topic_id, assignee_id, due_on, extended_to, deadline_on, ended_at);

    create index activities_open_description on activities (left(description, 100), id)
      where status in ('not_started', 'in_progress', 'on_pause', 'completed');
    create index activities_owner_description on activities (owner_id, left(description, 100), id);

    alter table activities set (
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02
    );
  `);
}
