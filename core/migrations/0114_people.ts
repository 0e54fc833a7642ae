import type { Knex } from 'knex';

/**
 * The boss of a person, and absences with the person who acts in their place. Use cases keep bosses free of cycles and absences free of
 * overlaps, under a lock. The earlier release still writes: it leaves the new column empty.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table users add column manager_id integer references users, add constraint users_manager_check check (manager_id <> id);
    create index users_manager on users (manager_id) where manager_id is not null;

    create table absences (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      substitute_id integer not null references users,
      from_on date not null,
      to_on date not null,
      created_at timestamptz not null,
      constraint absences_range_check check (from_on <= to_on),
      constraint absences_substitute_check check (substitute_id <> user_id)
    );
    create index absences_user on absences (user_id, to_on);
    create index absences_substitute on absences (substitute_id, to_on);
  `);
}
