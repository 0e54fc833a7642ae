/* Statements about locks and limits, for which the builder has no words. */

/** Less than PostgreSQL's `deadlock_timeout` of a second, so that no other transaction is ended as a deadlock. */
const ALL_WITHIN = '700ms';

/** For a table that a long reader holds, such as a backup. */
const EACH_WITHIN = '2s';

export const TABLES = `
  select string_agg(quote_ident(relname), ', ' order by oid) as names from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'knex_migrations%'`;

export const LIMIT_EACH_LOCK = `set local lock_timeout = '${EACH_WITHIN}'`;
export const LIMIT_ALL_LOCKS = `set local statement_timeout = '${ALL_WITHIN}'`;
export const lockAgainstWriters = (quotedNames: string) => `lock table ${quotedNames} in share row exclusive mode`;
export const END_LIMIT = 'set local statement_timeout to default';
