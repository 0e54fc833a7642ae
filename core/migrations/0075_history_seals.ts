import type { Knex } from 'knex';

/**
 * Each seal is the SHA-256 of the seal before it and of the history rows that came since. A row that is changed, removed or
 * added afterwards breaks it. A seal cannot be made anew without those after it. `through_id` is the last row it covers.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table history_seals (
      id integer generated always as identity primary key,
      through_id bigint not null unique,
      rows integer not null check (rows > 0),
      seal bytea not null,
      sealed_at timestamptz not null
    );
    create function refuse_change_of_seals() returns trigger language plpgsql as $$
      begin raise exception 'history_seals is append-only'; end $$;
    create trigger history_seals_append_only before update or delete or truncate on history_seals
      for each statement execute function refuse_change_of_seals();
  `);
}
