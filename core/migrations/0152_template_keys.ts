import type { Knex } from 'knex';

/** The index holds a digest, because a row of an index has 2.7 kB and a text may have 8 kB. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index activity_templates_current;
    create unique index activity_templates_current on activity_templates (topic_id, md5(description_key)) where retired_at is null;
  `);
}
