/* The catalogue of PostgreSQL, which the builder cannot name with its types. */

export const TABLES = `
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
