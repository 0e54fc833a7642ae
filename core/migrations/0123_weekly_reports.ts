import type { Knex } from 'knex';

/** What the mails of one week say to everybody: figures and workbook, null where it is too large for a mail. One process reads them for all. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table weekly_reports (
      week_from date primary key,
      figures jsonb not null,
      workbook bytea
    );
  `);
}
