-- What the migrations make of an empty database, table by table. "npm run schema" writes it, "npm run check" compares it, nothing runs it.

create table absences (
  id integer generated always as identity,
  user_id integer not null,
  substitute_id integer not null,
  from_on date not null,
  to_on date not null,
  created_at timestamp with time zone not null,
  registered_by_id integer,
  constraint absences_pkey PRIMARY KEY (id),
  constraint absences_range_check CHECK (from_on <= to_on),
  constraint absences_substitute_check CHECK (substitute_id <> user_id),
  constraint absences_registered_by_id_fkey FOREIGN KEY (registered_by_id) REFERENCES users(id),
  constraint absences_substitute_id_fkey FOREIGN KEY (substitute_id) REFERENCES users(id),
  constraint absences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX absences_substitute ON absences USING btree (substitute_id, to_on);
CREATE INDEX absences_user ON absences USING btree (user_id, to_on);

create table access_tokens (
  id integer generated always as identity,
  user_id integer not null,
  secret_hash bytea not null,
  prefix text not null,
  name text not null,
  scope text not null,
  channel text not null,
  chat_link_id integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint access_tokens_pkey PRIMARY KEY (id),
  constraint access_tokens_secret_hash_key UNIQUE (secret_hash),
  constraint access_tokens_channel_check CHECK (channel = ANY (ARRAY['terminal'::text, 'slack'::text, 'teams'::text, 'whatsapp'::text])),
  constraint access_tokens_check CHECK ((channel = 'terminal'::text) = (chat_link_id IS NULL)),
  constraint access_tokens_scope_check CHECK (scope = ANY (ARRAY['read'::text, 'write'::text, 'assistant'::text, 'import_people'::text])),
  constraint access_tokens_chat_link_id_fkey FOREIGN KEY (chat_link_id) REFERENCES chat_links(id) ON DELETE CASCADE,
  constraint access_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX access_tokens_chat_link ON access_tokens USING btree (chat_link_id);
CREATE INDEX access_tokens_user ON access_tokens USING btree (user_id);

create table activities (
  id integer generated always as identity,
  owner_id integer not null,
  assignee_id integer not null,
  topic_id integer not null,
  description text not null,
  description_key text not null,
  status text default 'not_started'::text not null,
  priority text not null,
  created_at timestamp with time zone not null,
  due_on date not null,
  extended_to date,
  extension_reason text,
  deadline_on date generated always as (COALESCE(extended_to, due_on)) stored,
  started_at timestamp with time zone,
  closed_at timestamp with time zone,
  verified_at timestamp with time zone,
  canceled_at timestamp with time zone,
  resolution text,
  repeats text,
  series_starts_on date not null,
  occurrence integer default 0 not null,
  predecessor_id integer,
  ended_at timestamp with time zone generated always as (COALESCE(verified_at, canceled_at)) stored,
  rejected_at timestamp with time zone,
  batch_id uuid,
  last_act_on date default CURRENT_DATE not null,
  checklist jsonb,
  minimum_images smallint default 0 not null,
  template_id integer,
  closed_on date,
  imported_at timestamp with time zone,
  first_due_on date,
  is_open boolean generated always as (status <> ALL (ARRAY['verified'::text, 'canceled'::text])) stored not null,
  is_measured boolean generated always as ((closed_at <= imported_at) IS NOT TRUE) stored not null,
  punctuality text generated always as (
CASE
    WHEN canceled_at IS NOT NULL OR closed_at <= imported_at THEN NULL::text
    WHEN closed_on IS NULL THEN 'undelivered'::text
    WHEN closed_on <= COALESCE(first_due_on, due_on) THEN 'onTime'::text
    WHEN closed_on <= COALESCE(extended_to, due_on) THEN 'onTimeExtended'::text
    ELSE 'late'::text
END) stored,
  urgency integer generated always as (
CASE
    WHEN verified_at IS NOT NULL OR canceled_at IS NOT NULL THEN 3
    WHEN closed_at IS NOT NULL THEN 2
    ELSE 1
END * 10000000 + (COALESCE(extended_to, due_on) - '2000-01-01'::date)) stored not null,
  own_urgency integer generated always as (
CASE
    WHEN verified_at IS NOT NULL OR canceled_at IS NOT NULL THEN 3
    WHEN closed_at IS NOT NULL THEN 2
    WHEN rejected_at IS NOT NULL THEN 0
    ELSE 1
END * 10000000 + (COALESCE(extended_to, due_on) - '2000-01-01'::date)) stored not null,
  repeat_until date,
  series_id integer,
  succession text,
  requester_id integer,
  requested_to date,
  request_reason text,
  requested_by_id integer,
  constraint activities_pkey PRIMARY KEY (id),
  constraint activities_predecessor_id_key UNIQUE (predecessor_id),
  constraint activities_check CHECK ((extended_to IS NULL) = (extension_reason IS NULL)),
  constraint activities_check1 CHECK (extended_to IS NULL OR extended_to >= due_on),
  constraint activities_check2 CHECK (status = 'not_started'::text OR status = 'canceled'::text OR started_at IS NOT NULL),
  constraint activities_check3 CHECK ((status = ANY (ARRAY['completed'::text, 'verified'::text])) <= (closed_at IS NOT NULL AND resolution IS NOT NULL)),
  constraint activities_check4 CHECK ((status = ANY (ARRAY['in_progress'::text, 'on_pause'::text, 'not_started'::text])) <= (closed_at IS NULL)),
  constraint activities_check5 CHECK ((status = 'verified'::text) = (verified_at IS NOT NULL)),
  constraint activities_check6 CHECK ((status = 'canceled'::text) = (canceled_at IS NOT NULL)),
  constraint activities_description_check CHECK (description <> ''::text),
  constraint activities_occurrence_check CHECK (occurrence >= 0),
  constraint activities_priority_check CHECK (priority = ANY (ARRAY['normal'::text, 'high'::text, 'critical'::text])),
  constraint activities_repeats_check CHECK (repeats = ANY (ARRAY['day'::text, 'weekday'::text, 'week'::text, 'two_weeks'::text, 'month'::text, 'two_months'::text, 'quarter'::text, 'half_year'::text, 'year'::text])),
  constraint activities_request_check CHECK (num_nulls(requested_to, request_reason, requested_by_id) = ANY (ARRAY[0, 3])),
  constraint activities_status_check CHECK (status = ANY (ARRAY['not_started'::text, 'in_progress'::text, 'on_pause'::text, 'completed'::text, 'verified'::text, 'canceled'::text])),
  constraint activities_succession_check CHECK (succession = ANY (ARRAY['registered'::text, 'ended'::text])),
  constraint activities_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES users(id),
  constraint activities_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint activities_predecessor_id_fkey FOREIGN KEY (predecessor_id) REFERENCES activities(id),
  constraint activities_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id),
  constraint activities_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id),
  constraint activities_template_id_fkey FOREIGN KEY (template_id) REFERENCES activity_templates(id),
  constraint activities_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topics(id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
CREATE INDEX activities_assignee ON activities USING btree (assignee_id, is_open, id);
CREATE INDEX activities_assignee_urgency ON activities USING btree (assignee_id, own_urgency, id) WHERE is_open;
CREATE INDEX activities_awaiting ON activities USING btree (owner_id, closed_at, id) WHERE is_open AND closed_at IS NOT NULL AND owner_id <> assignee_id;
CREATE INDEX activities_batch ON activities USING btree (batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX activities_closed ON activities USING btree (ended_at, id) INCLUDE (status, priority, topic_id, owner_id, assignee_id, deadline_on, is_measured) WHERE NOT is_open;
CREATE INDEX activities_closed_created ON activities USING btree (created_at, id) INCLUDE (status, topic_id, is_measured) WHERE NOT is_open;
CREATE INDEX activities_closed_deadline ON activities USING btree (deadline_on, id) INCLUDE (status, topic_id, assignee_id, punctuality, is_measured) WHERE NOT is_open;
CREATE INDEX activities_open ON activities USING btree (created_at, id) INCLUDE (urgency, deadline_on, closed_at, is_open) WHERE is_open;
CREATE INDEX activities_open_deadline ON activities USING btree (deadline_on, id) INCLUDE (owner_id, assignee_id, closed_at) WHERE is_open;
CREATE UNIQUE INDEX activities_open_duplicate ON activities USING btree (assignee_id, topic_id, md5(description_key)) WHERE is_open AND succession IS DISTINCT FROM 'registered'::text;
CREATE INDEX activities_open_repeated ON activities USING btree (assignee_id, topic_id) WHERE is_open AND succession = 'registered'::text;
CREATE INDEX activities_owner_closed ON activities USING btree (owner_id, created_at, id) INCLUDE (status, priority, topic_id, assignee_id, deadline_on, is_measured) WHERE NOT is_open;
CREATE INDEX activities_owner_open ON activities USING btree (owner_id, created_at, id) WHERE is_open;
CREATE INDEX activities_series ON activities USING btree (series_id) WHERE series_id IS NOT NULL;
CREATE INDEX activities_succession ON activities USING btree (id, due_on) WHERE repeats IS NOT NULL AND succession IS NULL;
CREATE INDEX activities_topic ON activities USING btree (topic_id);
CREATE INDEX activities_urgency ON activities USING btree (urgency, id) WHERE is_open;

create table activity_history (
  id bigint generated always as identity,
  activity_id integer not null,
  act text not null,
  actor_id integer,
  channel text not null,
  at timestamp with time zone not null,
  from_status text,
  to_status text not null,
  note text,
  facts jsonb,
  recorded_at timestamp with time zone,
  is_loaded boolean,
  constraint activity_history_pkey PRIMARY KEY (id),
  constraint activity_history_channel_check CHECK (channel = ANY (ARRAY['web'::text, 'terminal'::text, 'slack'::text, 'teams'::text, 'whatsapp'::text, 'assistant'::text, 'system'::text])),
  constraint activity_history_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint activity_history_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id)
);
CREATE INDEX activity_history_activity ON activity_history USING btree (activity_id, id);
CREATE INDEX activity_history_verdicts ON activity_history USING btree (activity_id, id) INCLUDE (act, at) WHERE act = ANY (ARRAY['complete'::text, 'approve'::text, 'reject'::text]);
CREATE TRIGGER activity_history_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON activity_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_history();
CREATE TRIGGER activity_history_notes_topic_news AFTER INSERT ON activity_history FOR EACH ROW WHEN (new.act = ANY (ARRAY['register'::text, 'repeat'::text, 'reassign'::text, 'complete'::text, 'approve'::text, 'reject'::text, 'cancel'::text])) EXECUTE FUNCTION note_topic_news();
CREATE TRIGGER activity_history_number BEFORE INSERT ON activity_history FOR EACH ROW EXECUTE FUNCTION refuse_unissued_number();
CREATE TRIGGER activity_history_stamp BEFORE INSERT ON activity_history FOR EACH ROW EXECUTE FUNCTION stamp_history();
CREATE TRIGGER activity_history_tells AFTER INSERT ON activity_history FOR EACH ROW EXECUTE FUNCTION tell_activity_changed();
CREATE TRIGGER activity_history_tells_chat_cards AFTER INSERT ON activity_history FOR EACH ROW EXECUTE FUNCTION tell_chat_cards();
CREATE TRIGGER activity_history_webhooks AFTER INSERT ON activity_history FOR EACH ROW EXECUTE FUNCTION add_webhook_deliveries();

create table activity_imports (
  activity_id integer not null,
  key text not null,
  file_name text not null,
  sheet text not null,
  row_number integer not null,
  constraint activity_imports_pkey PRIMARY KEY (activity_id),
  constraint activity_imports_key_key UNIQUE (key),
  constraint activity_imports_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id)
);

create table activity_templates (
  id integer generated always as identity,
  topic_id integer not null,
  description text not null,
  description_key text not null,
  days integer not null,
  priority text not null,
  repeats text,
  checklist jsonb not null,
  minimum_images smallint not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint activity_templates_pkey PRIMARY KEY (id),
  constraint activity_templates_days_check CHECK (days >= 0),
  constraint activity_templates_minimum_images_check CHECK (minimum_images >= 0),
  constraint activity_templates_priority_check CHECK (priority = ANY (ARRAY['normal'::text, 'high'::text, 'critical'::text])),
  constraint activity_templates_repeats_check CHECK (repeats = ANY (ARRAY['day'::text, 'weekday'::text, 'week'::text, 'two_weeks'::text, 'month'::text, 'two_months'::text, 'quarter'::text, 'half_year'::text, 'year'::text])),
  constraint activity_templates_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topics(id)
);
CREATE UNIQUE INDEX activity_templates_current ON activity_templates USING btree (topic_id, md5(description_key)) WHERE retired_at IS NULL;

create table activity_words (
  activity_id integer not null,
  words tsvector not null,
  constraint activity_words_pkey PRIMARY KEY (activity_id),
  constraint activity_words_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id) ON DELETE CASCADE
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.02);
alter table activity_words alter column words set statistics 300;
CREATE INDEX activity_words_words ON activity_words USING gin (words, (ARRAY[activity_id / 20000])) WITH (gin_pending_list_limit='256');
CREATE TRIGGER activity_words_vocabulary AFTER INSERT OR UPDATE ON activity_words FOR EACH ROW EXECUTE FUNCTION words_change_vocabulary();

