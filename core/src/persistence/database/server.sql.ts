import { quoteIdentifier } from './statement.ts';

/* Statements about the server and the schema, for which the builder has no words. Advisory locks end with the transaction. */

/** PostgreSQL would compile short statements, which takes tenths of a second. */
export const COMPILE_NOTHING = 'set jit = off';

/** Of a table that was never analysed the planner guesses far too many rows. */
export const analyze = (quotedNames: string) => `analyze ${quotedNames}`;

export const TRY_LOCK = 'select pg_try_advisory_xact_lock(?) as "isLocked"';
export const TRY_SHARED_LOCK = 'select pg_try_advisory_xact_lock_shared(?) as "isLocked"';
export const LOCK = 'select pg_advisory_xact_lock(?)';
export const LISTEN_FOR_NOTIFICATIONS = 'listen notifications_changed';
export const LISTEN_FOR_ACTIVITIES = 'listen activity_changed';
export const PING = 'select 1';
export const ALLOW_IDLING = 'set local idle_in_transaction_session_timeout = 0';

/** Looks by the search path. The builder's `hasTable` does not find a table that the role may not read. */
export const HAS_TABLE = 'select to_regclass(?) is not null as "isThere"';

export const APPLIED_MIGRATIONS = 'select name from knex_migrations order by id';
/** Replaces all migrations up to `:last` by `:release`. */
export const ADOPT = `
  with replaced as (delete from knex_migrations where name <= :last collate "C")
  insert into knex_migrations (name, batch, migration_time) values (:release, 1, now())`;
/** Every role sees the names of all connections. An address may give its own name, also this one, by which none is told apart. */
export const CONNECTIONS_OF_1_2_0 = `
  select from pg_stat_activity
  where datname = current_database() and application_name = 'bitacora' and current_setting('application_name') <> 'bitacora'`;

/** These read how far the primary has written, and whether a standby has replayed as much. */
export const PRIMARY_PLACE = 'select pg_current_wal_flush_lsn()::text as place, clock_timestamp() as at';
export const REPLICA_PLACE = `
  select pg_is_in_recovery() as "follows", coalesce(pg_last_wal_replay_lsn() >= ?::pg_lsn, false) as "isLevel",
    pg_last_xact_replay_timestamp() as "replayedAt"`;

export const NOW = 'select clock_timestamp() as now';
export const VERSION = `select current_setting('server_version') as version`;

/** Mail is late when it is due or was tried in vain. What waits for the morning is not late. */
const IS_LATE_MAIL = `channel = 'email' and (tries > 0 or next_try_at <= :now)`;
export const LATE_MAIL = `
  select count(*)::integer as "lateCount", min(created_at) as "lateSince" from outbox
  where sent_at is null and failed_at is null and ${IS_LATE_MAIL}`;

const DATABASE_BYTES = 'pg_database_size(current_database())';
export const DATABASE_SIZE = `select ${DATABASE_BYTES} as bytes`;

/** Writes since when the oldest by a channel is due, also if it was tried. At night it is due in the morning. */
const lateSince = (channel: 'chat' | 'push') =>
  `min(coalesce(first_due_at, next_try_at)) filter (where channel = '${channel}' and coalesce(first_due_at, next_try_at) <= :now)`;

export const WAITING_COUNTS = `
  select ${DATABASE_BYTES} as "databaseBytes",
    count(*) filter (where channel = 'email') as "mailWaiting",
    count(*) filter (where channel = 'chat') as "chatWaiting",
    (select count(distinct user_id) from chat_links) as "chatPeople",
    count(*) filter (where channel = 'push') as "pushWaiting",
    (select count(*) from push_subscriptions) as "pushDevices",
    ${lateSince('chat')} as "chatLateSince", ${lateSince('push')} as "pushLateSince"
  from outbox where sent_at is null and failed_at is null`;

const secondsSince = (instant: string) => `coalesce(greatest(extract(epoch from :now - ${instant}), 0), 0)::float8`;
const dueSeconds = (channel: 'chat' | 'push') =>
  secondsSince(`min(coalesce(first_due_at, next_try_at)) filter (where channel = '${channel}')`);

/** Measures waiting notifications for /metrics. A partial index holds them alone. */
export const NOTIFICATION_FIGURES = `
  select count(*) filter (where channel = 'email') as "mailWaiting",
    count(*) filter (where channel = 'chat') as "chatWaiting",
    count(*) filter (where channel = 'push') as "pushWaiting",
    ${secondsSince(`min(created_at) filter (where ${IS_LATE_MAIL})`)} as "mailSeconds",
    ${dueSeconds('chat')} as "chatSeconds", ${dueSeconds('push')} as "pushSeconds"
  from outbox where sent_at is null and failed_at is null`;
/** These tables grow, and a slow count of them must not hide what waits. */
export const REACH_FIGURES = `
  select (select count(*) from push_subscriptions) as "pushDevices",
    (select count(*) from outbox where failed_at is not null and failure <> 'overtaken') as "failed"`;

/* These functions of the schema exist for roles that may only read. */

