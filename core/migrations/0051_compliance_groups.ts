import type { Knex } from 'knex';

/**
 * What the index of the company's cards also holds from now on: the topic, for figures by department, and the deadline, for what is late.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activities_created;
    create index activities_created on activities (created_at, id) include (status, topic_id, deadline_on);
  `);
}
