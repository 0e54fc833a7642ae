import type { Knex } from 'knex';

/**
 * What figures and lists by deadline read instead of whole rows, and the rows of the history that say how long a verdict took
 * (docs/reports.md). No row changes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index activities_due on activities (deadline_on, id)
      include (status, due_on, extended_to, closed_at, topic_id, owner_id, assignee_id, priority, created_at, rejected_at);
    create index activity_history_verdicts on activity_history (activity_id, id) include (act, at)
      where act in ('complete', 'approve', 'reject');
  `);
}
