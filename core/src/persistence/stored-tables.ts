import type { Knex } from 'knex';
import { execute } from './statement.ts';
import { PARENTS, TABLES } from './stored-tables.sql.ts';

export interface StoredTable {
  name: string;
  /** Those that are written, in their order; generated ones are not. */
  columns: string[];
  /** Sorts its rows the same way on every server. */
  order: string;
  /** The identity column, whose numbers are never given twice. */
  identity: string | null;
}

/** The bookkeeping of migrations is made anew by them; the rest lives shortly and opens doors, or counts tries. */
const NOT_KEPT = ['knex_migrations', 'knex_migrations_lock', 'sessions', 'known_devices', 'known_networks', 'rate_limits', 'login_delays'];

type Reference = { child: string; parent: string };

/** Every table after those it refers to. */
function parentsFirst(tables: readonly StoredTable[], references: readonly Reference[]): StoredTable[] {
  const sorted: StoredTable[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const isFree = ({ name }: StoredTable) => !references.some(({ child, parent }) => child === name && waiting.has(parent));
    const free = left.filter(isFree);
    if (free.length === 0) throw new Error('Tables refer to each other in a circle.');
    sorted.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return sorted;
}

/** Every table a backup keeps, each after those it refers to. */
export async function storedTables(db: Knex): Promise<StoredTable[]> {
  const { rows: tables } = await execute<StoredTable>(db, TABLES, [NOT_KEPT]);
  const { rows: references } = await execute<Reference>(db, PARENTS);
  return parentsFirst(tables, references);
}
