import type { Knex } from 'knex';

/** A person is notified when a weekly summary could not go to the conversation they chose. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_tasks drop constraint chat_tasks_kind_check,
      add constraint chat_tasks_kind_check check (kind in ('greet', 'summarize', 'unsent'))
  `);
}
