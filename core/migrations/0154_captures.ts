import type { Knex } from 'knex';

/** When a device without network took what it sent later, and for how long the answer to a request is kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table comments add column captured_at timestamptz;
    alter table images add column captured_at timestamptz, add column captured_sha256 text;
    alter table answered_requests add column kept_days smallint not null default 1;
  `);
}
