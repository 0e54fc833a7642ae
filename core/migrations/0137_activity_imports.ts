import type { Knex } from 'knex';

/**
 * The row of a file that each imported activity came from, because the same file changes nothing the second time. The answers about the texts
 * of files, because each text is asked once.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table activity_imports (
      activity_id integer primary key references activities,
      key text not null unique,
      file_name text not null,
      sheet text not null,
      row_number integer not null,
      imported_at timestamptz not null
    );
    create table import_answers (
      kind text not null check (kind in ('column', 'person', 'topic', 'state', 'priority')),
      said text not null,
      answer jsonb not null,
      answered_at timestamptz not null,
      primary key (kind, said)
    );
  `);
}
