import type { Knex } from 'knex';

/** A role that may only read records here that it made a backup. It can add no other act to the history. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  await knex.raw(`
    create function record_backup(operator text, facts jsonb) returns void language sql security definer
      set search_path = ${rows[0].schema}, pg_temp as $$
        insert into admin_history (actor_name, act, subject_kind, after, channel) values (operator, 'system.backUp', 'system', facts, 'admin')
      $$;
    revoke execute on function record_backup(text, jsonb) from public;
  `);
}
