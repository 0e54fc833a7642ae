import type { Readable, Writable } from 'node:stream';
import type { Knex } from 'knex';
import { from, to } from 'pg-copy-streams';
import { quoteIdentifier } from './quote-identifier.ts';
import { execute, firstRow } from './statement.ts';
import type { StoredTable } from './stored-tables.ts';
import { lastOf, PLAIN_TEXT, SEQUENCE, SET_SEQUENCE } from './table-copy.sql.ts';

const listed = ({ columns }: StoredTable) => columns.map(quoteIdentifier).join(', ');

/** The same text for the same rows, whatever the server is set to. For the transaction. */
export async function speakPlainly(trx: Knex): Promise<void> {
  await execute(trx, PLAIN_TEXT);
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
  const { sequence } = await firstRow<{ sequence: string }>(trx, SEQUENCE, sequenceOf(table));
  return Number((await firstRow<{ last: number }>(trx, lastOf(sequence))).last);
}

/** From now on numbers follow that one. */
export async function numberAfter(trx: Knex, table: StoredTable, last: number): Promise<void> {
  await execute(trx, SET_SEQUENCE, [...sequenceOf(table), last, last > 0]);
}
