import type { Knex } from 'knex';

/** Counters of rate-limiter-flexible, shared by every process. Unlogged: a crash of the database may forget them, nothing else may. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    );
    create index rate_limits_expire on rate_limits (expire);
  `);
}
