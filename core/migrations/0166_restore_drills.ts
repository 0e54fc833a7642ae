import type { Knex } from 'knex';

/** A role that may only read records here how the last restore drill of a backup ended; the state of the server shows it. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  await knex.raw(`
    create function note_restore_drill(drill jsonb) returns void language sql security definer
      set search_path = ${rows[0].schema}, pg_temp as $$
        insert into installation (key, value) values ('restoreDrill', drill)
        on conflict (key) do update set value = excluded.value
      $$;
    revoke execute on function note_restore_drill(jsonb) from public;
  `);
}
