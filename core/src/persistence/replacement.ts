import type { Knex } from 'knex';
import { ANALYZE, deleteAll, drop, OTHER_CONNECTIONS, OWN_FUNCTIONS, OWN_TABLES, switchTriggers } from './replacement.sql.ts';
import { execute } from './statement.ts';
import type { StoredTable } from './stored-tables.ts';

/** Whether other connections of Bitácora are on this database now. */
export async function isInUse(db: Knex): Promise<boolean> {
  return (await execute(db, OTHER_CONNECTIONS)).rows.length > 0;
}

/** Removes every table and function of the schema, for the transaction to put others there; extensions stay. */
export async function clearSchema(trx: Knex): Promise<void> {
  const { rows: tables } = await execute<{ name: string }>(trx, OWN_TABLES);
  for (const { name } of tables) await execute(trx, drop('table', name));
  const { rows: functions } = await execute<{ name: string }>(trx, OWN_FUNCTIONS);
  for (const { name } of functions) await execute(trx, drop('function', name));
}

/** Empties the tables that migrations filled. User triggers are off until `wakeTables`; foreign keys stay on. */
export async function silenceTables(trx: Knex, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await execute(trx, switchTriggers(name, 'disable'));
    await execute(trx, deleteAll(name));
  }
}

export async function wakeTables(trx: Knex, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) await execute(trx, switchTriggers(name, 'enable'));
}

/** Gives the planner the figures of the new rows. */
export async function settle(db: Knex): Promise<void> {
  await execute(db, ANALYZE);
}
