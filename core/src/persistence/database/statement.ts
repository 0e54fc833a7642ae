import type { Knex } from 'knex';
import { snakeCase } from '../../domain/text.ts';
import { runStatement } from './knex-internals.ts';

interface StatementResult<Row> {
  rows: Row[];
  rowCount: number;
}

type StatementValues = Record<string, unknown> | readonly unknown[];

/** A statement as PostgreSQL takes it: `$1` in place of each value, and which value that is. */
interface PositionedText {
  sql: string;
  places: readonly (string | number)[];
}
/** Texts of searches differ without end: the map is emptied at this many. */
const POSITIONED_MAX = 500;
const positionedTexts = new Map<string, PositionedText>();

/** `:name` where values are named, else `?`; `\\?` is an operator. A cast, `::date`, names nothing. */
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

/** The first row, for statements that always answer one. Throws when it takes longer than `timeoutMs`. */
export async function firstRow<Row>(
  db: Knex,
  text: string,
  values: StatementValues = {},
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<Row> {
  const statement = db.raw(text, values as Knex.ValueDict);
  return (await (timeoutMs ? statement.timeout(timeoutMs) : statement)).rows[0];
}

/** A list of the domain as SQL, `('a', 'b')`: a generic plan then knows the words, which it would not know of a parameter. */
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

/** The name, except behind a pooler that mixes up the names of its clients (`DATABASE_PREPARED`). */
export const prepared = (db: Knex, name?: PreparedName): { name?: PreparedName } => (name && db.userParams.isPrepared ? { name } : {});

/** `users.first_name as "firstName"`: the columns of a row, as a whole statement answers them. */
export const selectList = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${table}.${snakeCase(column)} as "${column}"`).join(', ');

/** A pattern for `like` in which % and _ are letters (docs/product.md, 4). */
export const literally = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** A name as SQL takes it, with any characters. */
export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
