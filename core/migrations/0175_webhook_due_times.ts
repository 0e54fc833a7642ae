import type { Knex } from 'knex';

/** A delivery is late from when it became due. That may be long after its act, if it was resent or its receiver was switched on. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table webhooks add column activated_at timestamptz;
    alter table webhook_deliveries add column resent_at timestamptz;
  `);
}
