/* Statements that forget a person. They name tables and privileges of PostgreSQL, for which the builder has no words. */

/** Before any row is locked: a transaction that writes history and waits for a person would otherwise wait for us, and we for it. */
export const LOCK_HISTORIES = 'lock table activity_history, admin_history in share row exclusive mode';
export const switchGuards = (table: 'activity_history' | 'admin_history', to: 'enable' | 'disable') =>
  `alter table ${table} ${to} trigger user`;

/** Every name that the histories and the account say a person had. */
export const NAMES = `
  select distinct name from (
    select trim(first_name || ' ' || last_name) as name from users where id = :id
    union all select subject from admin_history where subject_kind = 'person' and subject_id = :id::text
    union all select actor_name from admin_history where actor_id = :id
  ) as known where length(name) > 2`;

/** What else names nobody but this person. */
export const MARKS = `
  select distinct mark from (
    select email as mark from users where id = :id
    union all select phone from users where id = :id
    union all select email from email_changes where user_id = :id
    union all select email from company_accounts where user_id = :id
    union all select display_name from chat_links where user_id = :id
    union all select facts.value from admin_history
      cross join lateral jsonb_each_text(coalesce(before, '{}') || coalesce(after, '{}')) as facts
      where subject_kind = 'person' and subject_id = :id::text and facts.key in ('email', 'pendingEmail', 'phone')
    union all select facts.value from admin_history
      cross join lateral jsonb_each_text(coalesce(before, '{}')) as facts
      where subject_kind = 'person' and subject_id = :id::text and facts.key in ('email', 'pendingEmail', 'phone')
  ) as known where length(mark) > 4`;

export const NAMESAKES = `select from users where id <> :id and trim(first_name || ' ' || last_name) = any(:names::text[]) limit 1`;

export const ADMIN_ROWS = `
  select id, actor_id as "actorId", actor_name as "actorName", subject_kind as "subjectKind", subject_id as "subjectId", subject,
    before, after, address
  from admin_history
  where actor_id = :id or subject_kind = 'person' and subject_id = :id::text
    or concat_ws(' ', actor_name, subject, before::text, after::text) like any(:patterns::text[])
  order by id`;
export const WRITE_ADMIN_ROWS = `
  update admin_history set actor_name = fresh."actorName", subject = fresh.subject, before = fresh.before, after = fresh.after,
    address = fresh.address
  from jsonb_to_recordset(:rows::jsonb) as fresh (id bigint, "actorName" text, subject text, before jsonb, after jsonb, address text)
  where admin_history.id = fresh.id`;

/** Rows whose facts or note hold one of the names, as far as acts write names there. */
export const HISTORY_ROWS = `
  select history.id, act, note, facts, (
    activities.owner_id = :id or activities.assignee_id = :id or exists (
      select from activity_history theirs where theirs.activity_id = history.activity_id
        and (theirs.actor_id = :id or (theirs.facts ->> 'ownerId')::integer = :id or (theirs.facts ->> 'assigneeId')::integer = :id)
    )) as "meansPerson"
  from activity_history history join activities on activities.id = history.activity_id
  where (facts -> 'actingFor' ->> 'id')::integer = :id
    or coalesce(facts -> 'reassigned', facts -> 'handover') is not null and facts::text like any(:patterns::text[])
    or facts is null and act = 'reassign' and note like any(:patterns::text[])
  order by history.id`;
export const WRITE_HISTORY_ROWS = `
  update activity_history set note = fresh.note, facts = fresh.facts
  from jsonb_to_recordset(:rows::jsonb) as fresh (id bigint, note text, facts jsonb) where activity_history.id = fresh.id`;

/** What is theirs alone, each by the column that names them; those that others refer to last. */
export const OWN_ROWS = [
  ['sessions', 'user_id'],
  ['known_devices', 'user_id'],
  ['device_authorizations', 'requested_by_id'],
  ['device_authorizations', 'answered_by_id'],
  ['access_tokens', 'user_id'],
  ['calendar_feeds', 'user_id'],
  ['password_resets', 'user_id'],
  ['password_exceptions', 'user_id'],
  ['email_changes', 'user_id'],
  ['company_accounts', 'user_id'],
  ['second_factors', 'user_id'],
  ['chat_summaries', 'user_id'],
  ['chat_links', 'user_id'],
  ['announcement_preferences', 'user_id'],
  ['saved_views', 'user_id'],
  ['list_sizes', 'user_id'],
  ['answered_requests', 'user_id'],
  ['absences', 'user_id'],
  ['notifications', 'recipient_id'],
  ['outbox', 'recipient_id'],
] as const;
export const deleteOwn = (table: string, column: string) => `delete from ${table} where ${column} = ?`;
export const FORGET_ANSWERS = `
  delete from import_answers where kind = 'person' and (answer::text = any(:answers::text[]) or said = any(:said::text[]))`;
/** Mails to others that name the person, such as a changed email. */
export const CLEAN_OUTBOX = `
  update outbox set facts = replace(cast(facts as text), :named, :instead)::jsonb where cast(facts as text) like :pattern`;
/** They can be made again, and their workbooks name people. */
export const FORGET_WEEKLY_REPORTS = 'delete from weekly_reports';
