import { quoteIdentifier } from './quote-identifier.ts';

/* Statements about the schema itself, for which the builder has no words. Names from the catalogue are quoted there. */

/** Other connections of Bitácora on this database. */
export const OTHER_CONNECTIONS = `
  select from pg_stat_activity
  where datname = current_database() and application_name = 'bitacora' and pid <> pg_backend_pid()`;

/** Tables that belong to no extension. */
export const OWN_TABLES = `
  select quote_ident(relname) as name from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`;

/** Functions that belong to no extension. */
export const OWN_FUNCTIONS = `
  select oid::regprocedure as name from pg_proc p
  where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

export const drop = (what: 'table' | 'function', quotedName: string) => `drop ${what} ${quotedName} cascade`;
export const switchTriggers = (table: string, to: 'enable' | 'disable') => `alter table ${quoteIdentifier(table)} ${to} trigger user`;
export const deleteAll = (table: string) => `delete from ${quoteIdentifier(table)}`;
export const ANALYZE = 'analyze';
