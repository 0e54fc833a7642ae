/* Statements about the server and the schema, for which the builder has no words. */

/* Advisory locks end with the transaction. */

export const TRY_LOCK = 'select pg_try_advisory_xact_lock(?) as "isLocked"';
export const TRY_SHARED_LOCK = 'select pg_try_advisory_xact_lock_shared(?) as "isLocked"';
export const LOCK = 'select pg_advisory_xact_lock(?)';
export const ALLOW_IDLING = 'set local idle_in_transaction_session_timeout = 0';

/** By the search path, also for a role that may not read the table. The builder's `hasTable` does not find it then. */
export const HAS_TABLE = 'select to_regclass(?) is not null as "isThere"';

export const APPLIED_MIGRATIONS = 'select name from knex_migrations order by id';

/** How far the primary has written, and how far a standby has followed. */
export const PRIMARY_PLACE = 'select pg_current_wal_flush_lsn()::text as place, clock_timestamp() as at';
export const REPLICA_PLACE = `
  select pg_is_in_recovery() as "follows", coalesce(pg_last_wal_replay_lsn() >= ?::pg_lsn, false) as "isLevel",
    pg_last_xact_replay_timestamp() as "replayedAt"`;

export const NOW = 'select clock_timestamp() as now';
export const VERSION = `select current_setting('server_version') as version`;

/** Due or tried in vain. What waits for the morning is not late. */
const IS_LATE_MAIL = `channel = 'email' and (tries > 0 or next_try_at <= :now)`;
/** Two figures of the same rows in one scan. */
export const LATE_MAIL = `
  select count(*)::integer as "lateCount", min(created_at) as "lateSince" from outbox
  where sent_at is null and failed_at is null and ${IS_LATE_MAIL}`;

const DATABASE_BYTES = 'pg_database_size(current_database())';
export const DATABASE_SIZE = `select ${DATABASE_BYTES} as bytes`;

/** Since when the oldest by a channel is due, also if it was tried. At night it is due in the morning. */
const lateBy = (channel: 'chat' | 'push') =>
  `min(coalesce(first_due_at, next_try_at)) filter (where channel = '${channel}' and coalesce(first_due_at, next_try_at) <= :now)`;

/** All figures of the status in one statement. */
export const WAITING_COUNTS = `
  select ${DATABASE_BYTES} as "databaseBytes",
    count(*) filter (where channel = 'email') as "mailWaiting",
    count(*) filter (where channel = 'chat') as "chatWaiting",
    (select count(distinct user_id) from chat_links) as "chatPeople",
    count(*) filter (where channel = 'push') as "pushWaiting",
    (select count(*) from push_subscriptions) as "pushDevices",
    ${lateBy('chat')} as "chatLateSince", ${lateBy('push')} as "pushLateSince"
  from outbox where sent_at is null and failed_at is null`;

const secondsSince = (instant: string) => `coalesce(greatest(extract(epoch from :now - ${instant}), 0), 0)::float8`;
const dueSecondsBy = (channel: 'chat' | 'push') =>
  secondsSince(`min(coalesce(first_due_at, next_try_at)) filter (where channel = '${channel}')`);

/** What /metrics says of notifications that wait, in one statement. Its index holds them alone. */
export const NOTIFICATION_FIGURES = `
  select count(*) filter (where channel = 'email') as "mailWaiting",
    count(*) filter (where channel = 'chat') as "chatWaiting",
    count(*) filter (where channel = 'push') as "pushWaiting",
    ${secondsSince(`min(created_at) filter (where ${IS_LATE_MAIL})`)} as "mailSeconds",
    ${dueSecondsBy('chat')} as "chatSeconds", ${dueSecondsBy('push')} as "pushSeconds"
  from outbox where sent_at is null and failed_at is null`;
/** These grow, so that a slow count of them must not hide what waits. */
export const REACH_FIGURES = `
  select (select count(*) from push_subscriptions) as "pushDevices",
    (select count(*) from outbox where failed_at is not null and failure <> 'overtaken') as "failed"`;

/* Functions of the schema. They exist for roles that may only read. */

export const HAS_FUNCTION = 'select to_regprocedure(?) is not null as exists';
export const NOTE_BACKUP = 'select note_backup(?)';
export const NOTE_RESTORE_DRILL = 'select note_restore_drill(?::jsonb)';
export const RECORD_BACKUP = 'select record_backup(?, ?::jsonb)';

/** Less than PostgreSQL's `deadlock_timeout` of a second, so that no other transaction is ended as a deadlock. */
const ALL_WITHIN = '700ms';

/** For a table that a long reader holds, such as a backup. */
const EACH_WITHIN = '2s';

export const TABLE_NAMES = `
  select string_agg(quote_ident(relname), ', ' order by oid) as names from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'knex_migrations%'`;

export const LIMIT_EACH_LOCK = `set local lock_timeout = '${EACH_WITHIN}'`;
export const LIMIT_ALL_LOCKS = `set local statement_timeout = '${ALL_WITHIN}'`;
/** Row locks wait too, because a transaction that holds one and then writes another table would deadlock with an `alter table`. Readers do not wait. */
export const lockAgainstWriters = (quotedNames: string) => `lock table ${quotedNames} in exclusive mode`;
/** For a week's report and its workbook. */
export const LIMIT_REPORT = `set local statement_timeout = '120s'`;
export const END_LIMIT = 'set local statement_timeout to default';

/** Each part stops at the first rows, however many there are. */
export const FIRST_STEPS = `
  select (select count(*) from (select from users limit 2) people) > 1 as "hasPeople",
    exists (select from topics) as "hasTopic", exists (select from activities) as "hasActivity"`;