export const HAS_FUNCTION = 'select to_regprocedure(?) is not null as exists';
export const NOTE_BACKUP = 'select note_backup(?)';
export const NOTE_RESTORE_DRILL = 'select note_restore_drill(?::jsonb)';
export const RECORD_BACKUP = 'select record_backup(?, ?::jsonb)';

export const TABLE_NAMES = `
  select string_agg(quote_ident(relname), ', ' order by oid) as names from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not like 'knex_migrations%'`;

/** A long reader, such as a backup, may hold a table. */
export const LIMIT_EACH_LOCK = `set local lock_timeout = '2s'`;
/** The time is shorter than PostgreSQL's `deadlock_timeout` of a second, so that no other transaction is ended as a deadlock. */
export const LIMIT_ALL_LOCKS = `set local statement_timeout = '700ms'`;
/** Row locks wait too, because a transaction that holds one and then writes another table would deadlock with an `alter table`. Readers do not wait. */
export const lockAgainstWriters = (quotedNames: string) => `lock table ${quotedNames} in exclusive mode`;
/** A week's report and its workbook take longer than the usual limit. */
export const LIMIT_REPORT = `set local statement_timeout = '120s'`;
export const END_LIMIT = 'set local statement_timeout to default';

/** Each part stops at the first rows, however many there are. */
export const FIRST_STEPS = `
  select (select count(*) from (select from users limit 2) people) > 1 as "hasPeople",
    exists (select from topics) as "hasTopic", exists (select from activities) as "hasActivity"`;

/* Statements about roles and privileges. The builder has no words for them; names in them are quoted by `quoteIdentifier`. */

/** The roles are kept where PostgreSQL keeps what is granted on tables to come. */
export const ENROLLED = `
  select pg_get_userbyid(grantee) as role, case when bool_or(privilege_type = 'INSERT') then 'app' else 'backup' end as kind
  from pg_default_acl, aclexplode(defaclacl)
  where defaclrole = current_user::regrole and defaclnamespace = current_schema()::regnamespace and defaclobjtype = 'r'
    and grantee not in (0, defaclrole)
  group by grantee`;

/** The owner cannot grant what others keep in the schema, such as an extension. */
const OWN_RELATIONS = `relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'USAGE')`;

export const GRANTED_TABLES = `
  select relname as "name", array(select privilege_type from aclexplode(relacl) where pg_get_userbyid(grantee) = ?) as "granted"
  from pg_class where relkind in ('r', 'p') and ${OWN_RELATIONS} order by relname`;

export const CURRENT_ROLE = 'select current_user as role';
export const FIND_ROLE = 'select from pg_roles where rolname = ?';
export const CURRENT_SCHEMA = 'select quote_ident(current_schema()) as schema';

export const MAY_MIGRATE = `
  select coalesce(
    (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('knex_migrations')),
    has_schema_privilege(current_schema(), 'CREATE'), false) as may`;

export const UNREADABLE_SEQUENCES = `
  select relname as name from pg_class
  where relkind = 'S' and ${OWN_RELATIONS}
    and not exists (select from aclexplode(relacl) where pg_get_userbyid(grantee) = ? and privilege_type = 'SELECT')`;

export const CLOSED_FUNCTIONS = `
  select oid::regprocedure as name from pg_proc
  where pronamespace = current_schema()::regnamespace and proname in ('note_backup', 'note_restore_drill', 'record_backup')
    and not has_function_privilege(?, oid, 'EXECUTE')`;

export const ROLE_EXCESS = `
  select rolsuper as superuser,
    coalesce((select pg_has_role(rolname, relowner, 'USAGE') from pg_class where oid = to_regclass('activity_history')), false) as owner,
    has_schema_privilege(rolname, current_schema(), 'CREATE') as creates
  from pg_roles where rolname = ?`;

/** Grants the use of the schema, and privileges on all tables that the owner makes later. */
export const enrolment = (schema: string, role: string, privileges: readonly string[]): readonly string[] => {
  const future = `alter default privileges in schema ${schema}`;
  const name = quoteIdentifier(role);
  return [
    `grant usage on schema ${schema} to ${name}`,
    `${future} revoke all on tables from ${name}`,
    `${future} grant ${privileges.join(', ')} on tables to ${name}`,
    `${future} grant select on sequences to ${name}`,
  ];
};
export const grantOnTable = (privileges: readonly string[], table: string, role: string) =>
  `grant ${privileges.join(', ')} on ${quoteIdentifier(table)} to ${quoteIdentifier(role)}`;
export const revokeOnTable = (privileges: readonly string[], table: string, role: string) =>
  `revoke ${privileges.join(', ')} on ${quoteIdentifier(table)} from ${quoteIdentifier(role)}`;
export const grantOnSequence = (name: string, role: string) =>
  `grant select on sequence ${quoteIdentifier(name)} to ${quoteIdentifier(role)}`;
/** `signature` is the text of a regprocedure, which PostgreSQL has quoted. */
export const grantOnFunction = (signature: string, role: string) => `grant execute on function ${signature} to ${quoteIdentifier(role)}`;
