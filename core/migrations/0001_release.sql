-- The schema of version 1.2.0, as its 74 migrations made it, but for what 0002 takes out. A database of 1.2.0 counts this file as applied
-- (`ADOPT` in server.sql.ts), and the rows of its backups are put back under this schema. So its tables keep their columns. What version 1.3.0
-- adds or changes goes into 0002. What 1.3.0 removes is deleted here too, and 0002 drops it with `if exists`. core/schema.sql shows the outcome.

-- `set search_path from current` keeps this path for functions, because a restore of pg_dump works with an empty one.
select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

create table users (
  id integer generated always as identity primary key,
  employee_number text not null unique check (employee_number <> ''),
  first_name text not null,
  last_name text not null,
  email text not null,
  level text not null,
  department text not null,
  position text not null,
  alias text,
  phone text,
  kind text not null default 'Usuario',
  is_active boolean not null default true,
  password_hash text,
  created_at timestamptz not null,
  privilege_lost_at timestamptz,
  name_words tsvector,
  manager_id integer references users,
  anonymised_at timestamptz,
  constraint users_manager_check check (manager_id <> id)
);
create index users_department on users (department) where is_active;
create unique index users_email_unique on users (lower(email));
create index users_first_administrator on users (created_at, id) where lower(kind) = 'desarrollador' and is_active;
create index users_manager on users (manager_id) where manager_id is not null;

create table topics (
  id integer generated always as identity primary key,
  name text not null,
  name_key text not null unique,
  description text,
  department text not null,
  created_at timestamptz not null,
  name_words tsvector
);
create index topics_department on topics (department);

