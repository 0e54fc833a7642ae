/* A personal token ends with its last day in the business zone. The builder has no words for days in a zone. */

export const PERSONAL_TOKENS = `
  select id, name, prefix, scope, created_at as "createdAt", last_used_at as "lastUsedAt",
    (expires_at at time zone :zone)::date - 1 as "expiresOn"
  from access_tokens where user_id = :userId and chat_link_id is null
  order by id desc`;

export const ADD_PERSONAL = `
  insert into access_tokens (user_id, secret_hash, prefix, name, scope, channel, created_at, expires_at)
  values (:userId, :secretHash, :prefix, :name, :scope, 'terminal', :createdAt, (:expiresOn::date + 1)::timestamp at time zone :zone)
  returning id`;
