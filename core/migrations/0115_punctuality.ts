import type { Knex } from 'knex';

/**
 * The rows of the history that say how long a verdict took (docs/reports.md). Migration 0120 builds what lists by deadline read. No row
 * changes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index activity_history_verdicts on activity_history (activity_id, id) include (act, at)
      where act in ('complete', 'approve', 'reject');
  `);
}
