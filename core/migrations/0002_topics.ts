import type { Knex } from 'knex';

/** Topics, and who outside their department may work under them. `name_key` is the name as `normalise` compares it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table topics (
      id integer generated always as identity primary key,
      name text not null,
      name_key text not null unique,
      description text,
      department text not null,
      created_at timestamptz not null
    );
    create index topics_department on topics (department);

    create table topic_assignments (
      id integer generated always as identity primary key,
      topic_id integer not null references topics,
      user_id integer not null references users,
      created_at timestamptz not null,
      unique (topic_id, user_id)
    );
    create index topic_assignments_user on topic_assignments (user_id);
  `);
}
