import type { Knex } from 'knex';
import { snakeCase } from '../../domain/text.ts';
import { runStatement } from './knex-internals.ts';

interface StatementResult<Row> {
  rows: Row[];
  rowCount: number;
}

type StatementValues = Record<string, unknown> | readonly unknown[];

/** A statement as PostgreSQL takes it: `$1` in place of each value, and the names of these values in order. */
interface PositionedText {
  sql: string;
  places: readonly (string | number)[];
}
/** The map is emptied at this many, because texts of searches differ without end. */
const POSITIONED_MAX = 500;
const positionedTexts = new Map<string, PositionedText>();

/** Named values stand as `:name`, listed values as `?`. `\\?` is an operator of PostgreSQL, and `::date` is a cast. */
function positionedText(text: string, values: StatementValues): PositionedText {
  const present = positionedTexts.get(text);
  if (present) return present;
  const places: (string | number)[] = [];
  const sql = Array.isArray(values)
    ? text.replace(/\\\?|\?/g, (match) => (match === '?' ? `$${places.push(places.length)}` : '?'))
    : text.replace(/(?<!:):(\w+)/g, (match, name: string) => (name in values ? `$${places.push(name)}` : match));
  if (positionedTexts.size >= POSITIONED_MAX) positionedTexts.clear();
  const positioned = { sql: Array.isArray(values) ? sql : sql.replaceAll('\\?', '?'), places };
  positionedTexts.set(text, positioned);
  return positioned;
}

/**
 * Runs a whole statement of a `*.sql.ts` file, on a connection of knex or of its transaction. Values are named as in its text. knex would
 * build a query of the text at every call, which takes longer than a short statement.
 */
export async function execute<Row>(
  db: Knex,
  text: string,
  values: StatementValues = {},
  name?: PreparedName,
): Promise<StatementResult<Row>> {
  const { sql, places } = positionedText(text, values);
  const bindings = places.map((place) => (values as Record<string | number, unknown>)[place]);
  if (bindings.includes(undefined)) throw new Error(`No value for ${places[bindings.indexOf(undefined)]} in ${sql}`);
  if (db.isTransaction && (db as Knex.Transaction).isCompleted()) throw new Error(`The transaction of this statement is over: ${sql}`);
  return runStatement(db, { sql, bindings, options: prepared(db, name) });
}

/** Returns the first row of a statement that always answers one. Throws when it takes longer than `timeoutMs`. */
export async function firstRow<Row>(
  db: Knex,
  text: string,
  values: StatementValues = {},
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<Row> {
  const statement = db.raw(text, values as Knex.ValueDict);
  return (await (timeoutMs ? statement.timeout(timeoutMs) : statement)).rows[0];
}

/** Writes a list of the domain as SQL, `('a', 'b')`, because a generic plan knows literals but not parameters. */
export const literals = (words: readonly string[]): string => `(${words.map((word) => `'${word}'`).join(', ')})`;

/** Statements that record an act; one that notifies nobody has a text of its own. */
export type ActName = 'registerActivity' | 'changeActivity' | 'recordAct';

/**
 * Names of statements that PostgreSQL parses and plans once for each connection. Such a statement always has the same text, because pg
 * refuses another. It lists its columns, because `*` fails on open connections after a migration adds one. It is as quick with a plan
 * made without its values (test/persistence/prepared.test.ts).
 */
export type PreparedName =
  | 'personBySession'
  | 'activity'
  | 'pending'
  | 'encodedPending'
  | 'encodedPage'
  | 'awaitingVerification'
  | 'closed'
  | 'history'
  | 'comments'
  | 'registrationPreconditions'
  | 'activityToActOn'
  | ActName
  | `${ActName}Quietly`
  | 'takeKey'
  | 'keepAnswer'
  | 'dueWork';

/** Returns the name, except behind a pooler that mixes up the names of its clients (`DATABASE_PREPARED`). */
export const prepared = (db: Knex, name?: PreparedName): { name?: PreparedName } => (name && db.userParams.isPrepared ? { name } : {});

/** Writes the columns of a whole statement under their names here: `users.first_name as "firstName"`. */
export const selectList = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${snakeCase(column)} as "${column}"`).join(', ');

/** Writes a pattern for `like` in which % and _ are letters (docs/product.md, 4). */
export const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Quotes a name, which may have any characters. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
