import type { Knex } from 'knex';

/** The company's figures by department and by week are counted from the index that counts its cards, which now knows the topic too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activities_created;
    create index activities_created on activities (created_at, id) include (status, topic_id);
  `);
}
