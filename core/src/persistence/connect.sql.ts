/** By the search path, also for a role that may not read the table; the builder's `hasTable` does not find it then. */
export const HAS_MIGRATIONS = `select to_regclass('knex_migrations') is not null as "isThere"`;
