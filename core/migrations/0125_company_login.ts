import type { Knex } from 'knex';

/** Accounts at the company's identity provider, people who may use a password while passwords are off, and which sessions came from a provider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table company_accounts (
      issuer text not null,
      subject text not null,
      user_id integer not null references users,
      email text not null,
      linked_at timestamptz not null,
      primary key (issuer, subject),
      unique (user_id, issuer)
    );
    create table password_exceptions (
      user_id integer primary key references users,
      expires_at timestamptz not null
    );
    alter table sessions add column issuer text;
  `);
}
