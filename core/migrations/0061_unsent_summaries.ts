import type { Knex } from 'knex';

/** Whoever chose a conversation that a week's summary could not go to is told. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_tasks drop constraint chat_tasks_kind_check,
      add constraint chat_tasks_kind_check check (kind in ('greet', 'summarize', 'unsent'))
  `);
}
