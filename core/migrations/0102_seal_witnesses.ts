import type { Knex } from 'knex';

/**
 * Each day's last seal on its way outside: by mail, and to a time stamp authority, whose answer is kept. `head` is the line that goes
 * out, byte for byte what is stamped.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table seal_witnesses (
      day date not null,
      kind text not null check (kind in ('mail', 'stamp')),
      seal_id integer not null,
      head text not null,
      next_try_at timestamptz not null,
      tries integer not null default 0,
      done_at timestamptz,
      token bytea,
      last_error text,
      primary key (day, kind)
    );
  `);
}
