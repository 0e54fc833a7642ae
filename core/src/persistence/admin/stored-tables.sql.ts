import { quoteIdentifier, selectList } from '../database/statement.ts';
import { activityColumns } from '../models.ts';

/* The catalogue of PostgreSQL, which the builder cannot name with its types. */

/** Lists the tables with their columns, except columns that are computed from others, such as the words of names. */
export const STORED_TABLES = `
  select relname as "name",
    array(
      select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'name_words' order by attnum
    ) as "columns",
    (select string_agg(quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', ' order by array_position(indkey::int2[], attnum))
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey) where indrelid = c.oid and indisprimary) as "order",
    (select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as "identity"
  from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> all(?)
  order by relname collate "C"`;

export const PARENTS = `
  select child.relname as "child", parent.relname as "parent"
  from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace and conrelid <> confrelid`;

/* Statements about settings and sequences, for which the builder has no words. */

/** Makes PostgreSQL write the same text for the same rows under any settings of the server. */
export const PLAIN_TEXT = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local client_encoding = 'UTF8'`;

export const SEQUENCE = 'select pg_get_serial_sequence(?, ?) as sequence';
export const lastNumberQuery = (sequence: string) => `select case when is_called then last_value else 0 end as last from ${sequence}`;
export const SET_SEQUENCE = 'select setval(pg_get_serial_sequence(?, ?), greatest(?::bigint, 1), ?)';

/* Statements about the schema itself, for which the builder has no words. Names from the catalogue are quoted there. */

export const OTHER_CONNECTIONS = `
  select from pg_stat_activity
  where datname = current_database() and application_name like 'bitacora%' and pid <> pg_backend_pid()`;

export const OWN_TABLES = `
  select quote_ident(relname) as name from pg_class c
  where relkind = 'r' and relnamespace = current_schema()::regnamespace
    and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`;

export const OWN_FUNCTIONS = `
  select oid::regprocedure as name from pg_proc p
  where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`;

export const drop = (what: 'table' | 'function', quotedName: string) => `drop ${what} ${quotedName} cascade`;
export const switchTriggers = (table: string, to: 'enable' | 'disable') => `alter table ${quoteIdentifier(table)} ${to} trigger user`;
const columnList = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ');
export const copyToStdout = ({ name, columns, order }: { name: string; columns: readonly string[]; order: string }) =>
  `copy (select ${columnList(columns)} from ${quoteIdentifier(name)} order by ${order}) to stdout`;
export const copyFromStdin = ({ name, columns }: { name: string; columns: readonly string[] }) =>
  `copy ${quoteIdentifier(name)} (${columnList(columns)}) from stdin`;
export const deleteAll = (table: string) => `delete from ${quoteIdentifier(table)}`;

/* The statements of an export, one for each table. `:person` is null for the whole company; otherwise only rows about that person are read. */

const FULL_NAME = (table: string) => `trim(${table}.first_name || ' ' || ${table}.last_name)`;

export const EXPORTED_ACTIVITIES = `
  select ${selectList('activities', activityColumns)}, activities.predecessor_id as "predecessorId", topics.name as topic, topics.department,
    ${FULL_NAME('owner')} as owner, owner.employee_number as "ownerNumber",
    ${FULL_NAME('assignee')} as assignee, assignee.employee_number as "assigneeNumber"
  from activities join topics on topics.id = topic_id join users owner on owner.id = owner_id join users assignee on assignee.id = assignee_id
  where :person::integer is null or owner_id = :person or assignee_id = :person order by activities.id`;

export const EXPORTED_HISTORY = `
  select history.id, activity_id as "activityId", at, ${FULL_NAME('actor')} as actor, actor.employee_number as "actorNumber", act, channel,
    from_status as "from", to_status as "to", note, facts
  from activity_history history left join users actor on actor.id = actor_id
  where :person::integer is null or actor_id = :person order by history.id`;

export const EXPORTED_COMMENTS = `
  select comments.id, activity_id as "activityId", written_at as "writtenAt", ${FULL_NAME('author')} as author,
    author.employee_number as "authorNumber", body, canceled_at as "canceledAt"
  from comments join users author on author.id = author_id
  where :person::integer is null or author_id = :person order by comments.id`;

/** Evidence and photos of people. `file` is null for evidence whose file is gone. */
export const EXPORTED_IMAGES = `
  select pictures.*, ${FULL_NAME('uploader')} as uploader, uploader.employee_number as "uploaderNumber"
  from (
    select id, activity_id as "activityId", uploaded_at as "uploadedAt", uploaded_by_id as "uploaderId", name, sha256,
      size_bytes as "sizeBytes", media_type as "mediaType", case when withdrawn_at is null then coalesce(file_id, id) end as file,
      withdrawn_at as "withdrawnAt"
    from images
    union all select image_id, null, uploaded_at, user_id, null, sha256, size_bytes, media_type, image_id, null from profile_photos
  ) as pictures join users uploader on uploader.id = "uploaderId"
  where :person::integer is null or "uploaderId" = :person order by pictures.id`;

export const EXPORTED_PEOPLE = `
  select users.employee_number as "employeeNumber", users.first_name as "firstName", users.last_name as "lastName", users.email, users.phone,
    users.alias, users.level, users.department, users.position, users.kind, users.is_active as "isActive", users.created_at as "createdAt",
    users.work_time as "workTime", ${FULL_NAME('manager')} as manager
  from users left join users manager on manager.id = users.manager_id
  where :person::integer is null or users.id = :person order by users.id`;

export const EXPORTED_TOPICS = `
  select id, name, description, department, created_at as "createdAt" from topics where :person::integer is null order by id`;

export const EXPORTED_TEMPLATES = `
  select activity_templates.id, topics.name as topic, activity_templates.description, days, priority, repeats, checklist,
    minimum_images as "minimumImages", retired_at as "retiredAt"
  from activity_templates join topics on topics.id = topic_id where :person::integer is null order by activity_templates.id`;

export const EXPORTED_ASSIGNMENTS = `
  select topics.name as topic, ${FULL_NAME('users')} as person, employee_number as "employeeNumber", topic_assignments.created_at as "createdAt"
  from topic_assignments join topics on topics.id = topic_id join users on users.id = user_id
  where :person::integer is null or user_id = :person order by topic_assignments.id`;

export const EXPORTED_HOLIDAYS = 'select day, name from holidays where :person::integer is null order by day';

export const EXPORTED_ABSENCES = `
  select ${FULL_NAME('absent')} as person, ${FULL_NAME('substitute')} as substitute, from_on as "fromOn", to_on as "toOn",
    ${FULL_NAME('registrant')} as "registeredBy"
  from absences join users absent on absent.id = user_id join users substitute on substitute.id = substitute_id
    join users registrant on registrant.id = coalesce(registered_by_id, user_id)
  where :person::integer is null or :person in (user_id, substitute_id, registered_by_id) order by absences.id`;

export const EXPORTED_REQUESTS = `
  select request.id, topics.name as topic, text, wanted_on as "wantedOn", ${FULL_NAME('requester')} as requester, request.created_at as "createdAt",
    state, ${FULL_NAME('decider')} as decider, decided_at as "decidedAt", reason, activity_id as "activityId"
  from work_requests request join topics on topics.id = topic_id join users requester on requester.id = request.requester_id
    left join users decider on decider.id = decided_by_id
  where :person::integer is null or :person in (request.requester_id, decided_by_id) order by request.id`;

/* Only a person's own export has these. They hold no secret, nor the hash of one. */

export const EXPORTED_SESSIONS = `
  select created_at as "createdAt", seen_at as "seenAt", expires_at as "expiresAt", address from sessions where user_id = :person order by created_at`;
export const EXPORTED_DEVICES = `
  select seen_at as "seenAt", trusted_until as "trustedUntil" from known_devices where user_id = :person order by seen_at`;
export const EXPORTED_TOKENS = `
  select name, prefix, scope, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"
  from access_tokens where user_id = :person order by id`;
export const EXPORTED_CHAT_ACCOUNTS = `
  select service, workspace, display_name as "displayName", phone, linked_at as "linkedAt" from chat_links where user_id = :person order by id`;
export const EXPORTED_NOTIFICATIONS = `
  select created_at as "createdAt", kind, activity_id as "activityId", read_at as "readAt"
  from notifications where recipient_id = :person order by id`;
export const EXPORTED_DELIVERIES = `
  select created_at as "createdAt", kind, channel, activity_id as "activityId", sent_at as "sentAt", failed_at as "failedAt"
  from outbox where recipient_id = :person order by id`;

/** Reads other facts of the account, a row each: settings, how the person logs in, and what waits for them. */
export const EXPORTED_ACCOUNT = `
  select * from (
    select 'preference' as kind, kind as name, concat_ws(', ', case when by_email then 'email' end, case when by_chat then 'chat' end, case when by_push then 'push' end) as value,
      chosen_at as at from announcement_preferences where user_id = :person
    union all select 'savedView', name, screen || ' ' || query, created_at from saved_views where user_id = :person
    union all select 'listSize', null, page_size::text, null from users where id = :person and page_size is distinct from 5
    union all select 'secondFactor', null, null, confirmed_at from second_factors where user_id = :person
    union all select 'recoveryCodes', null, count(*)::text, null from recovery_codes where user_id = :person having count(*) > 0
    union all select 'companyAccount', issuer, email, linked_at from company_accounts where user_id = :person
    union all select 'emailChange', null, email, created_at from email_changes where user_id = :person
    union all select 'emailReversal', null, email, created_at from email_reversals where user_id = :person
    union all select 'passwordReset', null, null, created_at from password_resets where user_id = :person
    union all select 'chatLinkCode', null, null, expires_at from chat_link_codes where user_id = :person
    union all select 'passwordException', null, null, expires_at from password_exceptions where user_id = :person
    union all select 'calendarFeed', null, null, created_at from calendar_feeds where user_id = :person
    union all select 'pushSubscription', null, split_part(endpoint, '/', 3), created_at from push_subscriptions where user_id = :person
    union all select 'snoozedReminder', activity_id::text, remind_on::text, null from snoozed_reminders where user_id = :person
    union all select 'chatSummary', display_name, null, chosen_at from chat_summaries where user_id = :person
    union all select 'topicChannel', display_name, topics.name, started_at from topic_channels join topics on topics.id = topic_id where user_id = :person
    union all select 'terminalLogin', machine, address, requested_at from device_authorizations where :person in (requested_by_id, answered_by_id)
    union all select 'importAnswer', null, said, answered_at from import_answers where kind = 'person' and answer @> to_jsonb(:person::integer)
  ) as facts order by kind, at, name, value`;

/**
 * Reads administrative acts of the person and about them. It leaves out values of others: what an act on somebody else changed, and the
 * address from which others acted.
 */
export const EXPORTED_ADMIN_ACTS = `
  select at, act, actor_name as "actorName", subject, case when is_own then before end as before, case when is_own then after end as after,
    case when actor_id = :person then address end as address, channel
  from (select *, subject_kind <> 'person' or subject_id = :person::text as is_own from admin_history) as acts
  where actor_id = :person or subject_kind = 'person' and subject_id = :person::text order by id`;

export const OPEN_CURSOR = (query: string) => `declare exported no scroll cursor for ${query}`;
export const FETCH_ROWS = (count: number) => `fetch ${count} from exported`;
export const CLOSE_CURSOR = 'close exported';
