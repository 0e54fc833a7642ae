import type { Knex } from 'knex';

/** Those who look after the server read in their chat that the mail server refuses everything, because no mail can say it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat_tasks drop constraint chat_tasks_kind_check,
      add constraint chat_tasks_kind_check check (kind in ('greet', 'summarize', 'unsent', 'mailStopped'))
  `);
}
