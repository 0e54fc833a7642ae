import type { Readable, Writable } from 'node:stream';
import type { Knex } from 'knex';
import { takeConnection } from '../database/knex-internals.ts';
import { ALLOW_IDLING, TRY_LOCK, TRY_SHARED_LOCK } from '../database/server.sql.ts';
import { execute, firstRow, quoteIdentifier } from '../database/statement.ts';
import * as sql from './stored-tables.sql.ts';

export interface StoredTable {
  name: string;
  /** The columns that are written, in their order. Computed columns are left out. */
  columns: string[];
  /** The `order by` that sorts its rows the same way on every server. */
  order: string;
  identity: string | null;
}

/** Words of the search are made anew from the activities. */
const DERIVED = ['activity_words', 'search_vocabulary'];
/** Counts of version 1.2.0, which nothing reads any more. A database of then may be backed up before it is migrated. */
const DROPPED = [
  'open_work_changes',
  'open_work_counts',
  'closed_work_changes',
  'closed_work_counts',
  'due_work_counts',
  'due_work_zone',
  'verdict_changes',
  'verdict_counts',
];
/** Migrations write their bookkeeping anew; the rest lives shortly, grants access, counts tries, or can be read again. */
const NOT_KEPT = [
  ...DERIVED,
  ...DROPPED,
  'knex_migrations',
  'knex_migrations_lock',
  'sessions',
  'known_devices',
  'known_networks',
  'rate_limits',
  'login_delays',
  'weekly_reports',
  'password_exceptions',
];

type Reference = { child: string; parent: string };

function parentsFirst(tables: readonly StoredTable[], references: readonly Reference[]): StoredTable[] {
  const sorted: StoredTable[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const names = new Set(rest.map(({ name }) => name));
    const next = rest.filter(({ name }) => !references.some(({ child, parent }) => child === name && names.has(parent)));
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    sorted.push(...next);
    rest = rest.filter((table) => !next.includes(table));
  }
  return sorted;
}

export async function storedTables(db: Knex): Promise<StoredTable[]> {
  const { rows: tables } = await execute<StoredTable>(db, sql.STORED_TABLES, [NOT_KEPT]);
  const { rows: references } = await execute<Reference>(db, sql.PARENTS);
  return parentsFirst(tables, references);
}

/** Makes PostgreSQL write the same text for the same rows under any settings of the server, until the transaction ends. */
export async function fixTextFormats(trx: Knex): Promise<void> {
  await execute(trx, sql.PLAIN_TEXT);
}

/** Streams the rows of a table as COPY writes them, in the order of their key. Read the stream to its end before anything else. */
export async function copyOut(trx: Knex, table: StoredTable): Promise<Readable> {
  const { to } = await import('pg-copy-streams');
  const connection = await takeConnection(trx);
  return connection.query(to(sql.copyToStdout(table)));
}

export async function copyIn(trx: Knex, table: StoredTable): Promise<Writable> {
  const { from } = await import('pg-copy-streams');
  const connection = await takeConnection(trx);
  return connection.query(from(sql.copyFromStdin(table)));
}

const sequenceKey = ({ name, identity }: StoredTable) => [quoteIdentifier(name), identity];

/** Returns the last number that the identity column gave out, 0 for none; null without an identity column. */
export async function lastNumber(trx: Knex, table: StoredTable): Promise<number | null> {
  if (!table.identity) return null;
  const { sequence } = await firstRow<{ sequence: string }>(trx, sql.SEQUENCE, sequenceKey(table));
  return Number((await firstRow<{ last: number }>(trx, sql.lastNumberQuery(sequence))).last);
}

export async function numberAfter(trx: Knex, table: StoredTable, last: number): Promise<void> {
  await execute(trx, sql.SET_SEQUENCE, [...sequenceKey(table), last, last > 0]);
}

export async function isInUse(db: Knex): Promise<boolean> {
  return (await execute(db, sql.OTHER_CONNECTIONS)).rows.length > 0;
}

export async function clearSchema(trx: Knex): Promise<void> {
  const { rows: tables } = await execute<{ name: string }>(trx, sql.OWN_TABLES);
  for (const { name } of tables) await execute(trx, sql.drop('table', name));
  const { rows: functions } = await execute<{ name: string }>(trx, sql.OWN_FUNCTIONS);
  for (const { name } of functions) await execute(trx, sql.drop('function', name));
}

/** Empties the tables that migrations filled. User triggers are off until `enableTriggers`; foreign keys stay on. */
export async function disableTriggers(trx: Knex, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await execute(trx, sql.switchTriggers(name, 'disable'));
    await execute(trx, sql.deleteAll(name));
  }
}

export async function enableTriggers(trx: Knex, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) await execute(trx, sql.switchTriggers(name, 'enable'));
}

const BACKUP_LOCK = 7_215_063;

/** Takes the lock alone, or shared with others that run beside backups; false if another transaction has it. The transaction may then idle. */
export async function withAdvisoryLock(trx: Knex, how: 'alone' | 'beside backups'): Promise<boolean> {
  const { isLocked } = await firstRow<{ isLocked: boolean }>(trx, how === 'alone' ? TRY_LOCK : TRY_SHARED_LOCK, [BACKUP_LOCK]);
  await execute(trx, ALLOW_IDLING);
  return isLocked;
}

const EXPORT_BATCH = 1_000;

const exportQueries = {
  activities: sql.EXPORTED_ACTIVITIES,
  history: sql.EXPORTED_HISTORY,
  comments: sql.EXPORTED_COMMENTS,
  images: sql.EXPORTED_IMAGES,
  people: sql.EXPORTED_PEOPLE,
  topics: sql.EXPORTED_TOPICS,
  templates: sql.EXPORTED_TEMPLATES,
  assignments: sql.EXPORTED_ASSIGNMENTS,
  holidays: sql.EXPORTED_HOLIDAYS,
  absences: sql.EXPORTED_ABSENCES,
  requests: sql.EXPORTED_REQUESTS,
  sessions: sql.EXPORTED_SESSIONS,
  devices: sql.EXPORTED_DEVICES,
  tokens: sql.EXPORTED_TOKENS,
  chatAccounts: sql.EXPORTED_CHAT_ACCOUNTS,
  notifications: sql.EXPORTED_NOTIFICATIONS,
  deliveries: sql.EXPORTED_DELIVERIES,
  account: sql.EXPORTED_ACCOUNT,
  adminActs: sql.EXPORTED_ADMIN_ACTS,
} as const;
export type ExportedTable = keyof typeof exportQueries;
export type ExportedRow = Readonly<Record<string, unknown>>;

/** Reads all rows of a table, or those about one person, in batches. Call it in a transaction, for one table after the other. */
export async function* exportedRows(trx: Knex, table: ExportedTable, personId: number | null): AsyncGenerator<ExportedRow[]> {
  await execute(trx, sql.OPEN_CURSOR(exportQueries[table]), { person: personId });
  for (;;) {
    const { rows } = await execute<ExportedRow>(trx, sql.FETCH_ROWS(EXPORT_BATCH));
    if (rows.length > 0) yield rows;
    if (rows.length < EXPORT_BATCH) break;
  }
  await execute(trx, sql.CLOSE_CURSOR);
}