create table activity_templates (
  id integer generated always as identity primary key,
  topic_id integer not null references topics,
  description text not null,
  description_key text not null,
  days integer not null check (days >= 0),
  priority text not null check (priority in ('normal', 'high', 'critical')),
  repeats text check (repeats in ('week', 'month', 'year')),
  checklist jsonb not null,
  minimum_images smallint not null check (minimum_images >= 0),
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index activity_templates_current on activity_templates (topic_id, md5(description_key)) where retired_at is null;

create table activities (
  id integer generated always as identity primary key,
  owner_id integer not null references users,
  assignee_id integer not null references users,
  topic_id integer not null references topics,
  description text not null check (description <> ''),
  description_key text not null,
  status text not null default 'not_started'
    check (status in ('not_started', 'in_progress', 'on_pause', 'completed', 'verified', 'canceled')),
  priority text not null check (priority in ('normal', 'high', 'critical')),
  created_at timestamptz not null,
  due_on date not null,
  extended_to date,
  extension_reason text,
  deadline_on date generated always as (coalesce(extended_to, due_on)) stored,
  started_at timestamptz,
  closed_at timestamptz,
  verified_at timestamptz,
  canceled_at timestamptz,
  resolution text,
  repeats text check (repeats in ('week', 'month', 'year')),
  series_starts_on date not null,
  occurrence integer not null default 0 check (occurrence >= 0),
  predecessor_id integer unique references activities,
  ended_at timestamptz generated always as (coalesce(verified_at, canceled_at)) stored,
  rejected_at timestamptz,
  batch_id uuid,
  last_act_on date not null default current_date,
  checklist jsonb,
  minimum_images smallint not null default 0,
  template_id integer references activity_templates,
  constraint activities_check check ((extended_to is null) = (extension_reason is null)),
  constraint activities_check1 check (extended_to is null or extended_to >= due_on),
  constraint activities_check2 check (status = 'not_started' or status = 'canceled' or started_at is not null),
  constraint activities_check3 check ((status in ('completed', 'verified')) <= (closed_at is not null and resolution is not null)),
  constraint activities_check4 check ((status in ('in_progress', 'on_pause', 'not_started')) <= (closed_at is null)),
  constraint activities_check5 check ((status = 'verified') = (verified_at is not null)),
  constraint activities_check6 check ((status = 'canceled') = (canceled_at is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index activities_batch on activities (batch_id) where batch_id is not null;
create index activities_topic on activities (topic_id);

create table comments (
  id integer generated always as identity primary key,
  activity_id integer not null references activities,
  author_id integer not null references users,
  body text not null check (body <> ''),
  written_at timestamptz not null,
  canceled_at timestamptz,
  captured_at timestamptz
);
create index comments_activity on comments (activity_id, written_at) where canceled_at is null;

create table images (
  id uuid primary key,
  activity_id integer not null references activities,
  uploaded_by_id integer not null references users,
  name text not null,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  sha256 text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  position smallint not null,
  uploaded_at timestamptz not null,
  file_id uuid,
  withdrawn_at timestamptz,
  captured_at timestamptz,
  captured_sha256 text
);
create index images_activity on images (activity_id, uploaded_at);

create table activity_imports (
  activity_id integer primary key references activities,
  key text not null unique,
  file_name text not null,
  sheet text not null,
  row_number integer not null,
  imported_at timestamptz not null
);

create table activity_history (
  id bigint generated always as identity primary key,
  activity_id integer not null references activities,
  act text not null,
  actor_id integer references users,
  channel text not null check (channel in ('web', 'terminal', 'slack', 'teams', 'system')),
  at timestamptz not null,
  from_status text,
  to_status text not null,
  note text,
  facts jsonb,
  recorded_at timestamptz,
  is_loaded boolean
);
create index activity_history_activity on activity_history (activity_id, id);
create index activity_history_verdicts on activity_history (activity_id, id)
  include (act, at)
  where act in ('complete', 'approve', 'reject');

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin raise exception 'activity_history is append-only'; end $$;

create function note_topic_news() returns trigger language plpgsql as $$
begin
  insert into topic_news (topic_channel_id, activity_id, kind, happened_at)
  select channel.id, new.activity_id, said.kind, new.at
  from activities
  join topic_channels channel on channel.topic_id = activities.topic_id
  cross join lateral (select case
    when new.act in ('register', 'repeat', 'reassign') and owner_id <> assignee_id then 'assigned'
    when new.act in ('complete', 'approve') and new.to_status = 'verified' then 'verified'
    when new.act = 'complete' then 'completed'
    when new.act = 'reject' then 'rejected'
    when new.act = 'cancel' then 'canceled'
  end as kind) said
  where activities.id = new.activity_id and said.kind is not null;
  return null;
end $$;

create function refuse_unissued_number() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  sequence text := pg_get_serial_sequence(format('%I.%I', tg_table_schema, tg_table_name), 'id');
begin
  if new.id not between 1 and coalesce(pg_sequence_last_value(sequence::regclass), 0) then
    raise exception '%: its sequence did not issue number %', tg_table_name, new.id;
  end if;
  return new;
end $$;

create function stamp_history() returns trigger language plpgsql as $$
begin
  new.recorded_at := clock_timestamp();
  new.is_loaded := coalesce(current_setting('bitacora.loading', true), '') = 'on';
  if new.is_loaded and exists (select from history_seals where source = 'activity_history') then
    raise exception 'activity_history is loaded only before its first seal';
  end if;
  return new;
end $$;

create function tell_activity_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('activity_changed', id || ':' || owner_id || ':' || assignee_id) from activities where id = new.activity_id;
  return null;
end $$;

create function tell_chat_cards() returns trigger language plpgsql as $$
begin
  insert into chat_card_changes (card_id, history_id, changed_at)
  select card_id, new.id, new.at from chat_card_activities where activity_id = new.activity_id
  union
  select home.id, new.id, new.at
  from activities
  cross join lateral (
    select unnest(array[owner_id, assignee_id]) as user_id
    union
    select substitute_id from absences where absences.user_id in (owner_id, assignee_id)
  ) reader
  join chat_links link on link.user_id = reader.user_id
  join chat_cards home on home.chat_link_id = link.id and home.message = 'home'
  where activities.id = new.activity_id
  on conflict do nothing;
  return null;
end $$;

create function add_webhook_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook_id, history_id, activity_id, act, happened_at, next_try_at)
  select id, new.id, new.activity_id, new.act, new.at, new.at from webhooks where is_active and new.act = any(acts);
  return null;
end $$;

create trigger activity_history_append_only before delete or update or truncate on activity_history for each statement
  execute function refuse_change_of_history();
create trigger activity_history_notes_topic_news after insert on activity_history
  for each row when (new.act in ('register', 'repeat', 'reassign', 'complete', 'approve', 'reject', 'cancel'))
  execute function note_topic_news();
create trigger activity_history_number before insert on activity_history for each row execute function refuse_unissued_number();
create trigger activity_history_stamp before insert on activity_history for each row execute function stamp_history();
create trigger activity_history_tells after insert on activity_history for each row execute function tell_activity_changed();
create trigger activity_history_tells_chat_cards after insert on activity_history for each row execute function tell_chat_cards();
create trigger activity_history_webhooks after insert on activity_history for each row execute function add_webhook_deliveries();

create table absences (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  substitute_id integer not null references users,
  from_on date not null,
  to_on date not null,
  created_at timestamptz not null,
  constraint absences_range_check check (from_on <= to_on),
  constraint absences_substitute_check check (substitute_id <> user_id)
);
create index absences_substitute on absences (substitute_id, to_on);
create index absences_user on absences (user_id, to_on);

create table chat_links (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  service text not null check (service in ('slack', 'teams')),
  workspace text not null,
  chat_user_id text not null,
  display_name text not null,
  linked_at timestamptz not null,
  conversation text,
  unique (service, workspace, chat_user_id)
);
create index chat_links_user on chat_links (user_id);

create table access_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  secret_hash bytea not null unique,
  prefix text not null,
  name text not null,
  scope text not null check (scope in ('read', 'write', 'import_people')),
  channel text not null check (channel in ('terminal', 'slack', 'teams')),
  chat_link_id integer references chat_links on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  constraint access_tokens_check check ((channel = 'terminal') = (chat_link_id is null))
);
create index access_tokens_chat_link on access_tokens (chat_link_id);
create index access_tokens_user on access_tokens (user_id);

create table activity_words (
  activity_id integer primary key references activities on delete cascade,
  words tsvector not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table activity_words alter column words set statistics 300;
create index activity_words_words on activity_words using gin (words, (array[activity_id / 20000])) with (gin_pending_list_limit='256');

create function words_change_vocabulary() returns trigger language plpgsql as $$
declare
  fresh text[];
begin
  if tg_op = 'INSERT' then
    fresh := tsvector_to_array(new.words);
  else
    fresh := tsvector_to_array(ts_delete(new.words, tsvector_to_array(old.words)));
  end if;
  insert into public.search_vocabulary
    select word from unnest(fresh) as added (word)
    where word collate "C" >= ':' and not exists (select from public.search_vocabulary known where known.word = added.word);
  return null;
end $$;

create trigger activity_words_vocabulary after insert or update on activity_words for each row execute function words_change_vocabulary();

create table admin_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id integer,
  actor_name text,
  act text not null,
  subject_kind text not null,
  subject_id text,
  subject text,
  before jsonb,
  after jsonb,
  address text,
  channel text not null
);
create index admin_history_act on admin_history (act, id);
create index admin_history_actor on admin_history (actor_id, id);
create index admin_history_at on admin_history (at);
create index admin_history_subject on admin_history (subject_kind, subject_id, id);

create function record_backup(operator text, facts jsonb) returns void language sql security definer set search_path from current as $$
insert into admin_history (actor_name, act, subject_kind, after, channel) values (operator, 'system.backUp', 'system', facts, 'admin')
$$;
revoke execute on function record_backup(text,jsonb) from public;

create function refuse_change_of_admin_history() returns trigger language plpgsql as $$
begin raise exception 'admin_history is append-only'; end $$;

create function stamp_admin_history() returns trigger language plpgsql as $$
begin new.at := clock_timestamp(); return new; end $$;

create trigger admin_history_append_only before delete or update or truncate on admin_history for each statement
  execute function refuse_change_of_admin_history();
create trigger admin_history_number before insert on admin_history for each row execute function refuse_unissued_number();
create trigger admin_history_stamp before insert on admin_history for each row execute function stamp_admin_history();

create table announcement_preferences (
  user_id integer not null references users,
  kind text not null,
  by_email boolean not null,
  by_chat boolean not null,
  chosen_at timestamptz,
  by_push boolean not null default false,
  primary key (user_id, kind)
);

create table answered_requests (
  user_id integer not null references users,
  key text not null,
  fingerprint text not null,
  reply jsonb,
  created_at timestamptz not null,
  kept_days smallint not null default 1,
  primary key (user_id, key)
);
create index answered_requests_age on answered_requests (created_at);

create table calendar_feeds (
  user_id integer primary key references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  read_at timestamptz
);

create table chat_cards (
  id bigint generated always as identity primary key,
  chat_link_id integer not null references chat_links on delete cascade,
  conversation text not null,
  message text not null,
  press jsonb not null,
  posted_at timestamptz not null,
  claim uuid,
  next_try_at timestamptz,
  tries integer not null default 0
);
create index chat_cards_home on chat_cards (chat_link_id) where message = 'home';
create unique index chat_cards_message on chat_cards (chat_link_id, md5(conversation), message);
create index chat_cards_posted on chat_cards (posted_at);

create table chat_card_activities (
  activity_id integer not null references activities,
  card_id bigint not null references chat_cards on delete cascade,
  primary key (activity_id, card_id)
);
create index chat_card_activities_card on chat_card_activities (card_id);

create table chat_card_changes (
  card_id bigint not null,
  history_id bigint not null,
  changed_at timestamptz not null,
  claim uuid,
  primary key (card_id, history_id)
);
create index chat_card_changes_history on chat_card_changes (history_id);

create table chat_link_requests (
  code_hash bytea primary key,
  service text not null check (service in ('slack', 'teams')),
  workspace text not null,
  chat_user_id text not null,
  display_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  conversation text,
  unique (service, workspace, chat_user_id)
);

create table chat_summaries (
  user_id integer primary key references users,
  chat_link_id integer not null references chat_links on delete cascade,
  conversation text not null,
  display_name text not null,
  chosen_at timestamptz not null,
  told_unsent_at timestamptz
);
create index chat_summaries_link on chat_summaries (chat_link_id);

create table topic_channels (
  id integer generated always as identity primary key,
  topic_id integer not null references topics,
  user_id integer not null references users,
  chat_link_id integer references chat_links on delete set null,
  service text not null,
  conversation text not null,
  display_name text not null,
  started_at timestamptz not null
);
create index topic_channels_link on topic_channels (chat_link_id);
create unique index topic_channels_place on topic_channels (topic_id, service, md5(conversation));
create index topic_channels_user on topic_channels (user_id);

create table chat_tasks (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('greet', 'summarize', 'unsent', 'mailStopped', 'topicNews')),
  chat_link_id integer not null references chat_links on delete cascade,
  conversation text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  next_try_at timestamptz,
  claimed_until timestamptz,
  is_uncertain boolean not null default false,
  tries integer not null default 0,
  topic_channel_id integer references topic_channels on delete cascade
);
create index chat_tasks_due on chat_tasks (next_try_at) where next_try_at is not null;
create index chat_tasks_link on chat_tasks (chat_link_id);
create index chat_tasks_topic_channel on chat_tasks (topic_channel_id) where topic_channel_id is not null;

create table company_accounts (
  issuer text not null,
  subject text not null,
  user_id integer not null references users,
  email text not null,
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);

create table device_authorizations (
  device_code_hash bytea primary key,
  user_code_hash bytea not null unique,
  machine text not null,
  device_grant text not null check (device_grant in ('read', 'write', 'session')),
  requested_by_id integer references users,
  address text,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  polled_at timestamptz,
  is_approved boolean,
  answered_by_id integer references users
);
create index device_authorizations_expires_at_idx on device_authorizations (expires_at);

-- 0002 reads it, and drops it.
create table due_work_zone (
  id boolean default true primary key check (id),
  zone text not null
);

create table email_changes (
  id uuid primary key,
  user_id integer not null unique references users,
  email text not null,
  token_hash bytea not null unique,
  requested_by_id integer not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table history_baselines (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('activity', 'complete', 'witness', 'clock', 'redaction')),
  activity_id integer unique references activities,
  through_id bigint not null,
  facts jsonb not null,
  at timestamptz not null,
  constraint history_baselines_check check ((kind = 'activity') = (activity_id is not null))
);
create unique index history_baselines_complete on history_baselines (kind) where kind = 'complete';
create index history_baselines_redactions on history_baselines (id) where kind = 'redaction';

create function refuse_change_of_baselines() returns trigger language plpgsql as $$
begin raise exception 'history_baselines is append-only'; end $$;

create function stamp_baseline() returns trigger language plpgsql as $$
begin
  if new.kind = 'activity' and exists (select from history_baselines where kind = 'complete') then
    raise exception 'history_baselines is complete';
  end if;
  new.at := clock_timestamp();
  return new;
end $$;

create trigger history_baselines_append_only before delete or update or truncate on history_baselines for each statement
  execute function refuse_change_of_baselines();
create trigger history_baselines_number before insert on history_baselines for each row execute function refuse_unissued_number();
create trigger history_baselines_stamp before insert on history_baselines for each row execute function stamp_baseline();

create table history_seals (
  id integer generated always as identity primary key,
  through_id bigint not null,
  rows integer not null check (rows > 0),
  seal bytea not null,
  sealed_at timestamptz not null,
  form smallint not null default 1 check (form in (1, 2, 3)),
  source text not null default 'activity_history' check (source in ('activity_history', 'admin_history', 'history_baselines')),
  after_id bigint,
  constraint history_seals_range_check check ((form = 3) = (after_id is not null) and after_id < through_id)
);
create index history_seals_range on history_seals (source, through_id);
create index history_seals_time on history_seals (sealed_at);

create function newest_number(source text) returns bigint language plpgsql stable as $$
declare newest bigint;
begin
  execute format('select max(id) from %I', source) into newest;
  return greatest(newest, pg_sequence_last_value(pg_get_serial_sequence(source, 'id')::regclass), 0);
end $$;

create function seals_at_most() returns integer language sql stable as $$
select least(2 * (newest_number('activity_history')::numeric + newest_number('admin_history') + newest_number('history_baselines')) + 1000,
  2147483646)::integer
$$;

create function sealed_through(source text) returns bigint language sql stable as $$
select coalesce(max(through_id), 0) from history_seals seal
where seal.source = sealed_through.source and through_id <= newest_number(sealed_through.source) and id <= (select seals_at_most())
$$;

create function refuse_change_of_seals() returns trigger language plpgsql as $$
begin raise exception 'history_seals is append-only'; end $$;

create function check_seal() returns trigger language plpgsql as $$
declare
  before_id integer;
  before_form smallint;
  begins_after bigint := coalesce(new.after_id, sealed_through(new.source));
  last_id bigint;
  row_count bigint;
begin
  select id, form into before_id, before_form from history_seals where id <= seals_at_most() order by id desc limit 1;
  if new.form < before_form then raise exception 'history_seals is in form %', before_form; end if;
  if new.form > 1 and abs(extract(epoch from new.sealed_at - clock_timestamp())) > 60 then
    raise exception 'history_seals: sealed_at is not the present';
  end if;
  if begins_after <> 0 and not exists (select from history_seals where source = new.source and through_id = begins_after) then
    raise exception 'history_seals: no seal of % ends at %', new.source, begins_after;
  end if;
  execute format('select max(id), count(*) from %I where ($1 = 0 or id > $1) and id <= $2', new.source)
    into last_id, row_count using begins_after, new.through_id;
  if last_id is distinct from new.through_id or row_count <> new.rows then
    raise exception 'history_seals: no % rows of % end at %', new.rows, new.source, new.through_id;
  end if;
  new.id := coalesce(before_id, 0) + 1;
  return new;
end $$;

create trigger history_seals_append_only before delete or update or truncate on history_seals for each statement
  execute function refuse_change_of_seals();
create trigger history_seals_check before insert on history_seals for each row execute function check_seal();

create table holidays (
  day date primary key,
  name text not null check (name <> '')
);
-- Mexico's days of rest for twenty years (LFT, article 74): some move to a Monday, and a president takes office every six years. Election days
-- have no rule. Administrators change the rows from there. When the law changes, the years to come are a migration of their own.
insert into holidays (day, name)
  select case when moves then first + (8 - extract(isodow from first)::integer) % 7 else first end, name
  from generate_series(2026, 2046) as year
  cross join (values
    (1, 1, false, 'Año Nuevo'),
    (2, 1, true, 'Día de la Constitución'),
    (3, 15, true, 'Natalicio de Benito Juárez'),
    (5, 1, false, 'Día del Trabajo'),
    (9, 16, false, 'Día de la Independencia'),
    (10, 1, false, 'Transmisión del Poder Ejecutivo Federal'),
    (11, 15, true, 'Día de la Revolución'),
    (12, 25, false, 'Navidad')
  ) as rule (month, day, moves, name)
  cross join lateral make_date(year, month, day) as first
  where month <> 10 or year % 6 = 2;

create table import_answers (
  kind text not null check (kind in ('column', 'person', 'topic', 'state', 'priority')),
  said text not null,
  answer jsonb not null,
  answered_at timestamptz not null,
  primary key (kind, said)
);

create table installation (
  key text primary key,
  value jsonb not null
);

create function note_backup(made_at timestamptz) returns void language sql security definer set search_path from current as $$
insert into installation (key, value) values ('backupAt', to_jsonb(made_at))
on conflict (key) do update set value = excluded.value
$$;
revoke execute on function note_backup(timestamptz) from public;

create function note_restore_drill(drill jsonb) returns void language sql security definer set search_path from current as $$
insert into installation (key, value) values ('restoreDrill', drill)
on conflict (key) do update set value = excluded.value
$$;
revoke execute on function note_restore_drill(jsonb) from public;

create table known_devices (
  secret_hash bytea not null,
  user_id integer not null references users,
  seen_at timestamptz not null,
  trusted_until timestamptz,
  primary key (secret_hash, user_id)
);
create index known_devices_user on known_devices (user_id, seen_at);

create table known_networks (
  network text primary key,
  seen_at timestamptz not null
);

create table list_sizes (
  user_id integer not null references users,
  screen text not null,
  size smallint check (size >= 1 and size <= 200),
  primary key (user_id, screen)
);

create unlogged table login_delays (
  account_hash bytea primary key,
  failures integer not null,
  tried_at timestamptz not null
);
create index login_delays_tried on login_delays (tried_at);

create table notifications (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  recipient_id integer not null references users,
  activity_id integer not null references activities,
  deadline_on date,
  history_id bigint,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_comments on notifications (history_id) where kind = 'commented';
create index notifications_recipient on notifications (recipient_id, id desc);
create index notifications_unread on notifications (recipient_id, activity_id) where read_at is null;

create function publish_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notifications_changed', new.recipient_id::text);
  return null;
end $$;

create trigger notifications_published after insert or update of read_at on notifications
  for each row execute function publish_notification();

create table outbox (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  recipient_id integer not null references users,
  activity_id integer references activities,
  facts jsonb not null default '{}'::jsonb,
  created_at timestamptz not null,
  next_try_at timestamptz,
  tries integer not null default 0,
  claimed_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  channel text not null default 'email' check (channel in ('email', 'chat', 'push')),
  letter uuid,
  uncertain_tries integer not null default 0,
  deadline_on date,
  expires_at timestamptz not null default now() + '7 days'::interval,
  failure text check (failure in ('refused', 'unknown', 'expired', 'overtaken')),
  instead_of_chat boolean not null default false,
  awaits_server boolean not null default false,
  first_due_at timestamptz
);
create index outbox_awaiting_server on outbox (next_try_at) where awaits_server and sent_at is null and failed_at is null;
create index outbox_deadlines on outbox (activity_id, deadline_on, kind, recipient_id, channel)
  where kind in ('dueSoon', 'dueTomorrow', 'overdue');
create index outbox_due on outbox (channel, next_try_at) where sent_at is null and failed_at is null;
create index outbox_failed on outbox (failed_at) where failed_at is not null;
create index outbox_letter on outbox (letter) where letter is not null;
create index outbox_stuck on outbox (channel, expires_at) where sent_at is null and failed_at is null and next_try_at > expires_at;
create index outbox_tokens on outbox (channel, next_try_at)
  where (kind in ('invitation', 'passwordReset')) and sent_at is null and failed_at is null;
create index outbox_untold on outbox (recipient_id) where letter is null and sent_at is null and failed_at is null;

create table password_exceptions (
  user_id integer primary key references users,
  expires_at timestamptz not null
);

create table password_resets (
  id uuid primary key,
  user_id integer not null unique references users,
  token_hash bytea not null,
  wrong_tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  is_mailed boolean not null default true
);

create table profile_photos (
  user_id integer primary key references users,
  image_id uuid not null unique,
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  sha256 text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamptz not null
);

create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id integer not null references users,
  session_id_hash bytea not null,
  endpoint text not null unique,
  public_key text not null,
  auth_secret text not null,
  created_at timestamptz not null
);
create index push_subscriptions_session on push_subscriptions (session_id_hash);
create index push_subscriptions_user on push_subscriptions (user_id);

create unlogged table rate_limits (
  key character varying(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create table second_factors (
  user_id integer primary key references users on delete cascade,
  sealed_secret bytea not null,
  begun_at timestamptz not null,
  confirmed_at timestamptz,
  used_step integer not null default 0,
  sealed_replacement bytea
);

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references second_factors(user_id) on delete cascade
);

create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  screen text not null,
  name text not null check (name <> ''),
  name_key text not null,
  query text not null,
  created_at timestamptz not null,
  unique (user_id, screen, name_key)
);

create table seal_witnesses (
  day date not null,
  kind text not null check (kind in ('mail', 'stamp')),
  seal_id integer not null,
  head text not null,
  next_try_at timestamptz not null,
  tries integer not null default 0,
  done_at timestamptz,
  token bytea,
  last_error text,
  primary key (day, kind)
);

create table search_vocabulary (
  word text collate "C" not null
);
create index search_vocabulary_word on search_vocabulary (word);

create table sessions (
  id_hash bytea primary key,
  user_id integer not null references users,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  id integer generated always as identity unique,
  user_agent text,
  address text,
  issuer text,
  has_second_factor boolean not null default false
);
create index sessions_user on sessions (user_id, created_at);

create table snoozed_reminders (
  user_id integer not null references users,
  activity_id integer not null references activities on delete cascade,
  remind_on date not null,
  primary key (user_id, activity_id)
);
create index snoozed_reminders_activity on snoozed_reminders (activity_id);
create index snoozed_reminders_day on snoozed_reminders (remind_on);

create table sweeps (
  due_at timestamptz primary key,
  swept_at timestamptz not null,
  announced_count integer not null
);

create table topic_assignments (
  id integer generated always as identity primary key,
  topic_id integer not null references topics,
  user_id integer not null references users,
  created_at timestamptz not null,
  unique (topic_id, user_id)
);
create index topic_assignments_user on topic_assignments (user_id);

create table topic_news (
  id bigint generated always as identity primary key,
  topic_channel_id integer not null references topic_channels on delete cascade,
  activity_id integer not null references activities on delete cascade,
  kind text not null check (kind in ('assigned', 'completed', 'verified', 'rejected', 'canceled', 'late')),
  deadline_on date,
  happened_at timestamptz not null,
  task_id bigint references chat_tasks on delete cascade
);
create index topic_news_activity on topic_news (activity_id);
create index topic_news_channel on topic_news (topic_channel_id, happened_at) where task_id is null;
create unique index topic_news_late on topic_news (topic_channel_id, activity_id, deadline_on) where kind = 'late';
create index topic_news_task on topic_news (task_id);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id integer not null,
  message_id uuid not null default gen_random_uuid(),
  history_id bigint,
  activity_id integer,
  act text not null,
  happened_at timestamptz not null,
  body text,
  tries integer not null default 0,
  next_try_at timestamptz,
  claimed_until timestamptz,
  tried_at timestamptz,
  delivered_at timestamptz,
  failed_at timestamptz,
  last_status integer,
  failure text check (failure in ('status', 'redirect', 'timeout', 'private', 'connection', 'unsigned')),
  answer text,
  resent_at timestamptz,
  constraint webhook_deliveries_check check (num_nonnulls(delivered_at, failed_at) < 2),
  constraint webhook_deliveries_check1 check ((next_try_at is null) = (delivered_at is not null or failed_at is not null)),
  constraint webhook_deliveries_check2 check ((history_id is null) = (act = 'test')),
  constraint webhook_deliveries_check3 check ((history_id is null) = (activity_id is null))
);
create index webhook_deliveries_age on webhook_deliveries (happened_at);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_try_at, id) where next_try_at is not null;
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where failed_at is not null;
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, id);

create table webhooks (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  url text not null check (url ~~ 'https://%'),
  acts text[] not null check (cardinality(acts) > 0),
  has_comments boolean not null default false,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_until timestamptz,
  is_active boolean not null default true,
  disabled_at timestamptz,
  disabling_reason text check (disabling_reason in ('gone', 'failing')),
  failing_since timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  activated_at timestamptz,
  constraint webhooks_check check ((sealed_previous_secret is null) = (previous_until is null)),
  constraint webhooks_check1 check ((disabled_at is null) = (disabling_reason is null)),
  constraint webhooks_check2 check (disabled_at is null or not is_active)
);

create table weekly_reports (
  week_from date primary key,
  figures jsonb not null,
  workbook bytea
);
