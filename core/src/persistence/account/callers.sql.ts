import { selectList } from '../database/statement.ts';
import { personColumns } from '../models.ts';
import { SUBSTITUTES_FOR } from '../people/people.sql.ts';

/*
 * Statements about callers: their sessions, tokens, calendar addresses, idempotency keys and rate limits. They are whole texts, because one
 * of them runs at every call, and the builder would write its text anew each time.
 */

const PERSON = selectList('users', personColumns);

/** Answers the owner of an open session as one JSON column, because node-postgres reads many columns slower than `JSON.parse` does. */
export const PERSON_BY_SESSION = `
  select row_to_json(person) as person, seen_at < :touchBefore as "isTouchDue"
  from sessions join users on users.id = sessions.user_id cross join lateral (
    select ${PERSON}, ${SUBSTITUTES_FOR}, (issuer is null and not has_second_factor) as "isPasswordOnly",
      proved_at > :recentSince as "hasRecentLogin"
  ) as person
  where id_hash = :idHash and is_active and expires_at > :now and seen_at > :idleSince`;
export const BEARER_BY_TOKEN = `
  select ${PERSON}, ${SUBSTITUTES_FOR}, scope, channel, last_used_at as "lastUsedAt"
  from access_tokens join users on users.id = access_tokens.user_id
  where secret_hash = :secretHash and is_active and expires_at > :now`;

export const READER_BY_FEED = `
  select ${PERSON}, read_at as "readAt"
  from calendar_feeds join users on users.id = calendar_feeds.user_id
  where token_hash = :tokenHash and is_active`;

/** A personal token ends with its last day in the business zone. */
export const PERSONAL_TOKENS = `
  select id, name, prefix, scope, created_at as "createdAt", last_used_at as "lastUsedAt",
    (expires_at at time zone :zone)::date - 1 as "expiresOn"
  from access_tokens where user_id = :userId and chat_link_id is null
  order by id desc`;

export const ADD_PERSONAL_TOKEN = `
  insert into access_tokens (user_id, secret_hash, prefix, name, scope, channel, created_at, expires_at)
  values (:userId, :secretHash, :prefix, :name, :scope, 'terminal', :createdAt, (:expiresOn::date + 1)::timestamp at time zone :zone)
  returning id`;

/** Finds the pending reset of an email address, expired or not. */
export const RESET_BY_EMAIL = `
  select password_resets.id, user_id as "userId", token_hash as "tokenHash", is_mailed as "isMailed",
    password_resets.created_at as "createdAt", expires_at as "expiresAt"
  from password_resets join users on users.id = password_resets.user_id
  where lower(email) = lower(?) and is_active`;

/** Answers a row where the person of that email address has logged in on the device. */
export const DEVICE_BY_EMAIL = `
  select user_id from known_devices join users on users.id = known_devices.user_id
  where secret_hash = :secretHash and seen_at > :since and lower(email) = lower(:email)`;

const REPLY_KEPT_UNTIL = "answered_requests.created_at + answered_requests.kept_days * interval '1 day'";

/** Claims the key; no row if a request whose answer is still kept has it. The builder has no conditional `do update`. */
export const TAKE_KEY = `
  insert into answered_requests (user_id, key, fingerprint, kept_days, created_at) values (:userId, :key, :fingerprint, :keptDays, :now)
  on conflict (user_id, key) do update
    set fingerprint = excluded.fingerprint, kept_days = excluded.kept_days, reply = null, created_at = excluded.created_at
    where ${REPLY_KEPT_UNTIL} < :now
  returning key`;

/** An answer is kept for a day at least. The index on `created_at` finds those, because it knows no `kept_days`. */
export const FORGET_REPLIES = `
  delete from answered_requests where created_at < :now::timestamptz - interval '1 day' and ${REPLY_KEPT_UNTIL} < :now`;

export const KEEP_REPLY = 'update answered_requests set reply = :reply where user_id = :userId and key = :key';

/** Counts one more in a row of the rate limits, or begins a new window, in one statement, because processes count at the same time. */
export const COUNT_EVENT = `
  insert into rate_limits (key, points, expire) values (:key, 1, :countedUntil::bigint)
  on conflict (key) do update set
    points = case when rate_limits.expire <= :countedAt::bigint then 1 else rate_limits.points + 1 end,
    expire = case when rate_limits.expire <= :countedAt::bigint then excluded.expire else rate_limits.expire end
  returning points`;
