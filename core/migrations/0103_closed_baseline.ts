import type { Knex } from 'knex';

/** Once every earlier activity has its baseline no other is taken: it would vouch for what was changed since. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function stamp_baseline() returns trigger language plpgsql as $$
      begin
        if new.kind = 'activity' and exists (select from history_baselines where kind = 'complete') then
          raise exception 'history_baselines is complete';
        end if;
        new.at := clock_timestamp();
        return new;
      end $$
  `);
}
