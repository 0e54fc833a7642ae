import type { Knex } from 'knex';

/**
 * A delivery distinguishes two cases: email that replaces an unclaimed chat digest, and digests that wait only
 * for the mail server. Tokens are found before all else that is due, and a letter by its id, sent or not.
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
