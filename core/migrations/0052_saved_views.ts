import type { Knex } from 'knex';

/** How a person likes to see a screen: the query of its address, under a name of theirs. `name_key` is the name as `normalise` compares it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_views (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      screen text not null,
      name text not null check (name <> ''),
      name_key text not null,
      query text not null,
      created_at timestamptz not null,
      unique (user_id, screen, name_key)
    );
  `);
}
