-- What version 1.3.0 changes in a database of 1.2.0. A fresh database gets 0001 and this file. 0001 lacks what is dropped here, hence `if exists`.

-- Figures read the activities themselves (docs/reports.md), so the counts of work go. An activity holds what figures and lists ask for: whether it
-- is open, the day of its delivery, its punctuality and its urgency. The day is of a business zone; a start in another zone computes it again.
drop trigger if exists activities_open_work_added on activities;
drop trigger if exists activities_open_work_changed on activities;
drop trigger if exists activities_open_work_removed on activities;
drop trigger if exists activities_closed_work_added on activities;
drop trigger if exists activities_closed_work_changed on activities;
drop trigger if exists activities_closed_work_removed on activities;
drop trigger if exists activities_verdicts_moved on activities;
drop trigger if exists activity_history_notes_verdict on activity_history;
drop function if exists note_open_work, note_closed_work, note_verdict, move_verdicts;

drop index if exists activities_open_duplicate, activities_assignee, activities_closed, activities_open, activities_open_description,
  activities_owner, activities_owner_description, activities_deadline, activities_awaiting, activities_created, activities_assignee_closed,
  activities_assignee_urgency, activities_urgency, activities_owner_urgency, activities_due;

-- `first_due_on` is the date of the registration where a correction changed it; punctuality by the original date counts it.
alter table activities add column closed_on date, add column imported_at timestamptz, add column first_due_on date;
alter table activities disable trigger user;
update activities set closed_on = (closed_at at time zone coalesce((select zone from due_work_zone), 'UTC'))::date where closed_at is not null;
update activities set imported_at = activity_imports.imported_at from activity_imports where activity_id = activities.id;
update activities set first_due_on = corrected.due_on from (
  select distinct on (activity_id) activity_id, (facts #>> '{amended,before,dueOn}')::date as due_on from activity_history
  where act = 'amend' and facts #>> '{amended,before,dueOn}' is not null order by activity_id, id
) as corrected where activities.id = corrected.activity_id;
alter table activities enable trigger user;
insert into installation (key, value) select 'businessZone', to_jsonb(zone) from due_work_zone;
alter table activity_imports drop column imported_at;
drop table due_work_zone;
drop table if exists open_work_changes, open_work_counts, closed_work_changes, closed_work_counts, due_work_counts, verdict_changes,
  verdict_counts;

alter table activities
  add column is_open boolean not null generated always as (status not in ('verified', 'canceled')) stored,
  -- Work that an import brought as delivered has the dates of a file, which say nothing about punctuality.
  add column is_measured boolean not null generated always as ((closed_at <= imported_at) is not true) stored,
  -- Of work whose deadline has passed. The deadline itself does not decide it, because a day passes without an act.
  add column punctuality text generated always as (
    case when canceled_at is not null or closed_at <= imported_at then null
      when closed_on is null then 'undelivered'
      when closed_on <= coalesce(first_due_on, due_on) then 'onTime'
      when closed_on <= coalesce(extended_to, due_on) then 'onTimeExtended'
      else 'late' end
  ) stored,
  -- By deadline, then what waits for its verdict, then what is closed. One's own list begins with rejected work.
  add column urgency integer not null generated always as (
    case when verified_at is not null or canceled_at is not null then 3 when closed_at is not null then 2 else 1 end * 10000000
      + (coalesce(extended_to, due_on) - date '2000-01-01')
  ) stored,
  add column own_urgency integer not null generated always as (
    case when verified_at is not null or canceled_at is not null then 3 when closed_at is not null then 2 when rejected_at is not null then 0
      else 1 end * 10000000 + (coalesce(extended_to, due_on) - date '2000-01-01')
  ) stored;

-- Acts on many activities at once are one notification.
create index notifications_together on notifications (recipient_id, created_at) where history_id is not null;

-- Rows of a page are one choice for all lists, null where they fill the window. Of several the longest page stays.
alter table users add column page_size smallint default 5 check (page_size between 1 and 200);
update users set page_size = longest.size from (
  select distinct on (user_id) user_id, size from list_sizes order by user_id, size desc nulls first
) as longest where user_id = users.id;
drop table list_sizes;

-- A series goes on by the calendar, so that several of it may be open: the newest stands for all of them among the open duplicates.
alter table activities drop constraint activities_repeats_check, add constraint activities_repeats_check
  check (repeats in ('day', 'weekday', 'week', 'two_weeks', 'month', 'two_months', 'quarter', 'half_year', 'year'));
alter table activity_templates drop constraint activity_templates_repeats_check, add constraint activity_templates_repeats_check
  check (repeats in ('day', 'weekday', 'week', 'two_weeks', 'month', 'two_months', 'quarter', 'half_year', 'year'));
alter table activities
  add column repeat_until date,
  -- The first of the series; null for the first itself. It is no foreign key, because that would lock the first one for each that follows.
  add column series_id integer,
  -- Null while the next one of a series is still to come.
  add column succession text check (succession in ('registered', 'ended'));
with recursive series as (
  select id, id as first_id from activities
  where predecessor_id is null and id in (select predecessor_id from activities where predecessor_id is not null)
  union all
  select next.id, first_id from series join activities as next on next.predecessor_id = series.id
)
update activities set series_id = nullif(first_id, activities.id) from series where series.id = activities.id;
update activities set succession = 'ended' where repeats is not null and status in ('verified', 'canceled');
update activities set succession = 'registered' where id in (select predecessor_id from activities where predecessor_id is not null);
create index activities_series on activities (series_id) where series_id is not null;
create index activities_succession on activities (id, due_on) where repeats is not null and succession is null;

-- Each minute asks for the last note, behind the baselines of all activities.
drop index history_baselines_redactions;
create index history_baselines_notes on history_baselines (kind, id) where kind <> 'activity';

create unique index activities_open_duplicate on activities (assignee_id, topic_id, md5(description_key))
  where is_open and succession is distinct from 'registered';
create index activities_open_repeated on activities (assignee_id, topic_id) where is_open and succession = 'registered';
create index activities_assignee on activities (assignee_id, is_open, id);
create index activities_assignee_urgency on activities (assignee_id, own_urgency, id) where is_open;
create index activities_owner_open on activities (owner_id, created_at, id) where is_open;
create index activities_owner_closed on activities (owner_id, created_at, id)
  include (status, priority, topic_id, assignee_id, deadline_on, is_measured) where not is_open;
create index activities_awaiting on activities (owner_id, closed_at, id) where is_open and closed_at is not null and owner_id <> assignee_id;
create index activities_urgency on activities (urgency, id) where is_open;
create index activities_open on activities (created_at, id) include (urgency, deadline_on, closed_at, is_open) where is_open;
create index activities_open_deadline on activities (deadline_on, id) include (owner_id, assignee_id, closed_at) where is_open;
create index activities_closed on activities (ended_at, id)
  include (status, priority, topic_id, owner_id, assignee_id, deadline_on, is_measured) where not is_open;
create index activities_closed_created on activities (created_at, id) include (status, topic_id, is_measured) where not is_open;
create index activities_closed_deadline on activities (deadline_on, id)
  include (status, topic_id, assignee_id, punctuality, is_measured) where not is_open;

-- A verdict in the place of an absent person depends on who registered the absence; null where they did it themselves.
alter table absences add column registered_by_id integer references users (id);
update absences set registered_by_id = (
  select actor_id from admin_history
  where act = 'absence.add' and subject_kind = 'person' and subject_id = user_id::text and after ->> 'from' = from_on::text
  order by id desc limit 1
);
update absences set registered_by_id = null where registered_by_id = user_id;

-- Core makes the words of the search and writes them with the row. The words that are stored stay.
drop trigger if exists activities_words on activities;
drop trigger if exists activities_words_changed on activities;
drop trigger if exists comments_words on comments;
drop function if exists activity_adds_words, activity_changes_words, comment_changes_words, write_activity_words, activity_document,
  activity_marks;
alter table users alter column name_words drop expression if exists;
alter table topics alter column name_words drop expression if exists;
drop function if exists search_words, search_text;

-- Anybody asks for work under any topic, and who may assign it answers. An accepted request is the activity that came of it.
create table work_requests (
  id integer generated always as identity primary key,
  topic_id integer not null references topics (id),
  requester_id integer not null references users (id),
  text text not null,
  wanted_on date not null,
  created_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'withdrawn')),
  decided_by_id integer references users (id),
  decided_at timestamptz,
  reason text,
  activity_id integer unique references activities (id),
  -- When those who may answer were told once more.
  reminded_at timestamptz,
  constraint work_requests_decision_check check (num_nulls(decided_by_id, decided_at) = case state when 'open' then 2 else 0 end),
  constraint work_requests_reason_check check ((state = 'declined') = (reason is not null)),
  constraint work_requests_activity_check check ((state = 'accepted') = (activity_id is not null))
);
create index work_requests_open on work_requests (created_at, id) where state = 'open';
create index work_requests_requester on work_requests (requester_id, id);
alter table activities add column requester_id integer references users (id);
-- The images of a request become evidence of the activity that comes of it.
alter table images alter column activity_id drop not null, add column request_id integer references work_requests (id),
  add constraint images_place_check check (num_nonnulls(activity_id, request_id) > 0);
