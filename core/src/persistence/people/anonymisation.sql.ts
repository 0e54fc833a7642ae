import { labelKeys, nameKeys } from '../../domain/admin/anonymity.ts';
import { literals } from '../database/statement.ts';

/* Statements that anonymise a person. They name tables and triggers, for which the builder has no words. */

/** Lock these before any row, because a transaction that writes history and waits for a person would otherwise wait for us, and we for it. */
export const LOCK_HISTORIES = 'lock table activity_history, admin_history in share row exclusive mode';
export const switchGuards = (table: 'activity_history' | 'admin_history', to: 'enable' | 'disable') =>
  `alter table ${table} ${to} trigger user`;

/** Lists every name that the histories and the account give a person. Commands on the server are left out: they have the operator's name. */
export const NAMES = `
  select distinct name from (
    select trim(first_name || ' ' || last_name) as name from users where id = :id
    union all select subject from admin_history where subject_kind = 'person' and subject_id = :id::text
    union all select actor_name from admin_history where actor_id = :id and channel <> 'admin'
  ) as known where name <> ''`;

/** Finds those of the names that somebody else has or had. */
export const NAMESAKES = `
  select distinct name from (
    select trim(first_name || ' ' || last_name) as name from users where id <> :id
    union all select subject from admin_history where subject_kind = 'person' and subject_id <> :id::text
    union all select actor_name from admin_history where actor_id <> :id
  ) as others where name = any(:names::text[])`;

/** Lists the values under some keys of administrative facts, with the person whose they are. */
const factsUnder = (keys: readonly string[]) => `
  select facts.value, subject_id as owner from admin_history
    cross join lateral (select * from jsonb_each_text(coalesce(before, '{}')) union all select * from jsonb_each_text(coalesce(after, '{}'))) as facts
    where subject_kind = 'person' and subject_id is not null and facts.key in ${literals(keys)}`;

/** Finds the values that only this person has or had; `owned` lists values with their owners. */
const ofOneOnly = (owned: string) => `
  with held as (${owned})
  select distinct value from held where owner = :id::text
  except select value from held where owner <> :id::text`;

export const EMAILS = ofOneOnly(`
  select lower(email) as value, id::text as owner from users
  union all select lower(email), user_id::text from email_changes
  union all select lower(email), user_id::text from email_reversals
  union all select lower(email), user_id::text from company_accounts
  union all select lower(value), owner from (${factsUnder(['email', 'pendingEmail'])}) as written`);

export const NUMBERS = ofOneOnly(`
  select employee_number as value, id::text as owner from users union all ${factsUnder(['employeeNumber'])}`);

const isUnder = (keys: readonly string[], values: string) => keys.map((key) => `facts ->> '${key}' = any(${values}::text[])`).join(' or ');

export const ADMIN_ROWS = `
  select id, act, actor_id as "actorId", actor_name as "actorName", subject_kind as "subjectKind", subject_id as "subjectId", subject,
    before, after, address
  from admin_history
  where actor_id = :id or subject_kind in ('person', 'calendarFeed') and subject_id = :id::text
    or subject_kind = 'person' and subject_id is null and lower(subject) = any(:emails::text[])
    or act = 'person.export' and after ->> 'id' = :id::text
    or exists (select from (values (before), (after)) as sides (facts)
      where ${isUnder(labelKeys, ':labels')} or ${isUnder(nameKeys, ':ownNames')})
  order by id`;
export const WRITE_ADMIN_ROWS = `
  update admin_history set actor_name = fresh."actorName", subject = fresh.subject, before = fresh.before, after = fresh.after,
    address = fresh.address
  from jsonb_to_recordset(:rows::jsonb) as fresh (id bigint, "actorName" text, subject text, before jsonb, after jsonb, address text)
  where admin_history.id = fresh.id`;

/** Finds the previous holder of a role in the history. */
const former = (role: 'ownerId' | 'assigneeId') => `(
    select (earlier.facts ->> '${role}')::integer from activity_history earlier
    where earlier.activity_id = history.activity_id and earlier.id < history.id and earlier.facts ->> '${role}' is not null
    order by earlier.id desc limit 1)`;

/** Finds rows whose facts or note hold one of the names. Only these acts write names there. */
export const HISTORY_ROWS = `
  select id, note, facts, ${former('ownerId')} as "formerOwnerId", ${former('assigneeId')} as "formerAssigneeId"
  from activity_history history
  where :id in ((facts -> 'actingFor' ->> 'id')::integer, (facts ->> 'requesterId')::integer)
    or array[facts -> 'reassigned' ->> 'from', facts -> 'reassigned' ->> 'to', facts -> 'handover' ->> 'from', facts -> 'handover' ->> 'to', facts -> 'handover' ->> 'owner']
      && :names::text[]
    or facts is null and act = 'reassign' and note like any(:patterns::text[])
  order by id`;
export const WRITE_HISTORY_ROWS = `
  update activity_history set note = fresh.note, facts = fresh.facts
  from jsonb_to_recordset(:rows::jsonb) as fresh (id bigint, note text, facts jsonb) where activity_history.id = fresh.id`;

/** Tables of rows that are the person's alone, with the column that names them; those that others refer to come last. */
export const OWN_ROWS = [
  ['sessions', 'user_id'],
  ['known_devices', 'user_id'],
  ['device_authorizations', 'requested_by_id'],
  ['device_authorizations', 'answered_by_id'],
  ['access_tokens', 'user_id'],
  ['calendar_feeds', 'user_id'],
  ['push_subscriptions', 'user_id'],
  ['password_resets', 'user_id'],
  ['password_exceptions', 'user_id'],
  ['email_changes', 'user_id'],
  ['email_reversals', 'user_id'],
  ['company_accounts', 'user_id'],
  ['second_factors', 'user_id'],
  ['chat_summaries', 'user_id'],
  ['topic_channels', 'user_id'],
  ['chat_links', 'user_id'],
  ['chat_link_codes', 'user_id'],
  ['announcement_preferences', 'user_id'],
  ['saved_views', 'user_id'],
  ['answered_requests', 'user_id'],
  ['absences', 'user_id'],
  ['snoozed_reminders', 'user_id'],
  ['notifications', 'recipient_id'],
  ['outbox', 'recipient_id'],
] as const;
export const deleteOwn = (table: string, column: string) => `delete from ${table} where ${column} = ?`;
/** Deletes the answers that map a name of an imported file to the person. */
export const FORGET_ANSWERS = `delete from import_answers where kind = 'person' and answer @> to_jsonb(:id::integer)`;
/** Replaces the name in mails to others that say who acted. */
export const CLEAN_OUTBOX = `
  update outbox set facts = jsonb_set(facts, '{by}', to_jsonb(:instead::text)) where facts ->> 'by' = any(:ownNames::text[])`;
/** Bodies that wait may name people. They are composed anew at the next try. */
export const FORGET_WEBHOOK_BODIES = 'update webhook_deliveries set body = null where body is not null';
/** Their workbooks name people, and they can be made again. */
export const FORGET_WEEKLY_REPORTS = 'delete from weekly_reports';
