import type { Knex } from 'knex';
import * as sql from './exported-tables.sql.ts';
import { execute } from './statement.ts';

const BATCH = 1_000;

const queries = {
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
  sessions: sql.EXPORTED_SESSIONS,
  devices: sql.EXPORTED_DEVICES,
  tokens: sql.EXPORTED_TOKENS,
  chatAccounts: sql.EXPORTED_CHAT_ACCOUNTS,
  notifications: sql.EXPORTED_NOTIFICATIONS,
  deliveries: sql.EXPORTED_DELIVERIES,
  account: sql.EXPORTED_ACCOUNT,
  adminActs: sql.EXPORTED_ADMIN_ACTS,
} as const;
export type ExportedTable = keyof typeof queries;
export type ExportedRow = Readonly<Record<string, unknown>>;

/** The rows of a table, all of them or those about one person, a batch at a time. Call it in a transaction, one table after the other. */
export async function* exportedRows(trx: Knex, table: ExportedTable, personId: number | null): AsyncGenerator<ExportedRow[]> {
  await execute(trx, sql.OPEN_CURSOR(queries[table]), { person: personId });
  for (;;) {
    const { rows } = await execute<ExportedRow>(trx, sql.FETCH(BATCH));
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await execute(trx, sql.CLOSE_CURSOR);
}