create index images_request on images (request_id) where request_id is not null;

-- What happens to a request is an event for webhooks too.
alter table webhook_deliveries add column request_id integer, drop constraint webhook_deliveries_check2,
  add constraint webhook_deliveries_cause_check check (num_nonnulls(history_id, request_id) = case act when 'test' then 0 else 1 end);
create function add_request_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, request_id, act, happened_at, next_try_at)
  select id, new.id, 'request' || initcap(new.state), happened_at, happened_at
  from webhooks cross join coalesce(new.decided_at, new.created_at) as happened_at
  where is_active and 'request' || initcap(new.state) = any(acts);
  return null;
end $$;
create trigger work_requests_webhooks after insert or update of state on work_requests
  for each row execute function add_request_deliveries();

-- Whom an administrative act or a request concerns finds it in their list. Such a notification has no activity.
alter table notifications alter column activity_id drop not null, add column admin_id bigint,
  add column request_id integer references work_requests (id),
  add constraint notifications_cause_check check (num_nonnulls(activity_id, admin_id, request_id) = 1);

-- Who had the address before another person's change of email can undo it; `used_at` blocks resets by mail until a Desarrollador allows them.
create table email_reversals (
  id uuid primary key,
  user_id integer not null references users,
  email text not null,
  token_hash bytea not null unique,
  blocks_resets boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_reversals_user on email_reversals (user_id);

-- When the person of a session last proved their identity: by the login, or by a confirmation since.
alter table sessions add column proved_at timestamptz;
update sessions set proved_at = created_at;
alter table sessions alter column proved_at set not null;

-- When notifications may reach a person, narrower than the company's: 'mon,tue 09:00-18:00' (`readWorkTime`).
alter table users add column work_time text;
create index users_work_time on users (work_time) where work_time is not null;

-- The responsible asks the owner for another date. The request ends with its answer, the delivery, or another responsible.
alter table activities add column requested_to date, add column request_reason text,
  add column requested_by_id integer references users (id),
  add constraint activities_request_check check (num_nulls(requested_to, request_reason, requested_by_id) in (0, 3));

-- A document stands beside the images and is kept byte for byte. It has pages in place of a width and a height.
alter table images alter column width drop not null, alter column height drop not null, add column pages smallint check (pages > 0),
  drop constraint images_media_type_check,
  add constraint images_media_type_check check (media_type in ('image/jpeg', 'image/png', 'application/pdf')),
  add constraint images_kind_check check (
    (media_type = 'application/pdf') = (pages is not null) and num_nulls(width, height) = case when pages is null then 0 else 2 end
  );

-- A seal of the fourth form covers its rows by the root of a tree, so that a path from one row to its seal shows nothing of the others.
alter table history_seals add column root bytea, drop constraint history_seals_form_check, drop constraint history_seals_range_check;
alter table history_seals add constraint history_seals_form_check check (form between 1 and 4),
  add constraint history_seals_range_check check ((form >= 3) = (after_id is not null) and after_id < through_id),
  add constraint history_seals_root_check check ((form = 4) = (root is not null));

-- An assistant of a person acts at /mcp, and WhatsApp is a chat.
alter table activity_history drop constraint activity_history_channel_check, add constraint activity_history_channel_check
  check (channel in ('web', 'terminal', 'slack', 'teams', 'whatsapp', 'assistant', 'system'));
alter table access_tokens drop constraint access_tokens_channel_check, add constraint access_tokens_channel_check
  check (channel in ('terminal', 'slack', 'teams', 'whatsapp'));
alter table access_tokens drop constraint access_tokens_scope_check, add constraint access_tokens_scope_check
  check (scope in ('read', 'write', 'assistant', 'import_people'));
alter table chat_link_requests drop constraint chat_link_requests_service_check, add constraint chat_link_requests_service_check
  check (service in ('slack', 'teams', 'whatsapp'));
-- The number of a WhatsApp account may be hidden; another one ends the link. One template a day is sent to it.
alter table chat_links drop constraint chat_links_service_check, add column phone text, add column template_on date,
  add constraint chat_links_service_check check (service in ('slack', 'teams', 'whatsapp'));
create table chat_link_codes (
  user_id integer primary key references users,
  code_hash bytea not null unique,
  is_notified_here boolean not null,
  expires_at timestamptz not null
);

-- The page of deliveries counts what was sent lately.
create index outbox_sent on outbox (sent_at) where sent_at is not null;
