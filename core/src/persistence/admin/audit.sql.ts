/* Statements that check the whole database. They use the catalogue, digests and windows, for which the builder has no words. */

export const OUTBOX_FAULTS = `
  select count(*)::int as "rows",
    count(*) filter (where sent_at is not null and failed_at is not null)::int as "twoEnds",
    count(*) filter (where (sent_at is not null or failed_at is not null) and (next_try_at is not null or claimed_until is not null))::int as "restless",
    count(*) filter (where sent_at is null and failed_at is null and next_try_at is null)::int as "forgotten",
    (select count(*) from (
      select from outbox where letter is not null group by letter having count(distinct (recipient_id, channel)) > 1
    ) as mixed)::int as "mixedLetters"
  from outbox`;

export const REFERENCES = `
  select child.relname as "child", (select attname from pg_attribute where attrelid = child.oid and attnum = conkey[1]) as "column",
    parent.relname as "parent", (select attname from pg_attribute where attrelid = parent.oid and attnum = confkey[1]) as "target"
  from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace
  order by 1, 2`;

const DIGEST = `encode(sha256(convert_to(body, 'UTF8')), 'hex') as sha256`;

/** Writes an instant as JavaScript does. */
const isoText = (column: string, as: string) =>
  `to_char(date_trunc('milliseconds', ${column}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${as}`;

const DATES_DIFFER = 'not coalesce(is_loaded, false) and coalesce(abs(extract(epoch from at - recorded_at)) > :tolerance, false)';

const UNDATED = `${DATES_DIFFER} or recorded_at is null and id > :baselineId`;

/**
 * Finds history rows with a wrong date. `windows` has the time between the seals around a row. A row is wrong where the date that people see
 * and the database's own differ, where the database's own is missing, or where they lie outside the window of its seal.
 */
export const MISDATED = `
  with windows as (
    select seal.through_id, seal.sealed_at,
      coalesce(after_id, lag(seal.through_id, 1, 0::bigint) over by_number) as after_id,
      case when lag(seal.rows) over by_number < :sealedRowsMax and coalesce(after_id >= lag(seal.through_id) over by_number, true)
        then lag(seal.sealed_at) over by_number end as not_before
    from history_seals seal
    where seal.source = 'activity_history' and seal.through_id <= newest_number('activity_history') and seal.id <= (select seals_at_most())
      and not seal.id = any(:bogus::integer[])
    window by_number as (order by seal.id)
  )
  select id, activity_id as "activityId", at, recorded_at as "recordedAt", ${DATES_DIFFER} as "isOff", null::timestamptz as "sealedAt"
  from activity_history where ${UNDATED}
  union all
  select misdated.id, activity_id, at, recorded_at, false, sealed_at
  from windows cross join lateral (
    select * from activity_history history
    where history.id > after_id and history.id <= windows.through_id and (
      coalesce(recorded_at, at) > sealed_at + :tolerance * interval '1 second'
      or coalesce(recorded_at, at) < not_before - :tolerance * interval '1 second')
      and not (${UNDATED})
    offset 0
  ) as misdated
  order by 1`;

export const COMMENTS = `
  select id, activity_id as "activityId", author_id as author, ${DIGEST}, ${isoText('written_at', 'at')}, ${isoText('canceled_at', '"canceledAt"')},
    ${isoText('captured_at', '"capturedAt"')}
  from comments where activity_id = any(?)`;

export const IMAGES = `
  select id, activity_id as "activityId", uploaded_by_id as author, sha256, ${isoText('uploaded_at', 'at')}, ${isoText('withdrawn_at', '"canceledAt"')},
    ${isoText('captured_at', '"capturedAt"')}, captured_sha256 as "capturedSha256"
  from images where activity_id = any(?)`;

/** Counts rows of a table that name no row of its parent. `??` takes identifiers. */
export const DANGLING = `
  select count(*) as dangling from ?? as naming
  where naming.?? is not null and not exists (select from ?? as named where named.?? = naming.??)`;

/** Finds evidence that shares a file with evidence that is missing, shares a file itself, or holds another image. */
export const WRONGLY_SHARED_IMAGES = `
  select id, file_id as "fileId" from images as sharing
  where file_id is not null and not exists (
    select from images as original
    where original.id = sharing.file_id and original.file_id is null and original.sha256 = sharing.sha256
  )
  order by id`;

/** Lists photos, and evidence that is not withdrawn and has a file of its own, by id. */
export const STORED_IMAGES = `
  select * from (
    select id, sha256, size_bytes as "sizeBytes", media_type as "mediaType" from images
    where coalesce(to_jsonb(images) ->> 'file_id', to_jsonb(images) ->> 'withdrawn_at') is null
    union all select image_id, sha256, size_bytes, media_type from profile_photos
  ) as stored
  where id > :after order by id limit :limit`;
