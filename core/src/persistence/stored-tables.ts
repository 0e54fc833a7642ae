import type { Knex } from 'knex';

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

const TABLES = `
  select relname as "name",
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as "columns",
    (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by array_position(indkey::int2[], attnum))
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indrelid = c.oid and indisprimary) as "order",
    (select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as "identity"
  from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all(?)
  order by relname collate "C"`;

const PARENTS = `
  select child.relname as "child", parent.relname as "parent"
  from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`;

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
  const { rows: tables } = await db.raw(TABLES, [NOT_KEPT]);
  const { rows: references } = await db.raw(PARENTS);
  return parentsFirst(tables, references);
}
