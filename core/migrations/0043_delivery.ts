import type { Knex } from 'knex';

/**
 * What a delivery has to tell apart: email that takes the place of a chat nobody claimed, and letters that wait for nothing but a mail
 * server to be there again. Tokens are found before all else that is due, and a letter by its id, sent or not.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table outbox
      add column instead_of_chat boolean not null default false,
      add column awaits_server boolean not null default false;
    create index outbox_tokens on outbox (channel, next_try_at)
      where kind in ('invitation', 'passwordReset') and sent_at is null and failed_at is null;
    create index outbox_awaiting_server on outbox (next_try_at) where awaits_server and sent_at is null and failed_at is null;
    drop index outbox_letter;
    create index outbox_letter on outbox (letter) where letter is not null;
  `);
}
