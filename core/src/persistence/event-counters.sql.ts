/** Counts one more, or begins a new window, in one statement, because processes count at the same time. */
export const COUNT = `
  insert into rate_limits as kept (key, points, expire) values (:key, 1, :expire::bigint)
  on conflict (key) do update set
    points = case when kept.expire <= :now::bigint then 1 else kept.points + 1 end,
    expire = case when kept.expire <= :now::bigint then excluded.expire else kept.expire end
  returning points`;
