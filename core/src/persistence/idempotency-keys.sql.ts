/** Claims the key; no row if a request of the last day has it. The builder has no conditional `do update`. */
export const TAKE = `
  insert into answered_requests (user_id, key, fingerprint, created_at) values (:userId, :key, :fingerprint, :now)
  on conflict (user_id, key) do update set fingerprint = excluded.fingerprint, reply = null, created_at = excluded.created_at
    where answered_requests.created_at < :since
  returning key`;
