import type { Knex } from 'knex';

/** People, their sessions and their password resets. Secrets are stored as hashes only. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id integer generated always as identity primary key,
      employee_number text not null unique check (employee_number <> ''),
      first_name text not null,
      last_name text not null,
      email text not null,
      level text not null,
      department text not null,
      position text not null,
      alias text,
      phone text,
      kind text not null default 'Usuario',
      is_active boolean not null default true,
      password_hash text,
      created_at timestamptz not null
    );
    create unique index users_email_unique on users (lower(email));
    create index users_department on users (department) where is_active;

    create table sessions (
      id_hash bytea primary key,
      user_id integer not null references users,
      created_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sessions_user on sessions (user_id, created_at);

    create table password_resets (
      id uuid primary key,
      user_id integer not null unique references users,
      token_hash bytea not null,
      wrong_tries integer not null default 0,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
  `);
}
