import type { Knex } from 'knex';
import { quoteIdentifier } from './quote-identifier.ts';
import type { StoredTable } from './stored-tables.ts';

const OURS = 'bitacora';

/** Whether other connections of Bitácora are on this database now. */
export async function isInUse(db: Knex): Promise<boolean> {
  const { rows } = await db.raw(
    'select from pg_stat_activity where datname = current_database() and application_name = ? and pid <> pg_backend_pid()',
    [OURS],
  );
  return rows.length > 0;
}

/** Removes every table and function of the schema, for the transaction to put others there; extensions stay. */
export async function clearSchema(trx: Knex): Promise<void> {
  const { rows: tables } = await trx.raw(`select quote_ident(relname) as name from pg_class c where relkind = 'r'
    and relnamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`);
  for (const { name } of tables) await trx.raw(`drop table ${name} cascade`);
  const { rows: functions } = await trx.raw(`select oid::regprocedure as name from pg_proc p
    where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`);
  for (const { name } of functions) await trx.raw(`drop function ${name} cascade`);
}

/** What migrations filled makes room; the triggers that guard and tell of rows are silent until `wakeTables`. Foreign keys are not. */
export async function silenceTables(trx: Knex, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await trx.raw(`alter table ${quoteIdentifier(name)} disable trigger user`);
    await trx.raw(`delete from ${quoteIdentifier(name)}`);
  }
}

export async function wakeTables(trx: Knex, tables: readonly StoredTable[]): Promise<void> {
  for (const { name } of tables) await trx.raw(`alter table ${quoteIdentifier(name)} enable trigger user`);
}

/** Lets the planner see what came in. */
export async function settle(db: Knex): Promise<void> {
  await db.raw('analyze');
}
