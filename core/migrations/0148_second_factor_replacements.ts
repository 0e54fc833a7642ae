import type { Knex } from 'knex';

/** The secret of another phone: the one in use counts until the person has confirmed this one. Mails about a reset have the kind of all changes. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table second_factors add column sealed_replacement bytea;
    update outbox set kind = 'secondFactorChanged', facts = facts || '{"change": "reset"}' where kind = 'secondFactorReset';
  `);
}
