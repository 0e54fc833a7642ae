import type { Knex } from 'knex';
import { type PreparedName, prepared } from './prepared.ts';

interface Outcome<Row> {
  rows: Row[];
  rowCount: number;
}

/** Runs a whole statement of a `*.sql.ts` file. Values are named as in its text. */
export async function execute<Row>(
  db: Knex,
  text: string,
  values: Record<string, unknown> | readonly unknown[] = {},
  name?: PreparedName,
): Promise<Outcome<Row>> {
  return db.raw(text, values as Knex.ValueDict).options(name ? prepared(db, name) : {});
}

/** The first row, for statements that always answer one. */
export async function firstRow<Row>(db: Knex, text: string, values: Record<string, unknown> | readonly unknown[] = {}): Promise<Row> {
  return (await execute<Row>(db, text, values)).rows[0] as Row;
}

/** A list of the domain as SQL, `('a', 'b')`: a generic plan then knows the words, which it would not know of a parameter. */
export const literals = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(', ')})`;
