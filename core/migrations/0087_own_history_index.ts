import type { Knex } from 'knex';

/** One's own history, read by folio in batches: each batch finds its place at once, however long the history is. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`create index activities_assignee_closed on activities (assignee_id, id) where status in ('verified', 'canceled')`);
}