create table admin_history (
  id bigint generated always as identity,
  at timestamp with time zone not null,
  actor_id integer,
  actor_name text,
  act text not null,
  subject_kind text not null,
  subject_id text,
  subject text,
  before jsonb,
  after jsonb,
  address text,
  channel text not null,
  constraint admin_history_pkey PRIMARY KEY (id)
);
CREATE INDEX admin_history_act ON admin_history USING btree (act, id);
CREATE INDEX admin_history_actor ON admin_history USING btree (actor_id, id);
CREATE INDEX admin_history_at ON admin_history USING btree (at);
CREATE INDEX admin_history_subject ON admin_history USING btree (subject_kind, subject_id, id);
CREATE TRIGGER admin_history_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON admin_history FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_admin_history();
CREATE TRIGGER admin_history_number BEFORE INSERT ON admin_history FOR EACH ROW EXECUTE FUNCTION refuse_unissued_number();
CREATE TRIGGER admin_history_stamp BEFORE INSERT ON admin_history FOR EACH ROW EXECUTE FUNCTION stamp_admin_history();

create table announcement_preferences (
  user_id integer not null,
  kind text not null,
  by_email boolean not null,
  by_chat boolean not null,
  chosen_at timestamp with time zone,
  by_push boolean default false not null,
  constraint announcement_preferences_pkey PRIMARY KEY (user_id, kind),
  constraint announcement_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table answered_requests (
  user_id integer not null,
  key text not null,
  fingerprint text not null,
  reply jsonb,
  created_at timestamp with time zone not null,
  kept_days smallint default 1 not null,
  constraint answered_requests_pkey PRIMARY KEY (user_id, key),
  constraint answered_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX answered_requests_age ON answered_requests USING btree (created_at);

create table calendar_feeds (
  user_id integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint calendar_feeds_pkey PRIMARY KEY (user_id),
  constraint calendar_feeds_token_hash_key UNIQUE (token_hash),
  constraint calendar_feeds_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table chat_card_activities (
  activity_id integer not null,
  card_id bigint not null,
  constraint chat_card_activities_pkey PRIMARY KEY (activity_id, card_id),
  constraint chat_card_activities_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint chat_card_activities_card_id_fkey FOREIGN KEY (card_id) REFERENCES chat_cards(id) ON DELETE CASCADE
);
CREATE INDEX chat_card_activities_card ON chat_card_activities USING btree (card_id);

create table chat_card_changes (
  card_id bigint not null,
  history_id bigint not null,
  changed_at timestamp with time zone not null,
  claim uuid,
  constraint chat_card_changes_pkey PRIMARY KEY (card_id, history_id)
);
CREATE INDEX chat_card_changes_history ON chat_card_changes USING btree (history_id);

create table chat_cards (
  id bigint generated always as identity,
  chat_link_id integer not null,
  conversation text not null,
  message text not null,
  press jsonb not null,
  posted_at timestamp with time zone not null,
  claim uuid,
  next_try_at timestamp with time zone,
  tries integer default 0 not null,
  constraint chat_cards_pkey PRIMARY KEY (id),
  constraint chat_cards_chat_link_id_fkey FOREIGN KEY (chat_link_id) REFERENCES chat_links(id) ON DELETE CASCADE
);
CREATE INDEX chat_cards_home ON chat_cards USING btree (chat_link_id) WHERE message = 'home'::text;
CREATE UNIQUE INDEX chat_cards_message ON chat_cards USING btree (chat_link_id, md5(conversation), message);
CREATE INDEX chat_cards_posted ON chat_cards USING btree (posted_at);

create table chat_link_codes (
  user_id integer not null,
  code_hash bytea not null,
  is_notified_here boolean not null,
  expires_at timestamp with time zone not null,
  constraint chat_link_codes_pkey PRIMARY KEY (user_id),
  constraint chat_link_codes_code_hash_key UNIQUE (code_hash),
  constraint chat_link_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table chat_link_requests (
  code_hash bytea not null,
  service text not null,
  workspace text not null,
  chat_user_id text not null,
  display_name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  conversation text,
  constraint chat_link_requests_pkey PRIMARY KEY (code_hash),
  constraint chat_link_requests_service_workspace_chat_user_id_key UNIQUE (service, workspace, chat_user_id),
  constraint chat_link_requests_service_check CHECK (service = ANY (ARRAY['slack'::text, 'teams'::text, 'whatsapp'::text]))
);

create table chat_links (
  id integer generated always as identity,
  user_id integer not null,
  service text not null,
  workspace text not null,
  chat_user_id text not null,
  display_name text not null,
  linked_at timestamp with time zone not null,
  conversation text,
  phone text,
  template_on date,
  constraint chat_links_pkey PRIMARY KEY (id),
  constraint chat_links_service_workspace_chat_user_id_key UNIQUE (service, workspace, chat_user_id),
  constraint chat_links_service_check CHECK (service = ANY (ARRAY['slack'::text, 'teams'::text, 'whatsapp'::text])),
  constraint chat_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX chat_links_user ON chat_links USING btree (user_id);

create table chat_summaries (
  user_id integer not null,
  chat_link_id integer not null,
  conversation text not null,
  display_name text not null,
  chosen_at timestamp with time zone not null,
  told_unsent_at timestamp with time zone,
  constraint chat_summaries_pkey PRIMARY KEY (user_id),
  constraint chat_summaries_chat_link_id_fkey FOREIGN KEY (chat_link_id) REFERENCES chat_links(id) ON DELETE CASCADE,
  constraint chat_summaries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX chat_summaries_link ON chat_summaries USING btree (chat_link_id);

create table chat_tasks (
  id bigint generated always as identity,
  key text not null,
  kind text not null,
  chat_link_id integer not null,
  conversation text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  next_try_at timestamp with time zone,
  claimed_until timestamp with time zone,
  is_uncertain boolean default false not null,
  tries integer default 0 not null,
  topic_channel_id integer,
  constraint chat_tasks_pkey PRIMARY KEY (id),
  constraint chat_tasks_key_key UNIQUE (key),
  constraint chat_tasks_kind_check CHECK (kind = ANY (ARRAY['greet'::text, 'summarize'::text, 'unsent'::text, 'mailStopped'::text, 'topicNews'::text])),
  constraint chat_tasks_chat_link_id_fkey FOREIGN KEY (chat_link_id) REFERENCES chat_links(id) ON DELETE CASCADE,
  constraint chat_tasks_topic_channel_id_fkey FOREIGN KEY (topic_channel_id) REFERENCES topic_channels(id) ON DELETE CASCADE
);
CREATE INDEX chat_tasks_due ON chat_tasks USING btree (next_try_at) WHERE next_try_at IS NOT NULL;
CREATE INDEX chat_tasks_link ON chat_tasks USING btree (chat_link_id);
CREATE INDEX chat_tasks_topic_channel ON chat_tasks USING btree (topic_channel_id) WHERE topic_channel_id IS NOT NULL;

create table comments (
  id integer generated always as identity,
  activity_id integer not null,
  author_id integer not null,
  body text not null,
  written_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  captured_at timestamp with time zone,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_body_check CHECK (body <> ''::text),
  constraint comments_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id)
);
CREATE INDEX comments_activity ON comments USING btree (activity_id, written_at) WHERE canceled_at IS NULL;

create table company_accounts (
  issuer text not null,
  subject text not null,
  user_id integer not null,
  email text not null,
  linked_at timestamp with time zone not null,
  constraint company_accounts_pkey PRIMARY KEY (issuer, subject),
  constraint company_accounts_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint company_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table device_authorizations (
  device_code_hash bytea not null,
  user_code_hash bytea not null,
  machine text not null,
  device_grant text not null,
  requested_by_id integer,
  address text,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  polled_at timestamp with time zone,
  is_approved boolean,
  answered_by_id integer,
  constraint device_authorizations_pkey PRIMARY KEY (device_code_hash),
  constraint device_authorizations_user_code_hash_key UNIQUE (user_code_hash),
  constraint device_authorizations_device_grant_check CHECK (device_grant = ANY (ARRAY['read'::text, 'write'::text, 'session'::text])),
  constraint device_authorizations_answered_by_id_fkey FOREIGN KEY (answered_by_id) REFERENCES users(id),
  constraint device_authorizations_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id)
);
CREATE INDEX device_authorizations_expires_at_idx ON device_authorizations USING btree (expires_at);

create table email_changes (
  id uuid not null,
  user_id integer not null,
  email text not null,
  token_hash bytea not null,
  requested_by_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_token_hash_key UNIQUE (token_hash),
  constraint email_changes_user_id_key UNIQUE (user_id),
  constraint email_changes_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table email_reversals (
  id uuid not null,
  user_id integer not null,
  email text not null,
  token_hash bytea not null,
  blocks_resets boolean not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint email_reversals_pkey PRIMARY KEY (id),
  constraint email_reversals_token_hash_key UNIQUE (token_hash),
  constraint email_reversals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX email_reversals_user ON email_reversals USING btree (user_id);

create table history_baselines (
  id bigint generated always as identity,
  kind text not null,
  activity_id integer,
  through_id bigint not null,
  facts jsonb not null,
  at timestamp with time zone not null,
  constraint history_baselines_pkey PRIMARY KEY (id),
  constraint history_baselines_activity_id_key UNIQUE (activity_id),
  constraint history_baselines_check CHECK ((kind = 'activity'::text) = (activity_id IS NOT NULL)),
  constraint history_baselines_kind_check CHECK (kind = ANY (ARRAY['activity'::text, 'complete'::text, 'witness'::text, 'clock'::text, 'redaction'::text])),
  constraint history_baselines_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id)
);
CREATE UNIQUE INDEX history_baselines_complete ON history_baselines USING btree (kind) WHERE kind = 'complete'::text;
CREATE INDEX history_baselines_notes ON history_baselines USING btree (kind, id) WHERE kind <> 'activity'::text;
CREATE TRIGGER history_baselines_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON history_baselines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_baselines();
CREATE TRIGGER history_baselines_number BEFORE INSERT ON history_baselines FOR EACH ROW EXECUTE FUNCTION refuse_unissued_number();
CREATE TRIGGER history_baselines_stamp BEFORE INSERT ON history_baselines FOR EACH ROW EXECUTE FUNCTION stamp_baseline();

create table history_seals (
  id integer generated always as identity,
  through_id bigint not null,
  rows integer not null,
  seal bytea not null,
  sealed_at timestamp with time zone not null,
  form smallint default 1 not null,
  source text default 'activity_history'::text not null,
  after_id bigint,
  root bytea,
  constraint history_seals_pkey PRIMARY KEY (id),
  constraint history_seals_form_check CHECK (form >= 1 AND form <= 4),
  constraint history_seals_range_check CHECK ((form >= 3) = (after_id IS NOT NULL) AND after_id < through_id),
  constraint history_seals_root_check CHECK ((form = 4) = (root IS NOT NULL)),
  constraint history_seals_rows_check CHECK (rows > 0),
  constraint history_seals_source_check CHECK (source = ANY (ARRAY['activity_history'::text, 'admin_history'::text, 'history_baselines'::text]))
);
CREATE INDEX history_seals_range ON history_seals USING btree (source, through_id);
CREATE INDEX history_seals_time ON history_seals USING btree (sealed_at);
CREATE TRIGGER history_seals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON history_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seals();
CREATE TRIGGER history_seals_check BEFORE INSERT ON history_seals FOR EACH ROW EXECUTE FUNCTION check_seal();

create table holidays (
  day date not null,
  name text not null,
  constraint holidays_pkey PRIMARY KEY (day),
  constraint holidays_name_check CHECK (name <> ''::text)
);

create table images (
  id uuid not null,
  activity_id integer,
  uploaded_by_id integer not null,
  name text not null,
  media_type text not null,
  sha256 text not null,
  size_bytes integer not null,
  width integer,
  height integer,
  position smallint not null,
  uploaded_at timestamp with time zone not null,
  file_id uuid,
  withdrawn_at timestamp with time zone,
  captured_at timestamp with time zone,
  captured_sha256 text,
  request_id integer,
  pages smallint,
  constraint images_pkey PRIMARY KEY (id),
  constraint images_kind_check CHECK ((media_type = 'application/pdf'::text) = (pages IS NOT NULL) AND num_nulls(width, height) =
CASE
    WHEN pages IS NULL THEN 0
    ELSE 2
END),
  constraint images_media_type_check CHECK (media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text, 'application/pdf'::text])),
  constraint images_pages_check CHECK (pages > 0),
  constraint images_place_check CHECK (num_nonnulls(activity_id, request_id) > 0),
  constraint images_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint images_request_id_fkey FOREIGN KEY (request_id) REFERENCES work_requests(id),
  constraint images_uploaded_by_id_fkey FOREIGN KEY (uploaded_by_id) REFERENCES users(id)
);
CREATE INDEX images_activity ON images USING btree (activity_id, uploaded_at);
CREATE INDEX images_request ON images USING btree (request_id) WHERE request_id IS NOT NULL;

create table import_answers (
  kind text not null,
  said text not null,
  answer jsonb not null,
  answered_at timestamp with time zone not null,
  constraint import_answers_pkey PRIMARY KEY (kind, said),
  constraint import_answers_kind_check CHECK (kind = ANY (ARRAY['column'::text, 'person'::text, 'topic'::text, 'state'::text, 'priority'::text]))
);

create table installation (
  key text not null,
  value jsonb not null,
  constraint installation_pkey PRIMARY KEY (key)
);

create table known_devices (
  secret_hash bytea not null,
  user_id integer not null,
  seen_at timestamp with time zone not null,
  trusted_until timestamp with time zone,
  constraint known_devices_pkey PRIMARY KEY (secret_hash, user_id),
  constraint known_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX known_devices_user ON known_devices USING btree (user_id, seen_at);

create table known_networks (
  network text not null,
  seen_at timestamp with time zone not null,
  constraint known_networks_pkey PRIMARY KEY (network)
);

create unlogged table login_delays (
  account_hash bytea not null,
  failures integer not null,
  tried_at timestamp with time zone not null,
  constraint login_delays_pkey PRIMARY KEY (account_hash)
);
CREATE INDEX login_delays_tried ON login_delays USING btree (tried_at);

create table notifications (
  id bigint generated always as identity,
  key text not null,
  kind text not null,
  recipient_id integer not null,
  activity_id integer,
  deadline_on date,
  history_id bigint,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  admin_id bigint,
  request_id integer,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_key_key UNIQUE (key),
  constraint notifications_cause_check CHECK (num_nonnulls(activity_id, admin_id, request_id) = 1),
  constraint notifications_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint notifications_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id),
  constraint notifications_request_id_fkey FOREIGN KEY (request_id) REFERENCES work_requests(id)
);
CREATE INDEX notifications_comments ON notifications USING btree (history_id) WHERE kind = 'commented'::text;
CREATE INDEX notifications_recipient ON notifications USING btree (recipient_id, id DESC);
CREATE INDEX notifications_together ON notifications USING btree (recipient_id, created_at) WHERE history_id IS NOT NULL;
CREATE INDEX notifications_unread ON notifications USING btree (recipient_id, activity_id) WHERE read_at IS NULL;
CREATE TRIGGER notifications_published AFTER INSERT OR UPDATE OF read_at ON notifications FOR EACH ROW EXECUTE FUNCTION publish_notification();

create table outbox (
  id bigint generated always as identity,
  key text not null,
  kind text not null,
  recipient_id integer not null,
  activity_id integer,
  facts jsonb default '{}'::jsonb not null,
  created_at timestamp with time zone not null,
  next_try_at timestamp with time zone,
  tries integer default 0 not null,
  claimed_until timestamp with time zone,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  channel text default 'email'::text not null,
  letter uuid,
  uncertain_tries integer default 0 not null,
  deadline_on date,
  expires_at timestamp with time zone default now() + '7 days'::interval not null,
  failure text,
  instead_of_chat boolean default false not null,
  awaits_server boolean default false not null,
  first_due_at timestamp with time zone,
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_key_key UNIQUE (key),
  constraint outbox_channel_check CHECK (channel = ANY (ARRAY['email'::text, 'chat'::text, 'push'::text])),
  constraint outbox_failure_check CHECK (failure = ANY (ARRAY['refused'::text, 'unknown'::text, 'expired'::text, 'overtaken'::text])),
  constraint outbox_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint outbox_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id)
);
CREATE INDEX outbox_awaiting_server ON outbox USING btree (next_try_at) WHERE awaits_server AND sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_deadlines ON outbox USING btree (activity_id, deadline_on, kind, recipient_id, channel) WHERE kind = ANY (ARRAY['dueSoon'::text, 'dueTomorrow'::text, 'overdue'::text]);
CREATE INDEX outbox_due ON outbox USING btree (channel, next_try_at) WHERE sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_failed ON outbox USING btree (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX outbox_letter ON outbox USING btree (letter) WHERE letter IS NOT NULL;
CREATE INDEX outbox_sent ON outbox USING btree (sent_at) WHERE sent_at IS NOT NULL;
CREATE INDEX outbox_stuck ON outbox USING btree (channel, expires_at) WHERE sent_at IS NULL AND failed_at IS NULL AND next_try_at > expires_at;
CREATE INDEX outbox_tokens ON outbox USING btree (channel, next_try_at) WHERE (kind = ANY (ARRAY['invitation'::text, 'passwordReset'::text])) AND sent_at IS NULL AND failed_at IS NULL;
CREATE INDEX outbox_untold ON outbox USING btree (recipient_id) WHERE letter IS NULL AND sent_at IS NULL AND failed_at IS NULL;

create table password_exceptions (
  user_id integer not null,
  expires_at timestamp with time zone not null,
  constraint password_exceptions_pkey PRIMARY KEY (user_id),
  constraint password_exceptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table password_resets (
  id uuid not null,
  user_id integer not null,
  token_hash bytea not null,
  wrong_tries integer default 0 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  is_mailed boolean default true not null,
  constraint password_resets_pkey PRIMARY KEY (id),
  constraint password_resets_user_id_key UNIQUE (user_id),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table profile_photos (
  user_id integer not null,
  image_id uuid not null,
  media_type text not null,
  sha256 text not null,
  size_bytes integer not null,
  width integer not null,
  height integer not null,
  uploaded_at timestamp with time zone not null,
  constraint profile_photos_pkey PRIMARY KEY (user_id),
  constraint profile_photos_image_id_key UNIQUE (image_id),
  constraint profile_photos_media_type_check CHECK (media_type = ANY (ARRAY['image/jpeg'::text, 'image/png'::text])),
  constraint profile_photos_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table push_subscriptions (
  id bigint generated always as identity,
  user_id integer not null,
  session_id_hash bytea not null,
  endpoint text not null,
  public_key text not null,
  auth_secret text not null,
  created_at timestamp with time zone not null,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint),
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX push_subscriptions_session ON push_subscriptions USING btree (session_id_hash);
CREATE INDEX push_subscriptions_user ON push_subscriptions USING btree (user_id);

create unlogged table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_expire ON rate_limits USING btree (expire);

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES second_factors(user_id) ON DELETE CASCADE
);

create table saved_views (
  id integer generated always as identity,
  user_id integer not null,
  screen text not null,
  name text not null,
  name_key text not null,
  query text not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_screen_name_key_key UNIQUE (user_id, screen, name_key),
  constraint saved_views_name_check CHECK (name <> ''::text),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table seal_witnesses (
  day date not null,
  kind text not null,
  seal_id integer not null,
  head text not null,
  next_try_at timestamp with time zone not null,
  tries integer default 0 not null,
  done_at timestamp with time zone,
  token bytea,
  last_error text,
  constraint seal_witnesses_pkey PRIMARY KEY (day, kind),
  constraint seal_witnesses_kind_check CHECK (kind = ANY (ARRAY['mail'::text, 'stamp'::text]))
);

create table search_vocabulary (
  word text collate "C" not null
);
CREATE INDEX search_vocabulary_word ON search_vocabulary USING btree (word);

create table second_factors (
  user_id integer not null,
  sealed_secret bytea not null,
  begun_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  used_step integer default 0 not null,
  sealed_replacement bytea,
  constraint second_factors_pkey PRIMARY KEY (user_id),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sessions (
  id_hash bytea not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  id integer generated always as identity,
  user_agent text,
  address text,
  issuer text,
  has_second_factor boolean default false not null,
  proved_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id_hash),
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_user ON sessions USING btree (user_id, created_at);

create table snoozed_reminders (
  user_id integer not null,
  activity_id integer not null,
  remind_on date not null,
  constraint snoozed_reminders_pkey PRIMARY KEY (user_id, activity_id),
  constraint snoozed_reminders_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id) ON DELETE CASCADE,
  constraint snoozed_reminders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX snoozed_reminders_activity ON snoozed_reminders USING btree (activity_id);
CREATE INDEX snoozed_reminders_day ON snoozed_reminders USING btree (remind_on);

create table sweeps (
  due_at timestamp with time zone not null,
  swept_at timestamp with time zone not null,
  announced_count integer not null,
  constraint sweeps_pkey PRIMARY KEY (due_at)
);

create table topic_assignments (
  id integer generated always as identity,
  topic_id integer not null,
  user_id integer not null,
  created_at timestamp with time zone not null,
  constraint topic_assignments_pkey PRIMARY KEY (id),
  constraint topic_assignments_topic_id_user_id_key UNIQUE (topic_id, user_id),
  constraint topic_assignments_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topics(id),
  constraint topic_assignments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX topic_assignments_user ON topic_assignments USING btree (user_id);

create table topic_channels (
  id integer generated always as identity,
  topic_id integer not null,
  user_id integer not null,
  chat_link_id integer,
  service text not null,
  conversation text not null,
  display_name text not null,
  started_at timestamp with time zone not null,
  constraint topic_channels_pkey PRIMARY KEY (id),
  constraint topic_channels_chat_link_id_fkey FOREIGN KEY (chat_link_id) REFERENCES chat_links(id) ON DELETE SET NULL,
  constraint topic_channels_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topics(id),
  constraint topic_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX topic_channels_link ON topic_channels USING btree (chat_link_id);
CREATE UNIQUE INDEX topic_channels_place ON topic_channels USING btree (topic_id, service, md5(conversation));
CREATE INDEX topic_channels_user ON topic_channels USING btree (user_id);

create table topic_news (
  id bigint generated always as identity,
  topic_channel_id integer not null,
  activity_id integer not null,
  kind text not null,
  deadline_on date,
  happened_at timestamp with time zone not null,
  task_id bigint,
  constraint topic_news_pkey PRIMARY KEY (id),
  constraint topic_news_kind_check CHECK (kind = ANY (ARRAY['assigned'::text, 'completed'::text, 'verified'::text, 'rejected'::text, 'canceled'::text, 'late'::text])),
  constraint topic_news_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id) ON DELETE CASCADE,
  constraint topic_news_task_id_fkey FOREIGN KEY (task_id) REFERENCES chat_tasks(id) ON DELETE CASCADE,
  constraint topic_news_topic_channel_id_fkey FOREIGN KEY (topic_channel_id) REFERENCES topic_channels(id) ON DELETE CASCADE
);
CREATE INDEX topic_news_activity ON topic_news USING btree (activity_id);
CREATE INDEX topic_news_channel ON topic_news USING btree (topic_channel_id, happened_at) WHERE task_id IS NULL;
CREATE UNIQUE INDEX topic_news_late ON topic_news USING btree (topic_channel_id, activity_id, deadline_on) WHERE kind = 'late'::text;
CREATE INDEX topic_news_task ON topic_news USING btree (task_id);

create table topics (
  id integer generated always as identity,
  name text not null,
  name_key text not null,
  description text,
  department text not null,
  created_at timestamp with time zone not null,
  name_words tsvector,
  constraint topics_pkey PRIMARY KEY (id),
  constraint topics_name_key_key UNIQUE (name_key)
);
CREATE INDEX topics_department ON topics USING btree (department);

create table users (
  id integer generated always as identity,
  employee_number text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  level text not null,
  department text not null,
  position text not null,
  alias text,
  phone text,
  kind text default 'Usuario'::text not null,
  is_active boolean default true not null,
  password_hash text,
  created_at timestamp with time zone not null,
  privilege_lost_at timestamp with time zone,
  name_words tsvector,
  manager_id integer,
  anonymised_at timestamp with time zone,
  page_size smallint default 5,
  work_time text,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_employee_number_key UNIQUE (employee_number),
  constraint users_employee_number_check CHECK (employee_number <> ''::text),
  constraint users_manager_check CHECK (manager_id <> id),
  constraint users_page_size_check CHECK (page_size >= 1 AND page_size <= 200),
  constraint users_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES users(id)
);
CREATE INDEX users_department ON users USING btree (department) WHERE is_active;
CREATE UNIQUE INDEX users_email_unique ON users USING btree (lower(email));
CREATE INDEX users_first_administrator ON users USING btree (created_at, id) WHERE lower(kind) = 'desarrollador'::text AND is_active;
CREATE INDEX users_manager ON users USING btree (manager_id) WHERE manager_id IS NOT NULL;
CREATE INDEX users_work_time ON users USING btree (work_time) WHERE work_time IS NOT NULL;

create table webhook_deliveries (
  id bigint generated always as identity,
  webhook_id integer not null,
  message_id uuid default gen_random_uuid() not null,
  history_id bigint,
  activity_id integer,
  act text not null,
  happened_at timestamp with time zone not null,
  body text,
  tries integer default 0 not null,
  next_try_at timestamp with time zone,
  claimed_until timestamp with time zone,
  tried_at timestamp with time zone,
  delivered_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_status integer,
  failure text,
  answer text,
  resent_at timestamp with time zone,
  request_id integer,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_cause_check CHECK (num_nonnulls(history_id, request_id) =
CASE act
    WHEN 'test'::text THEN 0
    ELSE 1
END),
  constraint webhook_deliveries_check CHECK (num_nonnulls(delivered_at, failed_at) < 2),
  constraint webhook_deliveries_check1 CHECK ((next_try_at IS NULL) = (delivered_at IS NOT NULL OR failed_at IS NOT NULL)),
  constraint webhook_deliveries_check3 CHECK ((history_id IS NULL) = (activity_id IS NULL)),
  constraint webhook_deliveries_failure_check CHECK (failure = ANY (ARRAY['status'::text, 'redirect'::text, 'timeout'::text, 'private'::text, 'connection'::text, 'unsigned'::text]))
);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING btree (happened_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_try_at, id) WHERE next_try_at IS NOT NULL;
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries USING btree (webhook_id, id) WHERE failed_at IS NOT NULL;
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries USING btree (webhook_id, id);

create table webhooks (
  id integer generated always as identity,
  name text not null,
  url text not null,
  acts text[] not null,
  has_comments boolean default false not null,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  previous_until timestamp with time zone,
  is_active boolean default true not null,
  disabled_at timestamp with time zone,
  disabling_reason text,
  failing_since timestamp with time zone,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_acts_check CHECK (cardinality(acts) > 0),
  constraint webhooks_check CHECK ((sealed_previous_secret IS NULL) = (previous_until IS NULL)),
  constraint webhooks_check1 CHECK ((disabled_at IS NULL) = (disabling_reason IS NULL)),
  constraint webhooks_check2 CHECK (disabled_at IS NULL OR NOT is_active),
  constraint webhooks_disabling_reason_check CHECK (disabling_reason = ANY (ARRAY['gone'::text, 'failing'::text])),
  constraint webhooks_name_check CHECK (name <> ''::text),
  constraint webhooks_url_check CHECK (url ~~ 'https://%'::text)
);

create table weekly_reports (
  week_from date not null,
  figures jsonb not null,
  workbook bytea,
  constraint weekly_reports_pkey PRIMARY KEY (week_from)
);

create table work_requests (
  id integer generated always as identity,
  topic_id integer not null,
  requester_id integer not null,
  text text not null,
  wanted_on date not null,
  created_at timestamp with time zone not null,
  state text default 'open'::text not null,
  decided_by_id integer,
  decided_at timestamp with time zone,
  reason text,
  activity_id integer,
  reminded_at timestamp with time zone,
  constraint work_requests_pkey PRIMARY KEY (id),
  constraint work_requests_activity_id_key UNIQUE (activity_id),
  constraint work_requests_activity_check CHECK ((state = 'accepted'::text) = (activity_id IS NOT NULL)),
  constraint work_requests_decision_check CHECK (num_nulls(decided_by_id, decided_at) =
CASE state
    WHEN 'open'::text THEN 2
    ELSE 0
END),
  constraint work_requests_reason_check CHECK ((state = 'declined'::text) = (reason IS NOT NULL)),
  constraint work_requests_state_check CHECK (state = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])),
  constraint work_requests_activity_id_fkey FOREIGN KEY (activity_id) REFERENCES activities(id),
  constraint work_requests_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id),
  constraint work_requests_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id),
  constraint work_requests_topic_id_fkey FOREIGN KEY (topic_id) REFERENCES topics(id)
);
CREATE INDEX work_requests_open ON work_requests USING btree (created_at, id) WHERE state = 'open'::text;
CREATE INDEX work_requests_requester ON work_requests USING btree (requester_id, id);
CREATE TRIGGER work_requests_webhooks AFTER INSERT OR UPDATE OF state ON work_requests FOR EACH ROW EXECUTE FUNCTION add_request_deliveries();

CREATE OR REPLACE FUNCTION add_request_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_deliveries (webhook_id, request_id, act, happened_at, next_try_at)
  select id, new.id, 'request' || initcap(new.state), happened_at, happened_at
  from webhooks cross join coalesce(new.decided_at, new.created_at) as happened_at
  where is_active and 'request' || initcap(new.state) = any(acts);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION add_webhook_deliveries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into webhook_deliveries (webhook_id, history_id, activity_id, act, happened_at, next_try_at)
  select id, new.id, new.activity_id, new.act, new.at, new.at from webhooks where is_active and new.act = any(acts);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION check_seal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end
$function$;

CREATE OR REPLACE FUNCTION newest_number(source text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare newest bigint;
begin
  execute format('select max(id) from %I', source) into newest;
  return greatest(newest, pg_sequence_last_value(pg_get_serial_sequence(source, 'id')::regclass), 0);
end
$function$;

CREATE OR REPLACE FUNCTION note_backup(made_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
insert into installation (key, value) values ('backupAt', to_jsonb(made_at))
on conflict (key) do update set value = excluded.value
$function$;
revoke execute on function note_backup(timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION note_restore_drill(drill jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
insert into installation (key, value) values ('restoreDrill', drill)
on conflict (key) do update set value = excluded.value
$function$;
revoke execute on function note_restore_drill(jsonb) from public;

CREATE OR REPLACE FUNCTION note_topic_news()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end
$function$;

CREATE OR REPLACE FUNCTION publish_notification()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('notifications_changed', new.recipient_id::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION record_backup(operator text, facts jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
insert into admin_history (actor_name, act, subject_kind, after, channel) values (operator, 'system.backUp', 'system', facts, 'admin')
$function$;
revoke execute on function record_backup(text,jsonb) from public;

CREATE OR REPLACE FUNCTION refuse_change_of_admin_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception 'admin_history is append-only'; end
$function$;

CREATE OR REPLACE FUNCTION refuse_change_of_baselines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception 'history_baselines is append-only'; end
$function$;

CREATE OR REPLACE FUNCTION refuse_change_of_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception 'activity_history is append-only'; end
$function$;

CREATE OR REPLACE FUNCTION refuse_change_of_seals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin raise exception 'history_seals is append-only'; end
$function$;

CREATE OR REPLACE FUNCTION refuse_unissued_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  sequence text := pg_get_serial_sequence(format('%I.%I', tg_table_schema, tg_table_name), 'id');
begin
  if new.id not between 1 and coalesce(pg_sequence_last_value(sequence::regclass), 0) then
    raise exception '%: its sequence did not issue number %', tg_table_name, new.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION sealed_through(source text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
select coalesce(max(through_id), 0) from history_seals seal
where seal.source = sealed_through.source and through_id <= newest_number(sealed_through.source) and id <= (select seals_at_most())
$function$;

CREATE OR REPLACE FUNCTION seals_at_most()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
select least(2 * (newest_number('activity_history')::numeric + newest_number('admin_history') + newest_number('history_baselines')) + 1000,
  2147483646)::integer
$function$;

CREATE OR REPLACE FUNCTION stamp_admin_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin new.at := clock_timestamp(); return new; end
$function$;

CREATE OR REPLACE FUNCTION stamp_baseline()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'activity' and exists (select from history_baselines where kind = 'complete') then
    raise exception 'history_baselines is complete';
  end if;
  new.at := clock_timestamp();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION stamp_history()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.recorded_at := clock_timestamp();
  new.is_loaded := coalesce(current_setting('bitacora.loading', true), '') = 'on';
  if new.is_loaded and exists (select from history_seals where source = 'activity_history') then
    raise exception 'activity_history is loaded only before its first seal';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION tell_activity_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('activity_changed', id || ':' || owner_id || ':' || assignee_id) from activities where id = new.activity_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION tell_chat_cards()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end
$function$;

CREATE OR REPLACE FUNCTION words_change_vocabulary()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end
$function$;
