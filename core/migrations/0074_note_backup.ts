import type { Knex } from 'knex';

/** A role that may only read, such as one for backups, records here that a backup exists; the state of the server shows it. */
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
