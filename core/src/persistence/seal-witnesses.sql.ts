/* The builder has no `skip locked` in an update, and no words for instants in a zone. */

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
