import type { Database } from '../../core/src/persistence/database/connect.ts';

const TABLES = `
  select oid, relname as name, relpersistence = 'u' as "isUnlogged", array_to_string(reloptions, ', ') as options
  from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'knex_migrations%'
  order by relname collate "C"`;

const COLUMNS = `
  select attrelid as "tableId", attname as name, format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
    pg_get_expr(adbin, adrelid, true) as expression, attgenerated <> '' as "isGenerated", attidentity <> '' as "isIdentity",
    case when attcollation <> typcollation then (select quote_ident(collname) from pg_collation where oid = attcollation) end as collation,
    nullif(attstattarget, -1) as statistics
  from pg_attribute join pg_type on pg_type.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped order by attnum`;

/** PostgreSQL 18 also lists columns that are not null as constraints. */
const CONSTRAINTS = `
  select conrelid as "tableId", quote_ident(conname) as name, pg_get_constraintdef(oid, true) as definition
  from pg_constraint where contype <> 'n' order by position(contype in 'pucf'), conname collate "C"`;

/** Indexes of constraints are left out. */
const INDEXES = `
  select indrelid as "tableId", pg_get_indexdef(indexrelid, 0, true) as definition
  from pg_index join pg_class on pg_class.oid = indexrelid
  where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x')) order by relname collate "C"`;

const TRIGGERS = `
  select tgrelid as "tableId", pg_get_triggerdef(oid, true) as definition
  from pg_trigger where not tgisinternal order by tgname collate "C"`;

const FUNCTIONS = `
  select oid::regprocedure as signature, replace(pg_get_functiondef(oid), 'FUNCTION ' || current_schema() || '.', 'FUNCTION ') as definition,
    not has_function_privilege('public', oid, 'execute') as "isClosed"
  from pg_proc where pronamespace = current_schema()::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by oid::regprocedure::text collate "C"`;

interface Table {
  oid: number;
  name: string;
  isUnlogged: boolean;
  options: string | null;
}
interface Column {
  name: string;
  type: string;
  isRequired: boolean;
  expression: string | null;
  isGenerated: boolean;
  isIdentity: boolean;
  collation: string | null;
  statistics: number | null;
}
interface TablePart {
  tableId: number;
  name: string;
  definition: string;
}

function describeColumn({ name, type, isRequired, expression, isGenerated, isIdentity, collation }: Column): string {
  const words = [name, type];
  if (collation) words.push(`collate ${collation}`);
  if (isIdentity) words.push('generated always as identity');
  else if (isGenerated) words.push(`generated always as (${expression}) stored`);
  else if (expression) words.push(`default ${expression}`);
  if (isRequired && !isIdentity) words.push('not null');
  return words.join(' ');
}

/** Removes the indentation that all lines of the body have, because PostgreSQL keeps it as it was typed. */
function dedentBody(definition: string): string {
  const [head = '', body = ''] = definition.trimEnd().split('$function$');
  const lines = body
    .trimEnd()
    .split('\n')
    .filter((line, index) => index > 0 || line !== '');
  const widths = lines.filter((line) => line !== '').map((line) => line.search(/\S/));
  return [`${head}$function$`, ...lines.map((line) => line.slice(Math.min(...widths))), '$function$'].join('\n');
}

/** Writes the first schema of the search path as SQL: each table with its constraints, indexes and triggers, and the functions. */
export async function describeSchema(db: Database): Promise<string> {
  const read = async <Row>(sql: string) => (await db.raw(sql)).rows as Row[];
  const tables = await read<Table>(TABLES);
  const columns = Map.groupBy(await read<Column & { tableId: number }>(COLUMNS), ({ tableId }) => tableId);
  const constraints = Map.groupBy(await read<TablePart>(CONSTRAINTS), ({ tableId }) => tableId);
  const indexes = Map.groupBy(await read<TablePart>(INDEXES), ({ tableId }) => tableId);
  const triggers = Map.groupBy(await read<TablePart>(TRIGGERS), ({ tableId }) => tableId);

  const describeTable = ({ oid, name, isUnlogged, options }: Table): string => {
    const ownColumns = columns.get(oid) ?? [];
    const lines = [
      ...ownColumns.map(describeColumn),
      ...(constraints.get(oid) ?? []).map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
    ];
    return [
      `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${options ? ` with (${options})` : ''};`,
      ...ownColumns
        .filter(({ statistics }) => statistics !== null)
        .map((column) => `alter table ${name} alter column ${column.name} set statistics ${column.statistics};`),
      ...(indexes.get(oid) ?? []).map(({ definition }) => `${definition};`),
      ...(triggers.get(oid) ?? []).map(({ definition }) => `${definition};`),
    ].join('\n');
  };
  const functions = await read<{ signature: string; definition: string; isClosed: boolean }>(FUNCTIONS);
  const describeFunction = ({ signature, definition, isClosed }: (typeof functions)[number]): string =>
    `${dedentBody(definition)};${isClosed ? `\nrevoke execute on function ${signature} from public;` : ''}`;
  return `${[...tables.map(describeTable), ...functions.map(describeFunction)].join('\n\n')}\n`;
}
