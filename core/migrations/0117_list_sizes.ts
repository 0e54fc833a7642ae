import type { Knex } from 'knex';

/** How many rows a person wants a page of each list to have; null fills the window. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table list_sizes (
      user_id integer not null references users,
      screen text not null,
      size smallint check (size between 1 and 200),
      primary key (user_id, screen)
    );
  `);
}
