import { type SealedTable, sealedTables } from '../../domain/activities/history-proof.ts';

/* Statements of the chain of seals. They use functions of the schema and row comparisons, for which the builder has no words. */

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as ${column}`;

const HISTORY = `id, activity_id, act, actor_id, channel, ${instant('at')}, from_status, to_status, note`;

/** The column that says when the database took a row. */
const TAKEN_AT: Record<SealedTable, string> = {
  activity_history: 'coalesce(recorded_at, at)',
  admin_history: 'at',
  history_baselines: 'at',
};

/** The columns of a row as they are sealed, by the form of the seal. They give the same texts on every server and after a restore. */
const sealedColumns: Record<SealedTable, Record<1 | 2, string>> = {
  activity_history: { 1: HISTORY, 2: `${HISTORY}, facts::text as facts, ${instant('recorded_at')}, is_loaded` },
  admin_history: {
    1: 'id',
    2: `id, ${instant('at')}, actor_id, actor_name, act, subject_kind, subject_id, subject, before::text as before, after::text as after, address, channel`,
  },
  history_baselines: { 1: 'id', 2: `id, kind, activity_id, through_id, facts::text as facts, ${instant('at')}` },
};

/** Reads the rows after a number. After 0 means all rows: none of ours has a lower number, so such a row was slipped in. */
export const rowsQuery = (source: SealedTable, form: 1 | 2 | 3 | 4) => `
  select ${sealedColumns[source][form === 1 ? 1 : 2]} from ${source}
  where id >= coalesce(nullif(?::bigint, 0) + 1, -9223372036854775808) and id <= ? order by id limit ?`;

/** Before the third form a seal began where the one before it ended. */
const SEALS = `select id, form, source,
  coalesce(after_id, (select max(through_id) from history_seals earlier
    where earlier.source = history_seals.source and earlier.through_id < history_seals.through_id and earlier.id < history_seals.id), 0) as "afterId",
  coalesce(after_id, 0) = 0 or exists (select from history_seals earlier
    where earlier.source = history_seals.source and earlier.through_id = history_seals.after_id and earlier.id < history_seals.id) as follows,
  through_id as "throughId", rows, seal, root, sealed_at as "sealedAt",
  to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as "sealedText" from history_seals`;

export const ADD = `insert into history_seals (id, form, source, after_id, through_id, rows, seal, root, sealed_at) overriding system value
  values (:id, :form, :source, :afterId, :throughId, :rows, :seal, :root, (:sealedText || 'Z')::timestamptz) returning id`;

export const LAST = `${SEALS} where id <= seals_at_most() order by id desc limit 1`;
export const NEXT = `${SEALS} where id > ? order by id limit ?`;
export const NEWEST_NUMBER = 'select newest_number(?) as newest';
export const SEAL_BEFORE = 'select seal from history_seals where id < ? order by id desc limit 1';
export const SEALS_AT_MOST = 'select seals_at_most() as "sealsAtMost"';
export const BOGUS = `${SEALS} where through_id > newest_number(source) or id > (select seals_at_most()) order by id`;
export const CLOCK = `select ${instant('now')} from clock_timestamp() as now`;

/** Reads the seal of a table that ends last; with `:before` and `:id`, the one before it. */
export const LAST_OF_TABLE = `${SEALS} where source = :source and form >= :form and through_id <= newest_number(:source) and id <= seals_at_most()
  and (:before::bigint is null or (through_id, id) < (:before::bigint, :id::integer)) order by through_id desc, id desc limit 1`;

export const COVERING = `select * from (${SEALS}) as stored
  where source = :source and "throughId" <= newest_number(:source) and id <= seals_at_most()
    and exists (select from unnest(:ids::bigint[]) as row_id where row_id > "afterId" and row_id <= "throughId") order by id`;

export const OWN_ROWS = `select ${sealedColumns.activity_history[2]} from activity_history where activity_id = ? order by id`;

/** Finds the seal with a tree over each row of an activity, and whether one without a tree reaches the rows that have none. */
export const OWN_SEALS = `select entry.id, seal.id as "sealId", case when seal.id is null then exists (
    select from history_seals where source = 'activity_history' and form < 4 and through_id >= entry.id
  ) end as "hasEarlier" from activity_history as entry left join lateral (
    select id, after_id from history_seals
    where source = 'activity_history' and form = 4 and through_id >= entry.id order by through_id, id limit 1
  ) as seal on after_id < entry.id where entry.activity_id = ?`;

export const SEAL = `${SEALS} where id = ?`;
export const LINKS = `${SEALS} where id between ? and ? and form = 4 order by id limit ?`;

/** Reads the digest that the rows of a seal have since people were anonymised in them. */
export const REDACTION = `select facts -> 'seals' ->> :id::text as digest from history_baselines
  where kind = 'redaction' and facts -> 'seals' ->> :id::text is not null order by id desc limit 1`;

export const LAST_OF_DAY = `${SEALS}
  where sealed_at >= :day::date::timestamp at time zone :zone and sealed_at < (:day::date + 1)::timestamp at time zone :zone
    and id <= least(seals_at_most(), :id) order by id desc limit 1`;

export const NOTE_RUN = `
  insert into installation (key, value) values ('sealingAt', to_jsonb(clock_timestamp()))
  on conflict (key) do update set value = excluded.value`;

/** Counts the rows of every table after the last sealed one, whose number is the value with the table's name. */
export const UNSEALED = `
  select count(*)::int as count, count(*) filter (where at < last.sealing - :patience * interval '1 second')::int as overdue, min(at) as since
  from (
    ${sealedTables.map((source) => `select ${TAKEN_AT[source]} as at from ${source} where id > :${source}`).join(' union all ')}
  ) as unsealed cross join (
    select greatest((select max(sealed_at) from history_seals),
      (select (value #>> '{}')::timestamptz from installation where key = 'sealingAt')) as sealing
  ) as last`;

export const NEXT_TRANSACTION = 'select pg_snapshot_xmax(pg_current_snapshot())::text as next';
export const IS_OVER = 'select pg_snapshot_xmin(pg_current_snapshot())::text::numeric >= ?::numeric as "isOver"';

export const rowAfter = (source: SealedTable) => `select from ${source} where id > ? and id <= ? and ${TAKEN_AT[source]} > ? limit 1`;

export const CLAIM = `
  update seal_witnesses set tries = tries + 1, next_try_at = :until
  where (day, kind) = (
    select day, kind from seal_witnesses
    where done_at is null and kind = any(:kinds) and next_try_at <= :now and day >= :oldest
    order by day, kind limit 1 for update skip locked
  )
  returning day, kind, seal_id as "sealId", head, tries`;

export const SEALED_DAYS = `
  select distinct day from (
    select (sealed_at at time zone :zone)::date as day from history_seals
    where sealed_at >= greatest((:since::timestamptz at time zone :zone)::date, :oldest::date)::timestamp at time zone :zone
  ) as seals
  where day < coalesce((:until::timestamptz at time zone :zone)::date, 'infinity') order by day`;

export const HEAD = `
  select encode(seal, 'hex') as seal, to_char(sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"
  from history_seals where id = ?`;

/** Counts and adds the row in one statement, so that the counts are of its moment. */
export const ADD_COMPLETE = `
  insert into history_baselines (kind, through_id, facts)
  select 'complete', coalesce((select max(id) from activity_history), 0), jsonb_build_object('activities', count(*),
    'known', count(*) filter (where facts->'known' <> '[]'))
  from history_baselines where kind = 'activity'`;

/** Ignores baselines after the note that all are complete, because those prove nothing. */
export const BASELINES = `
  select activity_id as "activityId", through_id as "throughId", facts from history_baselines
  where activity_id = any(?::integer[])
    and id < coalesce((select min(id) from history_baselines where kind = 'complete'), 9223372036854775807)`;

export const newestRow = (source: SealedTable) => `select max(id) as id from ${source}`;
