const KEPT_UNTIL = "answered_requests.created_at + answered_requests.kept_days * interval '1 day'";

/** Claims the key; no row if a request whose answer is still kept has it. The builder has no conditional `do update`. */
export const TAKE_KEY = `
  insert into answered_requests (user_id, key, fingerprint, kept_days, created_at) values (:userId, :key, :fingerprint, :keptDays, :now)
  on conflict (user_id, key) do update
    set fingerprint = excluded.fingerprint, kept_days = excluded.kept_days, reply = null, created_at = excluded.created_at
    where ${KEPT_UNTIL} < :now
  returning key`;

/** An answer is kept for a day at least. The index on `created_at` finds those, because it knows no `kept_days`. */
export const FORGET_REPLIES = `
  delete from answered_requests where created_at < :now::timestamptz - interval '1 day' and ${KEPT_UNTIL} < :now`;

/** Counts one more, or begins a new window, in one statement, because processes count at the same time. */
export const COUNT_EVENT = `
  insert into rate_limits as kept (key, points, expire) values (:key, 1, :expire::bigint)
  on conflict (key) do update set
    points = case when kept.expire <= :now::bigint then 1 else kept.points + 1 end,
    expire = case when kept.expire <= :now::bigint then excluded.expire else kept.expire end
  returning points`;

export const KEEP_REPLY = 'update answered_requests set reply = :reply where user_id = :userId and key = :key';
