import type { Readable, Writable } from 'node:stream';
import type { Knex } from 'knex';
import { from, to } from 'pg-copy-streams';
import { quoteIdentifier } from './quote-identifier.ts';
import type { StoredTable } from './stored-tables.ts';

const listed = ({ columns }: StoredTable) => columns.map(quoteIdentifier).join(', ');

/** The same text for the same rows, whatever the server is set to. For the transaction. */
export async function speakPlainly(trx: Knex): Promise<void> {
  await trx.raw(
    `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
    set local extra_float_digits = 1; set local client_encoding = 'UTF8'`,
  );
}

/** The rows of a table as COPY writes them, a line each, in the order of their key. Read it to its end before anything else. */
export async function copyOut(trx: Knex, table: StoredTable): Promise<Readable> {
  const connection = await trx.client.acquireConnection();
  return connection.query(to(`copy (select ${listed(table)} from ${quoteIdentifier(table.name)} order by ${table.order}) to stdout`));
}

/** Takes what `copyOut` gave. */
export async function copyIn(trx: Knex, table: StoredTable): Promise<Writable> {
  const connection = await trx.client.acquireConnection();
  return connection.query(from(`copy ${quoteIdentifier(table.name)} (${listed(table)}) from stdin`));
}

const sequenceOf = ({ name, identity }: StoredTable) => [quoteIdentifier(name), identity];

/** The last number that was given out, 0 for none; null where numbers are not given. */
export async function lastNumber(trx: Knex, table: StoredTable): Promise<number | null> {
  if (!table.identity) return null;
  const { rows } = await trx.raw('select pg_get_serial_sequence(?, ?) as sequence', sequenceOf(table));
  const found = await trx.raw(`select case when is_called then last_value else 0 end as last from ${rows[0].sequence}`);
  return Number(found.rows[0].last);
}

/** From now on numbers follow that one. */
export async function numberAfter(trx: Knex, table: StoredTable, last: number): Promise<void> {
  await trx.raw('select setval(pg_get_serial_sequence(?, ?), greatest(?::bigint, 1), ?)', [...sequenceOf(table), last, last > 0]);
}
