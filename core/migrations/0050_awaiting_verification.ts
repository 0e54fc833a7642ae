import type { Knex } from 'knex';

/** What an owner has to verify, the longest waiting first, read in that order and nothing else. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index activities_awaiting on activities (owner_id, closed_at, id)
      where status = 'completed' and owner_id <> assignee_id;
  `);
}
