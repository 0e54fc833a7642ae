import { quoteIdentifier } from './statement.ts';

/* The catalogue of PostgreSQL, which the builder cannot name with its types. */

export const STORED_TABLES = `
  select relname as "name",
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as "columns",
    (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by array_position(indkey::int2[], attnum))
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indrelid = c.oid and indisprimary) as "order",
    (select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as "identity"
  from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all(?)
  order by relname collate "C"`;

export const PARENTS = `
  select child.relname as "child", parent.relname as "parent"
  from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`;

/* Statements about settings and sequences, for which the builder has no words. */

/** The same text for the same rows under any settings of the server. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;

export const SEQUENCE = 'select pg_get_serial_sequence(?, ?) as sequence';
export const lastOf = (sequence: string) => `select case when is_called then last_value else 0 end as last from ${sequence}`;
export const SET_SEQUENCE = 'select setval(pg_get_serial_sequence(?, ?), greatest(?::bigint, 1), ?)';

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
