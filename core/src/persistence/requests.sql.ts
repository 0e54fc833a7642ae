/** Claims the key; no row if a request of the last day has it. The builder has no conditional `do update`. */
export const TAKE_KEY = `
  insert into answered_requests (user_id, key, fingerprint, created_at) values (:userId, :key, :fingerprint, :now)
  on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, reply = null, created_at = excluded.created_at
    where answered_requests.created_at < :since
  returning key`;

/** Counts one more, or begins a new window, in one statement, because processes count at the same time. */
export const COUNT_EVENT = `
  insert into rate_limits as kept (key, points, expire) values (:key, 1, :expire::bigint)
  on conflict (key) do update set
    points = case when kept.expire <= :now::bigint then 1 else kept.points + 1 end,
    expire = case when kept.expire <= :now::bigint then excluded.expire else kept.expire end
  returning points`;

export const KEEP_REPLY = 'update answered_requests set reply = :reply where user_id = :userId and key = :key';
