/** By the search path, also for a role that may not read the table. */
export const HAS_TABLE = `select to_regclass('admin_history') is not null as "isThere"`;
