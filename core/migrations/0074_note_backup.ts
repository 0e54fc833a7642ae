import type { Knex } from 'knex';

/** Whoever may only read, such as a role for backups, says here that there is one: the state of the server tells of it. */
export async function up(knex: Knex): Promise<void> {
  const { rows } = await knex.raw('select quote_ident(current_schema()) as schema');
  await knex.raw(`
    create function note_backup(made_at timestamptz) returns void language sql security definer
      set search_path = ${rows[0].schema}, pg_temp as $$
        insert into installation (key, value) values ('backupAt', to_jsonb(made_at))
        on conflict (key) do update set value = excluded.value
      $$;
    revoke execute on function note_backup(timestamptz) from public;
  `);
}
