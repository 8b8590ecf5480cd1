-- What the migrations add up to. Written by "npm run schema -w @heatfleet/server"; a test compares it with a fresh replay.

create extension pg_trgm;

create table account_identities (
  identity_id integer generated always as identity not null,
  uid integer not null,
  issuer text not null,
  subject text not null,
  email text default ''::text not null,
  linked_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  constraint account_identities_email_check CHECK ((length(email) <= 254)),
  constraint account_identities_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 500))),
  constraint account_identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint account_identities_pkey PRIMARY KEY (identity_id),
  constraint account_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255))),
  constraint account_identities_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX account_identities_uid ON public.account_identities USING btree (uid);
comment on table account_identities is 'Persons at an OpenID Connect provider who sign in to an account.';
comment on column account_identities.subject is 'The provider''s own number of the person; an e-mail may pass to somebody else.';
comment on column account_identities.email is 'As the provider told it at the last sign-in; shown, never compared.';

create table account_pictures (
  uid integer not null,
  picture bytea not null,
  updated_at timestamp with time zone not null,
  constraint account_pictures_pkey PRIMARY KEY (uid),
  constraint account_pictures_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);

create table accounts (
  uid integer generated always as identity not null,
  user_name text not null,
  nick_name text default ''::text not null,
  phone text,
  email text,
  gender text default 'unknown'::text not null,
  password_hash text not null,
  must_change_password boolean default false not null,
  role_id integer not null,
  agent_id integer,
  disabled boolean default false not null,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  resource_group_id integer default 1 not null,
  company text default ''::text not null,
  language text default ''::text not null,
  time_zone text default ''::text not null,
  valid_until timestamp with time zone,
  remark text default ''::text not null,
  preferences jsonb default '{}'::jsonb not null,
  totp_secret_sealed bytea,
  totp_enrolled_at timestamp with time zone,
  totp_last_step bigint,
  password_changed_at timestamp with time zone,
  created_by integer,
  updated_at timestamp with time zone default now() not null,
  last_login_address text,
  notices_seen_at timestamp with time zone,
  constraint accounts_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id),
  constraint accounts_company_check CHECK ((char_length(company) <= 100)),
  constraint accounts_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'unknown'::text]))),
  constraint accounts_language_check CHECK ((language = ANY (ARRAY[''::text, 'en'::text, 'zh'::text, 'pl'::text]))),
  constraint accounts_pkey PRIMARY KEY (uid),
  constraint accounts_remark_check CHECK ((char_length(remark) <= 100)),
  constraint accounts_resource_group_id_fkey FOREIGN KEY (resource_group_id) REFERENCES resource_groups(group_id),
  constraint accounts_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(role_id),
  constraint accounts_user_name_check CHECK (((char_length(user_name) >= 1) AND (char_length(user_name) <= 64))),
  constraint accounts_user_name_key UNIQUE (user_name)
);
CREATE INDEX accounts_agent ON public.accounts USING btree (agent_id);
CREATE INDEX accounts_company_part ON public.accounts USING gin (lower(company) gin_trgm_ops);
CREATE INDEX accounts_email ON public.accounts USING btree (lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX accounts_group ON public.accounts USING btree (resource_group_id);
CREATE INDEX accounts_name_part ON public.accounts USING gin (lower(user_name) gin_trgm_ops);
CREATE INDEX accounts_phone ON public.accounts USING btree (phone) WHERE (phone IS NOT NULL);
CREATE INDEX accounts_role ON public.accounts USING btree (role_id);
CREATE INDEX accounts_search ON public.accounts USING gin (search_text(((user_name || ' '::text) || nick_name)) gin_trgm_ops);
CREATE UNIQUE INDEX accounts_user_name_lower ON public.accounts USING btree (lower(user_name));
CREATE TRIGGER accounts_link_outdated AFTER UPDATE OF email, valid_until ON public.accounts FOR EACH ROW WHEN (((new.email IS DISTINCT FROM old.email) OR (new.valid_until IS DISTINCT FROM old.valid_until))) EXECUTE FUNCTION end_outdated_account_link();
CREATE TRIGGER accounts_trust_ended AFTER UPDATE OF password_hash, disabled ON public.accounts FOR EACH ROW WHEN (((new.password_hash <> old.password_hash) OR (new.disabled AND (NOT old.disabled)))) EXECUTE FUNCTION end_account_trust();
comment on column accounts.agent_id is 'Null = the manufacturer: the whole fleet.';
comment on column accounts.valid_until is 'After this moment the account cannot sign in, and its sessions are over.';
comment on column accounts.preferences is 'Units, date format, home page, notifications: what the person chose in the personal centre.';
comment on column accounts.totp_secret_sealed is 'Shared secret of the second factor, sealed; enrolled once totp_enrolled_at is set.';
comment on column accounts.totp_last_step is 'The last accepted 30 s step: a code is good once.';
comment on column accounts.notices_seen_at is 'Up to when the notices were seen; null = never.';

create table agent_notices (
  notice_id integer generated always as identity not null,
  agent_id integer not null,
  title text not null,
  text text not null,
  sent_at timestamp with time zone not null,
  by_uid integer,
  constraint agent_notices_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint agent_notices_by_uid_fkey FOREIGN KEY (by_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint agent_notices_pkey PRIMARY KEY (notice_id)
);
CREATE INDEX agent_notices_agent ON public.agent_notices USING btree (agent_id, sent_at DESC);
CREATE INDEX agent_notices_by ON public.agent_notices USING btree (by_uid);
CREATE INDEX agent_notices_sent ON public.agent_notices USING btree (sent_at);
comment on column agent_notices.by_uid is 'Who sent it; null = an account that is gone.';

create table alarm_detector_units (
  device_id integer not null,
  looked_at timestamp with time zone not null,
  constraint alarm_detector_units_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarm_detector_units_pkey PRIMARY KEY (device_id)
);
comment on table alarm_detector_units is 'When the daily figures of a unit were last held against the detectors that are types of alarms.';

create table alarm_frozen_progress (
  is_only boolean default true not null,
  device_id integer default 0 not null,
  constraint alarm_frozen_progress_is_only_check CHECK (is_only),
  constraint alarm_frozen_progress_pkey PRIMARY KEY (is_only)
);
comment on table alarm_frozen_progress is 'One row: the unit that was looked at last for frozen values. No foreign key: a unit that is gone has a place among the others too.';

create table alarm_frozen_units (
  device_id integer not null,
  digest text not null,
  since_at timestamp with time zone not null,
  constraint alarm_frozen_units_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarm_frozen_units_pkey PRIMARY KEY (device_id)
);
comment on table alarm_frozen_units is 'Measured values of units whose compressor runs, as one digest, and since which report it is the same; kept while the type is switched on.';

create table alarm_log (
  log_id integer generated always as identity not null,
  alarm_id integer not null,
  at timestamp with time zone not null,
  kind text not null,
  uid integer,
  text text default ''::text not null,
  mentions integer[] default '{}'::integer[] not null,
  cause text,
  parts jsonb default '[]'::jsonb not null,
  pictures smallint default 0 not null,
  constraint alarm_log_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(alarm_id) ON DELETE CASCADE,
  constraint alarm_log_cause_check CHECK ((cause = ANY (ARRAY['component'::text, 'installation'::text, 'settings'::text, 'operation'::text, 'water'::text, 'power'::text, 'connection'::text, 'none'::text, 'other'::text]))),
  constraint alarm_log_kind_check CHECK ((kind = ANY (ARRAY['escalated'::text, 'accepted'::text, 'released'::text, 'assigned'::text, 'processed'::text, 'closed'::text, 'reopened'::text, 'comment'::text, 'auto_processed'::text, 'reminded'::text]))),
  constraint alarm_log_mentions_check CHECK (((mentions = '{}'::integer[]) OR (kind = 'comment'::text))),
  constraint alarm_log_pictures_check CHECK (((pictures >= 0) AND (pictures <= 3))),
  constraint alarm_log_pkey PRIMARY KEY (log_id),
  constraint alarm_log_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX alarm_log_alarm ON public.alarm_log USING btree (alarm_id, log_id);
CREATE INDEX alarm_log_mentioned ON public.alarm_log USING btree (at) WHERE (mentions <> '{}'::integer[]);
comment on table alarm_log is 'What people did with an alarm and said of it, and escalations; when it was raised and has recovered are columns of the alarm.';
comment on column alarm_log.mentions is 'Of a comment: accounts it mentions.';
comment on column alarm_log.cause is 'Of a result: what it came down to; null = not said.';
comment on column alarm_log.parts is 'Of a result: parts used, name, number of the maker and quantity.';

create table alarm_log_pictures (
  log_id integer not null,
  picture_no smallint not null,
  picture bytea not null,
  constraint alarm_log_pictures_log_id_fkey FOREIGN KEY (log_id) REFERENCES alarm_log(log_id) ON DELETE CASCADE,
  constraint alarm_log_pictures_picture_no_check CHECK (((picture_no >= 1) AND (picture_no <= 3))),
  constraint alarm_log_pictures_pkey PRIMARY KEY (log_id, picture_no)
);
comment on table alarm_log_pictures is 'Photos at a comment or a result, PNG.';

create table alarm_mute_devices (
  mute_id integer not null,
  device_id integer not null,
  constraint alarm_mute_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarm_mute_devices_mute_id_fkey FOREIGN KEY (mute_id) REFERENCES alarm_mutes(mute_id) ON DELETE CASCADE,
  constraint alarm_mute_devices_pkey PRIMARY KEY (mute_id, device_id)
);
CREATE INDEX alarm_mute_devices_device ON public.alarm_mute_devices USING btree (device_id);
comment on table alarm_mute_devices is 'Units of mutes whose group is a filter, as of the last minute.';

create table alarm_mutes (
  mute_id integer generated always as identity not null,
  agent_id integer,
  rule_id integer,
  type text,
  rule_key text,
  code text,
  device_id integer,
  group_id integer,
  under_agent_id integer,
  reason text not null,
  uid integer,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by integer,
  constraint alarm_mutes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint alarm_mutes_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarm_mutes_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint alarm_mutes_group_id_fkey FOREIGN KEY (group_id) REFERENCES device_groups(group_id) ON DELETE CASCADE,
  constraint alarm_mutes_pkey PRIMARY KEY (mute_id),
  constraint alarm_mutes_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alarm_rules(rule_id) ON DELETE CASCADE,
  constraint alarm_mutes_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint alarm_mutes_under_agent_id_fkey FOREIGN KEY (under_agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE
);
CREATE INDEX alarm_mutes_agent ON public.alarm_mutes USING btree (agent_id, from_at);
CREATE INDEX alarm_mutes_device ON public.alarm_mutes USING btree (device_id);
CREATE INDEX alarm_mutes_ended_by ON public.alarm_mutes USING btree (ended_by);
CREATE INDEX alarm_mutes_group ON public.alarm_mutes USING btree (group_id);
CREATE INDEX alarm_mutes_rule ON public.alarm_mutes USING btree (rule_id);
CREATE INDEX alarm_mutes_uid ON public.alarm_mutes USING btree (uid);
CREATE INDEX alarm_mutes_under ON public.alarm_mutes USING btree (under_agent_id);
CREATE INDEX alarm_mutes_until ON public.alarm_mutes USING btree (until_at) WHERE (ended_at IS NULL);
comment on table alarm_mutes is 'Alarms that nobody is told of for a while: what is set narrows; at least one part is.';
comment on column alarm_mutes.agent_id is 'The organisation it belongs to, whose units alone it reaches; null = the manufacturer.';
comment on column alarm_mutes.ended_at is 'Ended by a person before its time; null = it was not.';

create table alarm_rule_states (
  device_id integer not null,
  rule_id integer not null,
  revision integer not null,
  active boolean not null,
  value double precision,
  since_at timestamp with time zone,
  clear_since_at timestamp with time zone,
  began_ms bigint[] default '{}'::bigint[] not null,
  holds boolean not null,
  constraint alarm_rule_states_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarm_rule_states_pkey PRIMARY KEY (device_id, rule_id),
  constraint alarm_rule_states_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES alarm_rules(rule_id) ON DELETE CASCADE
);
CREATE INDEX alarm_rule_states_rule ON public.alarm_rule_states USING btree (rule_id);
comment on table alarm_rule_states is 'Where a rule stands at a unit while it holds, is waited for or is active; units without a row are idle.';
comment on column alarm_rule_states.began_ms is 'When the condition began, unix ms of the unit, for rules that count repetitions.';

create table alarm_rules (
  rule_id integer generated always as identity not null,
  rule_name text not null,
  product_key text not null,
  agent_id integer,
  target_by text not null,
  under_agent_id integer,
  group_id integer,
  device_ids integer[] default '{}'::integer[] not null,
  condition jsonb not null,
  hold jsonb not null,
  clear_minutes integer not null,
  schedule jsonb,
  severity text not null,
  severity_rank smallint generated always as (
CASE severity
    WHEN 'critical'::text THEN 3
    WHEN 'major'::text THEN 2
    WHEN 'minor'::text THEN 1
    ELSE 0
END) stored not null,
  cool_down_minutes integer not null,
  enabled boolean default false not null,
  revision integer default 1 not null,
  created_by integer,
  updated_by integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  process_minutes integer,
  notify_by text default 'default'::text not null,
  notify_policy_ids integer[] default '{}'::integer[] not null,
  constraint alarm_rules_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint alarm_rules_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint alarm_rules_group_id_fkey FOREIGN KEY (group_id) REFERENCES device_groups(group_id) ON DELETE SET NULL,
  constraint alarm_rules_notify CHECK (((notify_by = 'policies'::text) = (notify_policy_ids <> '{}'::integer[]))),
  constraint alarm_rules_notify_by_check CHECK ((notify_by = ANY (ARRAY['default'::text, 'none'::text, 'policies'::text]))),
  constraint alarm_rules_pkey PRIMARY KEY (rule_id),
  constraint alarm_rules_process_minutes_check CHECK ((process_minutes > 0)),
  constraint alarm_rules_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE,
  constraint alarm_rules_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint alarm_rules_target_by_check CHECK ((target_by = ANY (ARRAY['product'::text, 'agent'::text, 'group'::text, 'devices'::text]))),
  constraint alarm_rules_under_agent_id_fkey FOREIGN KEY (under_agent_id) REFERENCES distributors(agent_id) ON DELETE SET NULL,
  constraint alarm_rules_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX alarm_rules_agent ON public.alarm_rules USING btree (agent_id);
CREATE INDEX alarm_rules_created_by ON public.alarm_rules USING btree (created_by);
CREATE INDEX alarm_rules_group ON public.alarm_rules USING btree (group_id);
CREATE UNIQUE INDEX alarm_rules_name ON public.alarm_rules USING btree (COALESCE(agent_id, 0), lower(rule_name)) WHERE (deleted_at IS NULL);
CREATE INDEX alarm_rules_product ON public.alarm_rules USING btree (product_key) WHERE (enabled AND (deleted_at IS NULL));
CREATE INDEX alarm_rules_under ON public.alarm_rules USING btree (under_agent_id);
CREATE INDEX alarm_rules_updated_by ON public.alarm_rules USING btree (updated_by);
comment on table alarm_rules is 'Alarm rules of people: what a unit of a product reports, for how long, is an alarm.';
comment on column alarm_rules.agent_id is 'The distributor it belongs to, whose units alone it reaches; null = the manufacturer.';
comment on column alarm_rules.under_agent_id is 'Of the target agent; null = the distributor is gone, and no unit is meant.';
comment on column alarm_rules.revision is 'Counts edits: durations that began under another one do not count.';
comment on column alarm_rules.deleted_at is 'Removed by a person; its alarms keep its name.';
comment on column alarm_rules.process_minutes is 'An alarm that recovered so long ago and that nobody had taken is processed; null = it waits for a person.';
comment on column alarm_rules.notify_by is 'default: the policies that concern the alarm; none: nobody; policies: those named, whatever types and severity they name.';

create table alarm_snapshots (
  snapshot_id integer generated always as identity not null,
  device_id integer not null,
  trigger_at timestamp with time zone not null,
  layout_id integer,
  body bytea not null,
  constraint alarm_snapshots_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarm_snapshots_pkey PRIMARY KEY (snapshot_id)
);
alter table alarm_snapshots alter body set storage external;
CREATE INDEX alarm_snapshots_device ON public.alarm_snapshots USING btree (device_id, trigger_at);
comment on table alarm_snapshots is 'All points of a device half an hour before and after a trigger, compressed; kept where history is dropped. Alarms of one minute share one.';

create table alarm_storms (
  storm_id integer generated always as identity not null,
  type text not null,
  agent_id integer not null,
  began_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint alarm_storms_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint alarm_storms_pkey PRIMARY KEY (storm_id)
);
CREATE INDEX alarm_storms_ended ON public.alarm_storms USING btree (ended_at);
CREATE UNIQUE INDEX alarm_storms_open ON public.alarm_storms USING btree (agent_id, type) WHERE (ended_at IS NULL);
comment on table alarm_storms is 'Of a distributor and all below it; ends when half as many units as make a storm still have the alarm.';

create table alarm_tally (
  agent_path text collate "C" not null,
  below boolean not null,
  handling text not null,
  active boolean not null,
  muted boolean not null,
  n integer not null,
  constraint alarm_tally_pkey PRIMARY KEY (agent_path, below, handling, active, muted)
);
comment on column alarm_tally.below is 'With all distributors below the path; else those of the path alone.';

create table alarm_tally_changes (
  agent_path text collate "C" not null,
  handling text not null,
  active boolean not null,
  muted boolean not null,
  n integer not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table alarm_tally_changes is 'Appended by writers, so that none waits for another; folded into alarm_tally every two seconds.';

create table alarm_time_limits (
  severity text not null,
  minutes integer,
  constraint alarm_time_limits_minutes_check CHECK ((minutes > 0)),
  constraint alarm_time_limits_pkey PRIMARY KEY (severity),
  constraint alarm_time_limits_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text])))
);
comment on table alarm_time_limits is 'Within which alarms are to be processed; null = no limit.';

create table alarm_type_settings (
  type text not null,
  enabled boolean not null,
  severity text,
  frost_below_c double precision,
  updated_at timestamp with time zone not null,
  updated_by integer,
  process_minutes integer,
  remind_hours integer,
  constraint alarm_type_settings_pkey PRIMARY KEY (type),
  constraint alarm_type_settings_process_minutes_check CHECK ((process_minutes > 0)),
  constraint alarm_type_settings_remind_hours_check CHECK ((remind_hours > 0)),
  constraint alarm_type_settings_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint alarm_type_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX alarm_type_settings_updated_by ON public.alarm_type_settings USING btree (updated_by);
comment on table alarm_type_settings is 'Built-in types that differ from their defaults (contract/src/alarms/types.ts): detectors, and offline.';
comment on column alarm_type_settings.frost_below_c is 'Of offline: critical below this outdoor temperature; null = never for that reason.';
comment on column alarm_type_settings.process_minutes is 'As of alarm_rules.';
comment on column alarm_type_settings.remind_hours is 'Of offline: policies tell again each so many hours while the unit stays offline; null = never.';

create table alarms (
  alarm_id integer generated always as identity not null,
  device_id integer not null,
  agent_path text collate "C" default '/'::text not null,
  product_key text default ''::text not null,
  type text not null,
  rule_key text default ''::text not null,
  code text,
  severity text not null,
  severity_rank smallint generated always as (
CASE severity
    WHEN 'critical'::text THEN 3
    WHEN 'major'::text THEN 2
    WHEN 'minor'::text THEN 1
    ELSE 0
END) stored not null,
  value double precision,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  recovered_at timestamp with time zone,
  active boolean generated always as ((recovered_at IS NULL)) stored not null,
  count integer default 1 not null,
  handling text default 'unprocessed'::text not null,
  assignee_uid integer,
  snapshot_id integer,
  snapshot_done boolean default false not null,
  changed_at timestamp with time zone default now() not null,
  muted boolean default false not null,
  storm_id integer,
  reason text,
  due_at timestamp with time zone,
  handled_at timestamp with time zone,
  sla_at timestamp with time zone generated always as (
CASE
    WHEN ((recovered_at IS NULL) AND (handling = ANY (ARRAY['unprocessed'::text, 'in_process'::text])) AND (due_at IS NOT NULL)) THEN due_at
    ELSE 'infinity'::timestamp with time zone
END) stored not null,
  constraint alarms_assignee_uid_fkey FOREIGN KEY (assignee_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint alarms_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint alarms_handling_check CHECK ((handling = ANY (ARRAY['unprocessed'::text, 'in_process'::text, 'processed'::text, 'closed'::text]))),
  constraint alarms_pkey PRIMARY KEY (alarm_id),
  constraint alarms_reason_check CHECK ((reason = 'frost'::text)),
  constraint alarms_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint alarms_snapshot_id_fkey FOREIGN KEY (snapshot_id) REFERENCES alarm_snapshots(snapshot_id) ON DELETE SET NULL,
  constraint alarms_storm_id_fkey FOREIGN KEY (storm_id) REFERENCES alarm_storms(storm_id) ON DELETE SET NULL,
  constraint alarms_type_check CHECK ((type = ANY (ARRAY['device_fault'::text, 'bus_lost'::text, 'offline'::text, 'no_data'::text, 'frozen_values'::text, 'frost_risk'::text, 'sim_expiry'::text, 'sim_stopped'::text, 'sim_traffic'::text, 'sim_moved'::text, 'model_unrecognized'::text, 'control_mismatch'::text, 'ota_failed'::text, 'parse_failed'::text, 'short_cycling'::text, 'heater_overuse'::text, 'charge_drift'::text, 'low_flow'::text, 'stuck_sensor'::text, 'threshold'::text])))
) with (fillfactor=90);
CREATE UNIQUE INDEX alarms_active ON public.alarms USING btree (device_id, type, rule_key) WHERE (recovered_at IS NULL);
CREATE INDEX alarms_assignee ON public.alarms USING btree (assignee_uid, last_at) WHERE (assignee_uid IS NOT NULL);
CREATE INDEX alarms_changed ON public.alarms USING btree (changed_at);
CREATE INDEX alarms_code ON public.alarms USING btree (code, last_at, alarm_id) WHERE (code IS NOT NULL);
CREATE INDEX alarms_device ON public.alarms USING btree (device_id, last_at DESC);
CREATE INDEX alarms_duration ON public.alarms USING btree (((recovered_at - last_at)));
CREATE INDEX alarms_first ON public.alarms USING btree (first_at, alarm_id);
CREATE INDEX alarms_fresh ON public.alarms USING btree (changed_at) WHERE ((recovered_at IS NULL) AND (storm_id IS NULL) AND (handling = 'unprocessed'::text));
CREATE INDEX alarms_handling ON public.alarms USING btree (handling, active, last_at, alarm_id);
CREATE INDEX alarms_last ON public.alarms USING btree (last_at, alarm_id);
CREATE INDEX alarms_muted ON public.alarms USING btree (last_at, alarm_id) WHERE muted;
CREATE INDEX alarms_of_rule ON public.alarms USING btree (rule_key, last_at) WHERE (type = 'threshold'::text);
CREATE INDEX alarms_path ON public.alarms USING btree (agent_path, product_key, handling, active, muted);
CREATE INDEX alarms_product ON public.alarms USING btree (product_key, last_at, alarm_id);
CREATE INDEX alarms_repeated ON public.alarms USING btree (last_at, alarm_id) WHERE (count > 1);
CREATE INDEX alarms_severity ON public.alarms USING btree (severity_rank, last_at, alarm_id);
CREATE INDEX alarms_sla ON public.alarms USING btree (sla_at, alarm_id);
CREATE INDEX alarms_sla_path ON public.alarms USING btree (agent_path, sla_at) WHERE (sla_at < 'infinity'::timestamp with time zone);
CREATE INDEX alarms_standing ON public.alarms USING btree (last_at, alarm_id) WHERE (recovered_at IS NULL);
CREATE INDEX alarms_standing_path ON public.alarms USING btree (agent_path, product_key, device_id, severity_rank, handling, code) WHERE (recovered_at IS NULL);
CREATE INDEX alarms_storm ON public.alarms USING btree (storm_id, last_at, alarm_id) WHERE (storm_id IS NOT NULL);
CREATE INDEX alarms_type ON public.alarms USING btree (type, last_at, alarm_id);
CREATE INDEX alarms_unsnapped ON public.alarms USING btree (first_at) WHERE (NOT snapshot_done);
CREATE INDEX alarms_untaken_rule ON public.alarms USING btree (rule_key, recovered_at) WHERE ((handling = 'unprocessed'::text) AND (recovered_at IS NOT NULL) AND (type = 'threshold'::text));
CREATE INDEX alarms_untaken_type ON public.alarms USING btree (type, recovered_at) WHERE ((handling = 'unprocessed'::text) AND (recovered_at IS NOT NULL) AND (type <> 'threshold'::text));
CREATE TRIGGER alarms_hasten BEFORE UPDATE OF severity ON public.alarms FOR EACH ROW WHEN ((array_position(ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text], new.severity) > array_position(ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text], old.severity))) EXECUTE FUNCTION hasten_alarm();
CREATE TRIGGER alarms_mute BEFORE UPDATE OF recovered_at ON public.alarms FOR EACH ROW WHEN (((old.recovered_at IS NOT NULL) AND (new.recovered_at IS NULL))) EXECUTE FUNCTION mute_returned_alarm();
CREATE TRIGGER alarms_notify_changed AFTER UPDATE ON public.alarms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_changed_alarms();
CREATE TRIGGER alarms_notify_raised AFTER INSERT ON public.alarms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_raised_alarms();
CREATE TRIGGER alarms_place BEFORE INSERT ON public.alarms FOR EACH ROW EXECUTE FUNCTION place_new_alarm();
CREATE TRIGGER alarms_standing_changed AFTER UPDATE ON public.alarms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION standing_alarms_changed();
CREATE TRIGGER alarms_standing_deleted AFTER DELETE ON public.alarms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION standing_alarms_deleted();
CREATE TRIGGER alarms_standing_raised AFTER INSERT ON public.alarms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION standing_alarms_raised();
CREATE TRIGGER alarms_tally_changed AFTER UPDATE ON public.alarms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_alarms();
CREATE TRIGGER alarms_tally_deleted AFTER DELETE ON public.alarms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_deleted_alarms();
CREATE TRIGGER alarms_tally_raised AFTER INSERT ON public.alarms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tally_raised_alarms();
CREATE TRIGGER alarms_webhook_changed AFTER UPDATE ON public.alarms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_changed_alarms();
CREATE TRIGGER alarms_webhook_raised AFTER INSERT ON public.alarms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_raised_alarms();
comment on table alarms is 'Alarms of devices: one row from the first time it is raised, with a count, until it recovers and its cool-down is over.';
comment on column alarms.agent_path is 'Of the device, now: an alarm follows its device to the next distributor.';
comment on column alarms.rule_key is 'Key of the fault point or the setting, number of the SIM card; empty where the type says all.';
comment on column alarms.value is 'Measured at the trigger; null = nothing was.';
comment on column alarms.first_at is 'Times of the device for what reports raise, of the server for what checks raise.';
comment on column alarms.snapshot_done is 'The half hour after the trigger was looked at; without a snapshot_id the device reported nothing.';
comment on column alarms.changed_at is 'Of the database, for pushes.';
comment on column alarms.muted is 'A mute applies: kept when it is raised, and when mutes begin and end.';
comment on column alarms.reason is 'Why the severity is not that of the type; null = it is.';
comment on column alarms.due_at is 'Until when it is to be processed, by its severity when it was raised; sooner where it became worse.';
comment on column alarms.handled_at is 'When it was processed or closed; null = it is not.';
comment on column alarms.sla_at is 'due_at while the clock runs; infinity once it was processed or has recovered.';

create table analysis_report_runs (
  run_id integer generated always as identity not null,
  report_id integer not null,
  scheduled boolean not null,
  state text not null,
  reason text,
  file bytea,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint analysis_report_runs_pkey PRIMARY KEY (run_id),
  constraint analysis_report_runs_report_id_fkey FOREIGN KEY (report_id) REFERENCES analysis_reports(report_id) ON DELETE CASCADE,
  constraint analysis_report_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX analysis_report_runs_report ON public.analysis_report_runs USING btree (report_id, run_id DESC);
comment on table analysis_report_runs is 'One making of a report, with its file.';
comment on column analysis_report_runs.file is 'PDF; null = not made yet, or failed.';

create table analysis_reports (
  report_id integer generated always as identity not null,
  uid integer not null,
  report_name text not null,
  figures text[] not null,
  cohorts jsonb not null,
  period text not null,
  language text not null,
  time_zone text not null,
  schedule text not null,
  at_hour integer not null,
  weekday integer not null,
  month_day integer not null,
  recipients text[] not null,
  paused boolean default false not null,
  next_run_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint analysis_reports_at_hour_check CHECK (((at_hour >= 0) AND (at_hour <= 23))),
  constraint analysis_reports_language_check CHECK ((language = ANY (ARRAY['en'::text, 'zh'::text, 'pl'::text]))),
  constraint analysis_reports_month_day_check CHECK (((month_day >= 1) AND (month_day <= 28))),
  constraint analysis_reports_pkey PRIMARY KEY (report_id),
  constraint analysis_reports_report_name_check CHECK (((char_length(report_name) >= 1) AND (char_length(report_name) <= 80))),
  constraint analysis_reports_schedule_check CHECK ((schedule = ANY (ARRAY['none'::text, 'daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint analysis_reports_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE,
  constraint analysis_reports_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
CREATE INDEX analysis_reports_due ON public.analysis_reports USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
CREATE UNIQUE INDEX analysis_reports_name ON public.analysis_reports USING btree (uid, lower(report_name));
CREATE TRIGGER analysis_reports_names BEFORE INSERT OR UPDATE OF cohorts ON public.analysis_reports FOR EACH ROW EXECUTE FUNCTION hold_named_rows('distributors', 'agent_id', 'select c ->> ''agent_id'' from jsonb_array_elements(($1).cohorts) c', 'device_groups', 'group_id', 'select c ->> ''group_id'' from jsonb_array_elements(($1).cohorts) c', 'products', 'product_key', 'select jsonb_array_elements_text(c -> ''product_keys'') from jsonb_array_elements(($1).cohorts) c');
comment on table analysis_reports is 'Figures and cohorts of the analysis under a name; made with the rights and scope that the account has at the time.';
comment on column analysis_reports.cohorts is 'Which units, and days of their own: one or two parts of the fleet.';
comment on column analysis_reports.weekday is '1 = Monday; of weekly reports.';
comment on column analysis_reports.next_run_at is 'Null = no schedule, or paused.';

create table api_tokens (
  api_token_id integer generated always as identity not null,
  uid integer not null,
  token_name text not null,
  token_hash bytea not null,
  token_hint text not null,
  permissions text[] not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_address text,
  revoked_at timestamp with time zone,
  agent_id integer,
  calls_per_minute integer,
  constraint api_tokens_calls_per_minute_check CHECK ((calls_per_minute > 0)),
  constraint api_tokens_pkey PRIMARY KEY (api_token_id),
  constraint api_tokens_token_hash_key UNIQUE (token_hash),
  constraint api_tokens_token_name_check CHECK (((char_length(token_name) >= 1) AND (char_length(token_name) <= 60))),
  constraint api_tokens_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX api_tokens_uid ON public.api_tokens USING btree (uid);
comment on table api_tokens is 'Tokens of programs that act for an account, with a part of its rights; only SHA-256 is kept.';
comment on column api_tokens.token_hint is 'Its first letters, to tell one from another.';
comment on column api_tokens.agent_id is 'Narrowed to this distributor and those below; null = the whole reach of the account. No reference: without its distributor a token sees nothing, and never more.';
comment on column api_tokens.calls_per_minute is 'Null = no limit but that of every token.';

create table app_package_uploads (
  version_id integer not null,
  file jsonb not null,
  received integer default 0 not null,
  touched_at timestamp with time zone not null,
  constraint app_package_uploads_pkey PRIMARY KEY (version_id),
  constraint app_package_uploads_version_id_fkey FOREIGN KEY (version_id) REFERENCES app_versions(version_id) ON DELETE CASCADE
);
CREATE INDEX app_package_uploads_touched ON public.app_package_uploads USING btree (touched_at);
comment on table app_package_uploads is 'Packages that are on their way, one for each version; received = bytes from the beginning that are on the disk.';

create table app_push_tokens (
  push_token_id integer generated always as identity not null,
  session_hash bytea not null,
  app_user_id integer not null,
  app_id integer not null,
  platform text not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  token_hint text not null,
  registered_at timestamp with time zone not null,
  constraint app_push_tokens_app_id_fkey FOREIGN KEY (app_id) REFERENCES applications(app_id) ON DELETE CASCADE,
  constraint app_push_tokens_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint app_push_tokens_pkey PRIMARY KEY (push_token_id),
  constraint app_push_tokens_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES app_user_sessions(token_hash) ON DELETE CASCADE,
  constraint app_push_tokens_session_hash_key UNIQUE (session_hash)
);
CREATE UNIQUE INDEX app_push_tokens_token ON public.app_push_tokens USING btree (app_id, token_hash);
CREATE INDEX app_push_tokens_user ON public.app_push_tokens USING btree (app_user_id);
comment on table app_push_tokens is 'Where push messages reach a phone: one for each session, gone with it.';
comment on column app_push_tokens.token_hash is 'SHA-256: one phone is registered once in an app, whoever is signed in on it.';
comment on column app_push_tokens.token_sealed is 'The token itself, sealed with the key of the installation; only who sends opens it.';
comment on column app_push_tokens.token_hint is 'Its beginning and end: all that is ever shown.';

create table app_user_consents (
  app_user_id integer not null,
  consent text not null,
  given_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  constraint app_user_consents_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint app_user_consents_pkey PRIMARY KEY (app_user_id, consent, given_at)
);

create table app_user_log_ins (
  log_in_id bigint generated always as identity not null,
  app_user_id integer not null,
  at timestamp with time zone not null,
  address text not null,
  app_version text default ''::text not null,
  phone_model text default ''::text not null,
  result text not null,
  constraint app_user_log_ins_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint app_user_log_ins_pkey PRIMARY KEY (log_in_id)
);
CREATE INDEX app_user_log_ins_user ON public.app_user_log_ins USING btree (app_user_id, at DESC);

create table app_user_messages (
  message_id integer generated always as identity not null,
  app_user_id integer not null,
  title text not null,
  text text not null,
  sent_at timestamp with time zone not null,
  by_uid integer,
  agent_id integer,
  read_at timestamp with time zone,
  constraint app_user_messages_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint app_user_messages_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint app_user_messages_by_uid_fkey FOREIGN KEY (by_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint app_user_messages_pkey PRIMARY KEY (message_id)
);
CREATE INDEX app_user_messages_agent ON public.app_user_messages USING btree (agent_id);
CREATE INDEX app_user_messages_by ON public.app_user_messages USING btree (by_uid);
CREATE INDEX app_user_messages_user ON public.app_user_messages USING btree (app_user_id, sent_at DESC);
comment on column app_user_messages.by_uid is 'Who sent it; null = an account that is gone.';
comment on column app_user_messages.agent_id is 'The house of who sent it; null = the manufacturer, whose messages whoever sees the person reads.';
comment on column app_user_messages.read_at is 'When the person first opened it; null = not yet.';

create table app_user_sessions (
  token_hash bytea not null,
  app_user_id integer not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  address text not null,
  app_version text default ''::text not null,
  phone_model text default ''::text not null,
  constraint app_user_sessions_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint app_user_sessions_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX app_user_sessions_user ON public.app_user_sessions USING btree (app_user_id, created_at DESC);

create table app_users (
  app_user_id integer generated always as identity not null,
  nick_name text default ''::text not null,
  phone text,
  email text,
  created_at timestamp with time zone default now() not null,
  app_id integer,
  password_hash text,
  country text default ''::text not null,
  region_text text default ''::text not null,
  language text default ''::text not null,
  gender text default 'unknown'::text not null,
  remark text default ''::text not null,
  marks text[] default '{}'::text[] not null,
  disabled boolean default false not null,
  erased_at timestamp with time zone,
  last_login_at timestamp with time zone,
  app_version text default ''::text not null,
  platform text default ''::text not null,
  updated_at timestamp with time zone default now() not null,
  constraint app_users_app_id_fkey FOREIGN KEY (app_id) REFERENCES applications(app_id),
  constraint app_users_gender_check CHECK ((gender = ANY (ARRAY['male'::text, 'female'::text, 'unknown'::text]))),
  constraint app_users_pkey PRIMARY KEY (app_user_id),
  constraint app_users_remark_check CHECK ((char_length(remark) <= 100))
);
CREATE INDEX app_users_created ON public.app_users USING btree (created_at DESC, app_user_id DESC);
CREATE UNIQUE INDEX app_users_email ON public.app_users USING btree (app_id, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX app_users_email_part ON public.app_users USING gin (lower(email) gin_trgm_ops);
CREATE INDEX app_users_name_part ON public.app_users USING gin (lower(nick_name) gin_trgm_ops);
CREATE UNIQUE INDEX app_users_phone ON public.app_users USING btree (app_id, phone) WHERE (phone IS NOT NULL);
CREATE INDEX app_users_phone_part ON public.app_users USING gin (phone gin_trgm_ops);
CREATE INDEX app_users_search ON public.app_users USING gin (search_text(nick_name) gin_trgm_ops);
CREATE INDEX app_users_version ON public.app_users USING btree (app_id, platform, app_version) WHERE ((last_login_at IS NOT NULL) AND (erased_at IS NULL));
CREATE TRIGGER app_users_link_ended AFTER UPDATE OF password_hash, disabled ON public.app_users FOR EACH ROW WHEN (((new.password_hash IS DISTINCT FROM old.password_hash) OR (new.disabled AND (NOT old.disabled)))) EXECUTE FUNCTION end_app_user_link();
CREATE TRIGGER app_users_link_outdated AFTER UPDATE OF email ON public.app_users FOR EACH ROW WHEN ((new.email IS DISTINCT FROM old.email)) EXECUTE FUNCTION end_mailed_app_user_link();

create table app_versions (
  version_id integer generated always as identity not null,
  app_id integer not null,
  platform text not null,
  version text not null,
  version_key integer[] not null,
  build integer not null,
  min_os text default ''::text not null,
  update_type text not null,
  minimum_version text default ''::text not null,
  staged_percent integer not null,
  notes jsonb not null,
  store_url text default ''::text not null,
  state text default 'draft'::text not null,
  created_by integer,
  released_by integer,
  created_at timestamp with time zone not null,
  released_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  channel text default 'stable'::text not null,
  countries text[] default '{}'::text[] not null,
  scheduled_at timestamp with time zone,
  package jsonb,
  downloads integer default 0 not null,
  constraint app_versions_app_id_fkey FOREIGN KEY (app_id) REFERENCES applications(app_id) ON DELETE CASCADE,
  constraint app_versions_build_check CHECK ((build > 0)),
  constraint app_versions_channel_check CHECK ((channel = ANY (ARRAY['stable'::text, 'beta'::text, 'internal'::text]))),
  constraint app_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint app_versions_pkey PRIMARY KEY (version_id),
  constraint app_versions_released_by_fkey FOREIGN KEY (released_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint app_versions_scheduled_check CHECK (((state = 'scheduled'::text) = (scheduled_at IS NOT NULL))),
  constraint app_versions_staged_percent_check CHECK (((staged_percent >= 1) AND (staged_percent <= 100))),
  constraint app_versions_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'scheduled'::text, 'released'::text, 'paused'::text, 'withdrawn'::text]))),
  constraint app_versions_update_type_check CHECK ((update_type = ANY (ARRAY['silent'::text, 'optional'::text, 'forced'::text])))
);
CREATE INDEX app_versions_created_by ON public.app_versions USING btree (created_by);
CREATE INDEX app_versions_released ON public.app_versions USING btree (app_id, platform, version_key DESC) WHERE (state = 'released'::text);
CREATE INDEX app_versions_released_by ON public.app_versions USING btree (released_by);
CREATE INDEX app_versions_scheduled ON public.app_versions USING btree (scheduled_at) WHERE (state = 'scheduled'::text);
CREATE UNIQUE INDEX app_versions_version ON public.app_versions USING btree (app_id, platform, channel, version_key);
comment on table app_versions is 'What the apps are told of their newer versions; the manufacturer''s, as the apps are.';
comment on column app_versions.version_key is 'The version as numbers without zeros at the end: lists compare as versions do.';
comment on column app_versions.staged_percent is 'Of the installations, so many percent are told; each decides by a hash of its name and this row''s number.';
comment on column app_versions.released_at is 'When it was first released; null = never.';
comment on column app_versions.channel is 'Who is told: an installation of a channel is told of that one and of the steadier ones.';
comment on column app_versions.countries is 'ISO 3166-1 alpha-2 of the phones that are told; empty = all.';
comment on column app_versions.scheduled_at is 'When it is released by itself.';
comment on column app_versions.package is 'The file: file_name, size in bytes, sha256; null = none. It lies under the number of the version.';
comment on column app_versions.downloads is 'How often its file was begun to be fetched by a link of the update check.';

create table applications (
  app_id integer generated always as identity not null,
  app_name text not null,
  english_name text default ''::text not null,
  app_key text not null,
  secret_hash bytea not null,
  platforms text[] default '{}'::text[] not null,
  package_name text default ''::text not null,
  enterprise text default ''::text not null,
  disabled boolean default false not null,
  built_in boolean default false not null,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint applications_app_key_key UNIQUE (app_key),
  constraint applications_app_name_check CHECK (((char_length(app_name) >= 1) AND (char_length(app_name) <= 60))),
  constraint applications_app_name_key UNIQUE (app_name),
  constraint applications_english_name_check CHECK ((char_length(english_name) <= 60)),
  constraint applications_pkey PRIMARY KEY (app_id)
);
comment on table applications is 'Apps for end users (spec 3, app info). The key names an app, the secret proves it; only SHA-256 is kept.';

create table attr_savings (
  uid integer not null,
  product_key text not null,
  savings jsonb not null,
  constraint attr_savings_pkey PRIMARY KEY (uid, product_key),
  constraint attr_savings_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE,
  constraint attr_savings_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);

create table audit_log (
  audit_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  uid integer,
  user_name text not null,
  address text not null,
  action text not null,
  object text not null,
  detail jsonb default '{}'::jsonb not null,
  result text not null,
  request_id text not null,
  agent_path text collate "C",
  method text default ''::text not null,
  user_agent text default ''::text not null,
  constraint audit_log_pkey PRIMARY KEY (audit_id)
);
CREATE INDEX audit_log_action ON public.audit_log USING btree (action, at DESC);
CREATE INDEX audit_log_address ON public.audit_log USING btree (address text_pattern_ops, at DESC);
CREATE INDEX audit_log_at ON public.audit_log USING btree (at DESC);
CREATE INDEX audit_log_object ON public.audit_log USING btree (object text_pattern_ops, at DESC);
CREATE INDEX audit_log_path ON public.audit_log USING btree (agent_path, at DESC);
CREATE INDEX audit_log_result ON public.audit_log USING btree (result, at DESC) WHERE (result <> 'ok'::text);
CREATE INDEX audit_log_uid ON public.audit_log USING btree (uid, at DESC);
CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
comment on table audit_log is 'Append-only: every change and every refused access. Never a secret.';
comment on column audit_log.detail is 'What changed: {"before": {...}, "after": {...}} of the changed fields; never a secret.';
comment on column audit_log.agent_path is 'Where the actor belonged then; null = the manufacturer, or nobody known.';

create table batch_items (
  batch_id integer not null,
  "position" integer not null,
  object_id integer not null,
  name text not null,
  result text,
  constraint batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES batch_jobs(batch_id) ON DELETE CASCADE,
  constraint batch_items_pkey PRIMARY KEY (batch_id, "position")
);
comment on column batch_items.result is '"ok" or the code of the refusal; null = it was not its turn (yet).';

create table batch_jobs (
  batch_id integer generated always as identity not null,
  uid integer not null,
  input jsonb not null,
  state text default 'queued'::text not null,
  total integer not null,
  done integer default 0 not null,
  failed integer default 0 not null,
  created_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  api_token_id integer,
  constraint batch_jobs_api_token_id_fkey FOREIGN KEY (api_token_id) REFERENCES api_tokens(api_token_id) ON DELETE CASCADE,
  constraint batch_jobs_pkey PRIMARY KEY (batch_id),
  constraint batch_jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'cancelled'::text]))),
  constraint batch_jobs_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX batch_jobs_api_token ON public.batch_jobs USING btree (api_token_id) WHERE (api_token_id IS NOT NULL);
CREATE INDEX batch_jobs_uid ON public.batch_jobs USING btree (uid, created_at DESC);
comment on column batch_jobs.input is 'What was asked, the rights of who asked (a program has fewer than its account), and from where.';
comment on column batch_jobs.api_token_id is 'The token that asked; null = the person.';

create table binding_events (
  binding_event_id bigint generated always as identity not null,
  device_id integer not null,
  app_user_id integer not null,
  at timestamp with time zone not null,
  action text not null,
  bind_way text not null,
  by_uid integer,
  reason text default ''::text not null,
  constraint binding_events_action_check CHECK ((action = ANY (ARRAY['bound'::text, 'shared'::text, 'unbound'::text, 'marked'::text, 'transferred'::text]))),
  constraint binding_events_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint binding_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint binding_events_pkey PRIMARY KEY (binding_event_id)
);
CREATE INDEX binding_events_at ON public.binding_events USING btree (at DESC);
CREATE INDEX binding_events_device ON public.binding_events USING btree (device_id, at DESC);
CREATE INDEX binding_events_user ON public.binding_events USING btree (app_user_id, at DESC);
CREATE TRIGGER binding_events_webhook AFTER INSERT ON public.binding_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_bindings();
comment on column binding_events.by_uid is 'The account of the console; null = the app user.';

create table binding_share_codes (
  code_hash bytea not null,
  device_id integer not null,
  app_user_id integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  invitation_id integer generated always as identity not null,
  constraint binding_share_codes_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint binding_share_codes_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint binding_share_codes_invitation_id_key UNIQUE (invitation_id),
  constraint binding_share_codes_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX binding_share_codes_device ON public.binding_share_codes USING btree (device_id);
CREATE INDEX binding_share_codes_expiry ON public.binding_share_codes USING btree (expires_at);
CREATE INDEX binding_share_codes_user ON public.binding_share_codes USING btree (app_user_id);
comment on table binding_share_codes is 'Codes an owner hands to somebody of the household, good once; only SHA-256 is kept.';
comment on column binding_share_codes.invitation_id is 'Names the invitation in the console.';

create table bindings (
  device_id integer not null,
  app_user_id integer not null,
  role text not null,
  bind_way text not null,
  bound_at timestamp with time zone default now() not null,
  marks text[] default '{}'::text[] not null,
  binding_id integer generated always as identity not null,
  constraint bindings_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint bindings_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint bindings_pkey PRIMARY KEY (device_id, app_user_id),
  constraint bindings_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'shared'::text])))
);
CREATE UNIQUE INDEX bindings_number ON public.bindings USING btree (binding_id);
CREATE UNIQUE INDEX bindings_one_owner ON public.bindings USING btree (device_id) WHERE (role = 'owner'::text);
CREATE INDEX bindings_time ON public.bindings USING btree (bound_at, binding_id);
CREATE INDEX bindings_user ON public.bindings USING btree (app_user_id);
CREATE TRIGGER bindings_end_data_grants AFTER DELETE ON public.bindings FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION end_data_grants();

create table canned_answers (
  canned_answer_id integer generated always as identity not null,
  agent_id integer,
  language text not null,
  title text not null,
  text text not null,
  uid integer,
  updated_at timestamp with time zone not null,
  constraint canned_answers_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint canned_answers_language_check CHECK ((language = ANY (ARRAY['en'::text, 'zh'::text, 'pl'::text]))),
  constraint canned_answers_pkey PRIMARY KEY (canned_answer_id),
  constraint canned_answers_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX canned_answers_agent ON public.canned_answers USING btree (agent_id);
CREATE UNIQUE INDEX canned_answers_title ON public.canned_answers USING btree (COALESCE(agent_id, 0), language, lower(title));
CREATE INDEX canned_answers_uid ON public.canned_answers USING btree (uid);
comment on table canned_answers is 'Prepared answers to service orders.';
comment on column canned_answers.agent_id is 'The distributor that keeps it, offered to its own people and to those below; null = the manufacturer.';
comment on column canned_answers.text is 'With placeholders {{device}}, {{person}} and {{distributor}}.';
comment on column canned_answers.uid is 'Who changed it last; null = an account that is gone.';

create table changed_places (
  agent_path text collate "C" not null,
  is_many boolean not null,
  changed_at timestamp with time zone not null,
  constraint changed_places_pkey PRIMARY KEY (agent_path, is_many)
) with (fillfactor=70);
CREATE INDEX changed_places_changed ON public.changed_places USING btree (changed_at);
comment on table changed_places is 'Where counts of units changed, and when: the path of who holds them, the path of the fleet for the manufacturer''s stock.';
comment on column changed_places.is_many is 'Of a fold that changed very many places: they are not told apart.';

create table chunk_merges (
  device_id integer not null,
  day date not null,
  constraint chunk_merges_pkey PRIMARY KEY (device_id, day)
);
comment on table chunk_merges is 'Days of devices that have several parts, to be made one.';

create table console_sockets (
  console_id uuid not null,
  socket_id integer not null,
  uid integer,
  user_name text not null,
  viewer text not null,
  address text not null,
  user_agent text not null,
  opened_at timestamp with time zone not null,
  active_at timestamp with time zone not null,
  devices integer not null,
  queued_bytes integer not null,
  close_requested boolean default false not null,
  constraint console_sockets_console_id_fkey FOREIGN KEY (console_id) REFERENCES consoles(console_id) ON DELETE CASCADE,
  constraint console_sockets_pkey PRIMARY KEY (console_id, socket_id)
);
comment on table console_sockets is 'Sockets as their console last published them.';
comment on column console_sockets.uid is 'Null = not authenticated yet.';
comment on column console_sockets.viewer is 'Who impersonates the account; empty = nobody.';
comment on column console_sockets.active_at is 'Of its last message, to five seconds.';
comment on column console_sockets.devices is 'Units whose values it subscribes to.';
comment on column console_sockets.queued_bytes is 'Bytes written that its network has not taken yet.';
comment on column console_sockets.close_requested is 'Its console closes it with its next look.';

create table consoles (
  console_id uuid not null,
  host text not null,
  seen_at timestamp with time zone default now() not null,
  constraint consoles_pkey PRIMARY KEY (console_id)
);
comment on table consoles is 'Main processes that have open sockets; one that was not seen for a minute is forgotten with its sockets.';

create table control_log (
  control_id bigint generated always as identity not null,
  device_id integer not null,
  uid integer not null,
  operator_name text not null,
  operator_email text default ''::text not null,
  operator_phone text default ''::text not null,
  source text not null,
  control_time timestamp with time zone not null,
  finish_time timestamp with time zone,
  point_key text not null,
  layout_id integer not null,
  old_value double precision,
  new_value double precision not null,
  read_back double precision,
  state text not null,
  reason text,
  control_data text default ''::text not null,
  sends smallint default 0 not null,
  expires_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  acked_at timestamp with time zone,
  frame text default ''::text not null,
  read_back_data text default ''::text not null,
  address text default ''::text not null,
  request_id text default ''::text not null,
  rollout_id integer,
  change_reason text default ''::text not null,
  constraint control_log_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint control_log_layout_id_fkey FOREIGN KEY (layout_id) REFERENCES product_versions(layout_id),
  constraint control_log_pkey PRIMARY KEY (control_id),
  constraint control_log_rollout_id_fkey FOREIGN KEY (rollout_id) REFERENCES rollouts(rollout_id) ON DELETE SET NULL,
  constraint control_log_source_check CHECK ((source = ANY (ARRAY['console'::text, 'api'::text, 'rollout'::text, 'schedule'::text]))),
  constraint control_log_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'acked'::text, 'verified'::text, 'mismatch'::text, 'failed'::text, 'expired'::text])))
);
CREATE INDEX control_log_device ON public.control_log USING btree (device_id, control_time DESC);
CREATE INDEX control_log_email_part ON public.control_log USING gin (lower(operator_email) gin_trgm_ops);
CREATE INDEX control_log_open ON public.control_log USING btree (expires_at) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text, 'acked'::text]));
CREATE INDEX control_log_phone_part ON public.control_log USING gin (operator_phone gin_trgm_ops);
CREATE INDEX control_log_point ON public.control_log USING btree (point_key, control_time DESC);
CREATE INDEX control_log_request ON public.control_log USING btree (request_id) WHERE (request_id <> ''::text);
CREATE INDEX control_log_rollout ON public.control_log USING btree (rollout_id, control_time DESC) WHERE (rollout_id IS NOT NULL);
CREATE INDEX control_log_source ON public.control_log USING btree (source, control_time DESC);
CREATE INDEX control_log_state ON public.control_log USING btree (state, control_time DESC);
CREATE INDEX control_log_time ON public.control_log USING btree (control_time DESC);
CREATE INDEX control_log_uid ON public.control_log USING btree (uid, control_time DESC);
comment on column control_log.uid is 'The account then; it may be deleted since, and numbers are never given twice.';
comment on column control_log.control_data is 'Raw words as written to the bus, hex.';
comment on column control_log.sends is 'How often the command was published: once, and once more when nothing answered.';
comment on column control_log.sent_at is 'First time it was published to the module; null = never.';
comment on column control_log.acked_at is 'When the module first said that it has written; null = never.';
comment on column control_log.frame is 'The Modbus RTU request that the module puts on the bus, hex.';
comment on column control_log.read_back_data is 'Raw words as they were read back, hex.';
comment on column control_log.address is 'Network address of the operator; empty for rows of older versions.';
comment on column control_log.rollout_id is 'The rollout that sent it; null = none.';
comment on column control_log.change_reason is 'Why it was set, in the words of who did; empty = no reason was asked for.';

create table damaged_chunks (
  device_id integer not null,
  day date not null,
  part integer not null,
  found_at timestamp with time zone not null,
  reason text not null,
  constraint damaged_chunks_pkey PRIMARY KEY (device_id, day, part)
);
comment on table damaged_chunks is 'Chunks that were found damaged; they are never read, merged or answered from.';

create table data_accesses (
  device_id integer not null,
  grant_id integer,
  call text not null,
  day date not null,
  count integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  last_address text not null,
  constraint data_accesses_call_check CHECK ((call = ANY (ARRAY['metadata'::text, 'latest'::text, 'history'::text, 'export'::text]))),
  constraint data_accesses_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint data_accesses_device_id_grant_id_call_day_key UNIQUE NULLS NOT DISTINCT (device_id, grant_id, call, day),
  constraint data_accesses_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES data_grants(grant_id) ON DELETE CASCADE
);
comment on table data_accesses is 'Reads of a unit''s data by its owner (no grant) and by third parties, counted for each UTC day.';

create table data_exports (
  device_id integer not null,
  app_user_id integer not null,
  state text not null,
  requested_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  rows integer default 0 not null,
  bytes bigint default 0 not null,
  constraint data_exports_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint data_exports_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint data_exports_pkey PRIMARY KEY (device_id),
  constraint data_exports_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
CREATE INDEX data_exports_user ON public.data_exports USING btree (app_user_id);
comment on table data_exports is 'Files in the folder of exports, owner-data-<device_id>.jsonl.gz; the row goes with the binding of its owner.';

create table data_grants (
  grant_id integer generated always as identity not null,
  device_id integer not null,
  app_user_id integer not null,
  recipient text not null,
  purpose text not null,
  token_hash bytea not null,
  token_hint text not null,
  data_from timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  ended_by_uid integer,
  end_reason text default ''::text not null,
  last_access_at timestamp with time zone,
  last_address text default ''::text not null,
  access_count integer default 0 not null,
  constraint data_grants_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint data_grants_check CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint data_grants_check1 CHECK ((expires_at > created_at)),
  constraint data_grants_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint data_grants_ended_by_check CHECK ((ended_by = ANY (ARRAY['owner'::text, 'operator'::text, 'binding'::text]))),
  constraint data_grants_ended_by_uid_fkey FOREIGN KEY (ended_by_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint data_grants_pkey PRIMARY KEY (grant_id),
  constraint data_grants_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX data_grants_device ON public.data_grants USING btree (device_id);
CREATE INDEX data_grants_time ON public.data_grants USING btree (created_at, grant_id);
CREATE INDEX data_grants_user ON public.data_grants USING btree (app_user_id);
comment on table data_grants is 'A third party that the owner of a unit lets read its data; ended ones stay as a record.';
comment on column data_grants.recipient is 'The third party, as the owner named it; emptied with the purpose when the owner is erased.';
comment on column data_grants.token_hash is 'SHA-256 of the token, which the owner saw once.';
comment on column data_grants.data_from is 'Reports before it are not read: the beginning of the grant, or of the owner''s binding.';

create table dead_letters (
  dead_letter_id bigint generated always as identity not null,
  at timestamp with time zone not null,
  mac text not null,
  topic text not null,
  reason text not null,
  payload bytea not null,
  tries integer default 0 not null,
  tried_at timestamp with time zone,
  constraint dead_letters_pkey PRIMARY KEY (dead_letter_id)
);
CREATE INDEX dead_letters_at ON public.dead_letters USING btree (at DESC);
CREATE INDEX dead_letters_mac ON public.dead_letters USING btree (mac, at DESC);
comment on table dead_letters is 'Frames that could not be taken, with the reason; bounded by the gateway.';
comment on column dead_letters.tries is 'How often it was processed once more without being stored; one that is stored is removed.';

create table device_capture_frames (
  device_id integer not null,
  frame_no integer not null,
  at timestamp with time zone not null,
  direction text not null,
  channel text not null,
  payload bytea not null,
  constraint device_capture_frames_device_id_fkey FOREIGN KEY (device_id) REFERENCES device_captures(device_id) ON DELETE CASCADE,
  constraint device_capture_frames_direction_check CHECK ((direction = ANY (ARRAY['up'::text, 'down'::text]))),
  constraint device_capture_frames_pkey PRIMARY KEY (device_id, frame_no)
);
CREATE INDEX device_capture_frames_at ON public.device_capture_frames USING btree (at DESC, device_id, frame_no);
comment on table device_capture_frames is 'Messages between a module and the cloud, as they were on the wire; secrets are left out.';

create table device_captures (
  device_id integer not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  by_uid integer,
  constraint device_captures_by_uid_fkey FOREIGN KEY (by_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint device_captures_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_captures_pkey PRIMARY KEY (device_id)
);
CREATE INDEX device_captures_ends ON public.device_captures USING btree (ends_at);
comment on table device_captures is 'The last capture of raw frames of a device; a new one takes its place.';
comment on column device_captures.stopped_at is 'Ended before its time: by a person, or because it was full.';

create table device_commissionings (
  device_id integer not null,
  findings jsonb not null,
  note text not null,
  file_ids integer[] not null,
  signed_name text not null,
  drawn bytea,
  uid integer,
  signed_by text not null,
  signed_at timestamp with time zone not null,
  constraint device_commissionings_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_commissionings_pkey PRIMARY KEY (device_id),
  constraint device_commissionings_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX device_commissionings_uid ON public.device_commissionings USING btree (uid);
comment on table device_commissionings is 'Commissioning reports that are signed: what was found in the first 72 hours of a unit, as it was when it was signed.';
comment on column device_commissionings.findings is 'Checks with figures and limits, and settings that differ from their defaults.';
comment on column device_commissionings.file_ids is 'Photos among device_files; one that was removed since is left out.';
comment on column device_commissionings.drawn is 'The drawn signature as PNG; null = confirmed by the account.';

create table device_day_reasons (
  device_id integer not null,
  reason text not null,
  constraint device_day_reasons_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_day_reasons_pkey PRIMARY KEY (device_id, reason),
  constraint device_day_reasons_reason_check CHECK ((reason = ANY (ARRAY['low_cop'::text, 'short_cycling'::text])))
);
comment on table device_day_reasons is 'What daily figures take from the health of a unit, refreshed every half an hour.';

create table device_day_sums (
  day date not null,
  units integer not null,
  heat_wh bigint not null,
  electricity_wh bigint not null,
  ambient_mc bigint not null,
  ambient_units integer not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX device_day_sums_day ON public.device_day_sums USING btree (day);
comment on table device_day_sums is 'Sums over complete days with a COP of all units that are counted, as writers append them; a day has one row once it is folded.';
comment on column device_day_sums.heat_wh is 'Whole Wh, so that what is taken out again leaves exactly the rest.';
comment on column device_day_sums.ambient_mc is 'Sum of the mean outdoor temperatures, thousandths of a degree Celsius.';

create table device_days (
  device_id integer not null,
  day date not null,
  time_zone text not null,
  product_key text not null,
  layout_id integer,
  reports integer not null,
  is_complete boolean not null,
  computed_at timestamp with time zone not null,
  quality double precision not null,
  online_share double precision,
  heat_method text,
  electricity_method text,
  heat_kwh double precision,
  heat_heating_kwh double precision,
  heat_hot_water_kwh double precision,
  heat_cooling_kwh double precision,
  electricity_kwh double precision,
  electricity_heating_kwh double precision,
  electricity_hot_water_kwh double precision,
  electricity_cooling_kwh double precision,
  cop double precision,
  starts integer,
  run_minutes double precision,
  heating_minutes double precision,
  hot_water_minutes double precision,
  cooling_minutes double precision,
  median_cycle_minutes double precision,
  defrosts integer,
  defrost_minutes double precision,
  heater_minutes double precision,
  mean_ambient_c double precision,
  min_ambient_c double precision,
  mean_flow_c double precision,
  alarms_raised integer not null,
  mean_difference_k double precision,
  mean_flow_l_min double precision,
  heater_fault_minutes double precision,
  constraint device_days_cop_check CHECK (((cop >= (0)::double precision) AND (cop <= (10)::double precision))),
  constraint device_days_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_days_electricity_method_check CHECK ((electricity_method = ANY (ARRAY['meter'::text, 'estimated'::text]))),
  constraint device_days_heat_method_check CHECK ((heat_method = ANY (ARRAY['flow'::text, 'meter'::text]))),
  constraint device_days_online_share_check CHECK (((online_share >= (0)::double precision) AND (online_share <= (1)::double precision))),
  constraint device_days_pkey PRIMARY KEY (device_id, day),
  constraint device_days_quality_check CHECK (((quality >= (0)::double precision) AND (quality <= (1)::double precision)))
);
CREATE INDEX device_days_open ON public.device_days USING btree (computed_at) WHERE (NOT is_complete);
CREATE INDEX device_days_product ON public.device_days USING btree (day, product_key);
CREATE TRIGGER device_days_sum_changed AFTER UPDATE ON public.device_days REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION sum_device_days();
CREATE TRIGGER device_days_sum_gone AFTER DELETE ON public.device_days REFERENCING OLD TABLE AS was FOR EACH STATEMENT EXECUTE FUNCTION sum_device_days();
CREATE TRIGGER device_days_sum_new AFTER INSERT ON public.device_days REFERENCING NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION sum_device_days();
comment on table device_days is 'Daily figures of units, computed by a background task (server/src/features/device-days); null = not known, never zero.';
comment on column device_days.day is 'Calendar day in time_zone, the zone of the unit.';
comment on column device_days.product_key is 'Product whose version decoded the reports of the day; layout_id is that version.';
comment on column device_days.is_complete is 'False while the day lasts: figures are of its part so far.';
comment on column device_days.quality is 'Share of the day in which all values needed for heat and electricity were known.';
comment on column device_days.online_share is 'Share of the known part of the day in which the module was on line; null = nothing is known.';
comment on column device_days.heat_method is 'flow = water flow and temperature difference, meter = counters of the board.';
comment on column device_days.electricity_method is 'meter = counters or a power meter, estimated = voltage and current.';
comment on column device_days.heat_cooling_kwh is 'Heat taken from the water while cooling; positive.';
comment on column device_days.cop is 'Heat over electricity; null below 80 % quality, below 0.5 kWh, or outside 0 to 10.';
comment on column device_days.heating_minutes is 'Time the compressor ran for heating; the same for hot water and cooling.';
comment on column device_days.median_cycle_minutes is 'Half of the runs of the compressor that ended on this day were shorter.';
comment on column device_days.mean_flow_c is 'Flow temperature while the compressor ran.';
comment on column device_days.mean_difference_k is 'Between flow and return while the compressor ran, defrosts and their recovery left out.';
comment on column device_days.mean_flow_l_min is 'Water flow in the same time.';
comment on column device_days.heater_fault_minutes is 'Minutes of heater_minutes in which the compressor stood still under a fault of the board; null = not looked at.';

create table device_days_due (
  device_id integer not null,
  day date not null,
  mark integer default 1 not null,
  constraint device_days_due_pkey PRIMARY KEY (device_id, day)
);
comment on table device_days_due is 'UTC days of units whose reports changed after they were over: written with each segment, removed when the days are computed anew.';
comment on column device_days_due.mark is 'Rises with each change, so that one during a computation is not lost.';

create table device_events (
  event_id bigint generated always as identity not null,
  device_id integer not null,
  at timestamp with time zone not null,
  kind text not null,
  detail jsonb default '{}'::jsonb not null,
  constraint device_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_events_pkey PRIMARY KEY (event_id)
);
CREATE INDEX device_events_at ON public.device_events USING btree (at DESC, event_id DESC);
CREATE INDEX device_events_device ON public.device_events USING btree (device_id, at DESC);
CREATE INDEX device_events_kind ON public.device_events USING btree (kind, at DESC, event_id DESC);
CREATE INDEX device_events_notable ON public.device_events USING btree (at DESC) WHERE (kind = ANY (ARRAY['offline'::text, 'alarm'::text]));
CREATE TRIGGER device_events_webhook AFTER INSERT ON public.device_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_connections();
comment on table device_events is 'What happened to a device: online, offline, 485, boot, cloned id.';

create table device_favourites (
  uid integer not null,
  device_id integer not null,
  constraint device_favourites_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_favourites_pkey PRIMARY KEY (uid, device_id),
  constraint device_favourites_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);

create table device_files (
  file_id integer generated always as identity not null,
  device_id integer not null,
  file_name text not null,
  content_type text not null,
  content bytea not null,
  added_by text not null,
  added_at timestamp with time zone not null,
  constraint device_files_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'application/pdf'::text]))),
  constraint device_files_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_files_pkey PRIMARY KEY (file_id)
);
CREATE INDEX device_files_device ON public.device_files USING btree (device_id, file_id);
comment on table device_files is 'Photos and documents of units; their content decides the type.';

create table device_group_members (
  group_id integer not null,
  device_id integer not null,
  constraint device_group_members_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES device_groups(group_id) ON DELETE CASCADE,
  constraint device_group_members_pkey PRIMARY KEY (group_id, device_id)
);
CREATE INDEX device_group_members_device ON public.device_group_members USING btree (device_id);

create table device_groups (
  group_id integer generated always as identity not null,
  group_name text not null,
  description text default ''::text not null,
  filter jsonb,
  agent_id integer,
  created_by integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint device_groups_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint device_groups_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint device_groups_description_check CHECK ((char_length(description) <= 200)),
  constraint device_groups_group_name_check CHECK (((char_length(group_name) >= 1) AND (char_length(group_name) <= 60))),
  constraint device_groups_pkey PRIMARY KEY (group_id)
);
CREATE INDEX device_groups_agent ON public.device_groups USING btree (agent_id);
CREATE INDEX device_groups_created_by ON public.device_groups USING btree (created_by);
CREATE UNIQUE INDEX device_groups_name ON public.device_groups USING btree (COALESCE(agent_id, 0), lower(group_name));
CREATE TRIGGER device_groups_names BEFORE INSERT OR UPDATE OF filter ON public.device_groups FOR EACH ROW EXECUTE FUNCTION hold_named_rows('distributors', 'agent_id', 'select ($1).filter ->> ''agent_id''', 'device_groups', 'group_id', 'select ($1).filter ->> ''group_id''', 'products', 'product_key', 'select ($1).filter ->> ''product_key''');
comment on table device_groups is 'Lists of devices, and filters under a name.';
comment on column device_groups.filter is 'A filter of the device list; null = a static list.';
comment on column device_groups.agent_id is 'The distributor that made it; null = the manufacturer.';

create table device_health (
  device_id integer not null,
  score smallint not null,
  score_without_card smallint not null,
  reasons text[] not null,
  constraint device_health_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_health_pkey PRIMARY KEY (device_id),
  constraint device_health_score_check CHECK (((score >= 0) AND (score <= 100))),
  constraint device_health_score_without_card_check CHECK (((score_without_card >= 0) AND (score_without_card <= 100)))
);
CREATE INDEX device_health_score ON public.device_health USING btree (score, device_id);
CREATE INDEX device_health_score_without_card ON public.device_health USING btree (score_without_card, device_id);
comment on table device_health is 'Units with anything that lowers their health, refreshed every minute; a unit without a row is at 100.';
comment on column device_health.score_without_card is 'The score for those who may not see SIM cards.';
comment on column device_health.reasons is 'The heaviest first.';

create table device_holding_changes (
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  n integer not null,
  active integer not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table device_holding_changes is 'What device_holdings does not hold yet: devices that went (negative) or came, and how many of them are in use.';

create table device_holdings (
  agent_id integer not null,
  product_key text not null,
  active integer not null,
  stock integer not null,
  shipped integer not null,
  constraint device_holdings_pkey PRIMARY KEY (agent_id, product_key)
) with (fillfactor=60);
comment on table device_holdings is 'Devices of each distributor''s subtree by product: in use, held, passed on.';
comment on column device_holdings.active is 'On line at least once.';
comment on column device_holdings.stock is 'Held by the distributor itself, never on line.';
comment on column device_holdings.shipped is 'Held by the distributors below it.';

create table device_import_rows (
  import_id integer not null,
  "row" integer not null,
  mac_text text not null,
  mac text,
  product_text text not null,
  product_key text,
  iccid text not null,
  hardware_version text not null,
  device_name text not null,
  serial text not null,
  secret_sealed bytea,
  own_secret boolean not null,
  flaws text[] not null,
  dropped boolean default false not null,
  verdict text default 'error'::text not null,
  problems text[] default '{}'::text[] not null,
  result text,
  device_id integer,
  constraint device_import_rows_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE SET NULL,
  constraint device_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES device_imports(import_id) ON DELETE CASCADE,
  constraint device_import_rows_pkey PRIMARY KEY (import_id, "row"),
  constraint device_import_rows_result_check CHECK ((result = ANY (ARRAY['imported'::text, 'repeated'::text, 'failed'::text, 'dropped'::text])))
);
CREATE INDEX device_import_rows_device ON public.device_import_rows USING btree (device_id) WHERE (device_id IS NOT NULL);
comment on table device_import_rows is 'Lines of imports.';
comment on column device_import_rows.secret_sealed is 'Of the unit to be made, sealed as in devices; null once it is there.';
comment on column device_import_rows.flaws is 'Problems that the line has by itself; `problems` also has those it has beside others.';

create table device_imports (
  import_id integer generated always as identity not null,
  batch_no text generated always as (('I'::text || lpad((import_id)::text, 10, '0'::text))) stored not null,
  uid integer,
  api_token_id integer,
  imported_user text not null,
  agent_id integer,
  agent_path text collate "C" not null,
  agent_name text,
  product_key text,
  product_keys text[] default '{}'::text[] not null,
  import_tag text not null,
  hardware_version text not null,
  remark text not null,
  source text not null,
  file_name text not null,
  state text default 'draft'::text not null,
  reason text,
  counts jsonb default '{}'::jsonb not null,
  progress integer default 0 not null,
  imported integer default 0 not null,
  repeated integer default 0 not null,
  failed integer default 0 not null,
  retry_of integer,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  undone_at timestamp with time zone,
  undone_by text default ''::text not null,
  secrets_at timestamp with time zone,
  secrets_by text default ''::text not null,
  constraint device_imports_api_token_id_fkey FOREIGN KEY (api_token_id) REFERENCES api_tokens(api_token_id) ON DELETE SET NULL,
  constraint device_imports_batch_no_key UNIQUE (batch_no),
  constraint device_imports_distributor_fkey FOREIGN KEY (agent_id, agent_path) REFERENCES distributors(agent_id, agent_path) ON UPDATE CASCADE ON DELETE SET NULL (agent_id),
  constraint device_imports_pkey PRIMARY KEY (import_id),
  constraint device_imports_retry_of_fkey FOREIGN KEY (retry_of) REFERENCES device_imports(import_id) ON DELETE SET NULL,
  constraint device_imports_source_check CHECK ((source = ANY (ARRAY['paste'::text, 'scan'::text, 'file'::text, 'api'::text]))),
  constraint device_imports_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'undone'::text]))),
  constraint device_imports_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX device_imports_open ON public.device_imports USING btree (state) WHERE (state = ANY (ARRAY['draft'::text, 'queued'::text, 'running'::text]));
CREATE INDEX device_imports_path ON public.device_imports USING btree (agent_path, import_id);
CREATE INDEX device_imports_uid ON public.device_imports USING btree (uid, state);
CREATE TRIGGER device_imports_names BEFORE INSERT OR UPDATE OF product_key, product_keys ON public.device_imports FOR EACH ROW EXECUTE FUNCTION hold_named_rows('products', 'product_key', 'select ($1).product_key union select unnest(($1).product_keys)');
comment on table device_imports is 'Batches of units that came in, and drafts of such.';
comment on column device_imports.agent_path is 'Where the units came to; "/" = stock of the manufacturer. A deleted distributor leaves its path.';
comment on column device_imports.product_keys is 'Of all its lines: a resource group of products sees batches of nothing else.';
comment on column device_imports.counts is 'Lines by verdict, as they were when it was checked last.';
comment on column device_imports.progress is 'Lines written so far; not part of the transaction that imports.';
comment on column device_imports.secrets_at is 'When the secrets were taken: once for each batch.';

create table device_installations (
  device_id integer not null,
  installer text not null,
  installed_on date,
  warranty_months integer,
  parts jsonb default '[]'::jsonb not null,
  note text not null,
  updated_by text not null,
  updated_at timestamp with time zone not null,
  constraint device_installations_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_installations_pkey PRIMARY KEY (device_id)
);
comment on column device_installations.warranty_months is 'From the first time online; null = none agreed.';
comment on column device_installations.parts is 'Parts with their serial numbers: [{ part, serial }].';

create table device_pings (
  device_id integer not null,
  ping_id integer generated always as identity not null,
  asked_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  result text,
  round_trip_ms integer,
  plan_version integer,
  constraint device_pings_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_pings_ping_id_key UNIQUE (ping_id),
  constraint device_pings_pkey PRIMARY KEY (device_id),
  constraint device_pings_result_check CHECK ((result = ANY (ARRAY['answered'::text, 'refused'::text, 'offline'::text, 'no_answer'::text])))
);
comment on table device_pings is 'The last ping of a module: a command that only has to be answered.';

create table device_rank_changes (
  prefix text not null,
  n integer not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table device_rank_changes is 'What device_ranks does not hold yet: devices that went (negative) or came.';

create table device_ranks (
  prefix text not null,
  n integer not null,
  before bigint default 0 not null,
  constraint device_ranks_pkey PRIMARY KEY (prefix)
);
CREATE INDEX device_ranks_before ON public.device_ranks USING btree (before, prefix);
comment on table device_ranks is 'Devices by the first ten characters of their id, in whose order lists are.';
comment on column device_ranks.before is 'Devices whose id begins with less, as far as folded.';

create table device_replacements (
  replacement_id integer generated always as identity not null,
  device_id integer not null,
  retired_device_id integer,
  old_mac text not null,
  new_mac text not null,
  kind text not null,
  reason text not null,
  sim_moved boolean not null,
  replaced_at timestamp with time zone not null,
  by_uid integer,
  claim_generation integer not null,
  retired_active boolean not null,
  retired_status jsonb,
  undone_at timestamp with time zone,
  undone_by_uid integer,
  undo_reason text default ''::text not null,
  constraint device_replacements_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_replacements_kind_check CHECK ((kind = ANY (ARRAY['module'::text, 'unit'::text]))),
  constraint device_replacements_pkey PRIMARY KEY (replacement_id),
  constraint device_replacements_retired_device_id_fkey FOREIGN KEY (retired_device_id) REFERENCES devices(device_id) ON DELETE SET NULL
);
CREATE INDEX device_replacements_at ON public.device_replacements USING btree (replaced_at DESC);
CREATE INDEX device_replacements_device ON public.device_replacements USING btree (device_id, replacement_id DESC);
CREATE INDEX device_replacements_new ON public.device_replacements USING btree (new_mac);
CREATE INDEX device_replacements_old ON public.device_replacements USING btree (old_mac);
CREATE INDEX device_replacements_retired ON public.device_replacements USING btree (retired_device_id);
comment on table device_replacements is 'Modules that took the place of others.';
comment on column device_replacements.device_id is 'The unit that goes on.';
comment on column device_replacements.retired_device_id is 'The row that holds the old module since.';
comment on column device_replacements.claim_generation is 'Of the new module when it came.';
comment on column device_replacements.retired_active is 'Whether the new module had ever been on line; for the undo, like retired_status.';

create table device_status (
  device_id integer not null,
  online boolean default false not null,
  online_since timestamp with time zone,
  first_online_at timestamp with time zone,
  last_online_at timestamp with time zone,
  last_offline_at timestamp with time zone,
  online_times integer default 0 not null,
  session_boot integer,
  bus_status text default 'unknown'::text not null,
  rssi_dbm smallint,
  last_report_at timestamp with time zone,
  last_arrival_at timestamp with time zone,
  layout_id integer,
  latest_blocks bytea,
  alarm_keys text[] default '{}'::text[] not null,
  alarm_count smallint default 0 not null,
  last_alarm_at timestamp with time zone,
  alarm_severity text,
  flow_c double precision,
  provisioned_at timestamp with time zone,
  own_secret_at timestamp with time zone,
  constraint device_status_alarm_severity_check CHECK ((alarm_severity = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint device_status_bus_status_check CHECK ((bus_status = ANY (ARRAY['ok'::text, 'lost'::text, 'unknown'::text]))),
  constraint device_status_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_status_pkey PRIMARY KEY (device_id)
) with (fillfactor=70);
alter table device_status alter latest_blocks set storage external;
CREATE INDEX device_status_activated ON public.device_status USING btree (first_online_at) WHERE (first_online_at IS NOT NULL);
CREATE INDEX device_status_alarm ON public.device_status USING btree (alarm_count) WHERE (alarm_count > 0);
CREATE INDEX device_status_bus ON public.device_status USING btree (bus_status) WHERE (bus_status = 'lost'::text);
CREATE INDEX device_status_gone ON public.device_status USING btree (COALESCE(last_offline_at, last_online_at)) WHERE ((NOT online) AND (first_online_at IS NOT NULL));
CREATE INDEX device_status_online ON public.device_status USING btree (online, last_online_at);
CREATE TRIGGER device_status_map_changed AFTER UPDATE OF online, first_online_at, alarm_count, alarm_severity ON public.device_status FOR EACH ROW WHEN (((old.online <> new.online) OR ((old.first_online_at IS NULL) <> (new.first_online_at IS NULL)) OR ((old.alarm_count > 0) <> (new.alarm_count > 0)) OR (old.alarm_severity IS DISTINCT FROM new.alarm_severity))) EXECUTE FUNCTION map_changed_state();
CREATE TRIGGER device_status_map_new AFTER INSERT ON public.device_status REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION map_new_states();
CREATE TRIGGER device_status_tally_changed AFTER UPDATE OF online, first_online_at, last_online_at, last_offline_at, alarm_count, bus_status ON public.device_status FOR EACH ROW WHEN (((old.online <> new.online) OR ((old.first_online_at IS NULL) <> (new.first_online_at IS NULL)) OR ((old.alarm_count > 0) <> (new.alarm_count > 0)) OR (old.bus_status <> new.bus_status) OR ((NOT new.online) AND ((old.last_offline_at IS DISTINCT FROM new.last_offline_at) OR (old.last_online_at IS DISTINCT FROM new.last_online_at))))) EXECUTE FUNCTION tally_changed_state();
CREATE TRIGGER device_status_tally_new AFTER INSERT ON public.device_status REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_new_states();
comment on table device_status is 'One row a device, rewritten by reports; few indexes so that updates stay in their page.';
comment on column device_status.last_report_at is 'Device time of the newest report; never steps back.';
comment on column device_status.latest_blocks is 'The newest answer to each poll block with its time (server/src/ingest/latest-blocks.ts).';
comment on column device_status.alarm_severity is 'Of the worst of alarm_keys; null = no alarm.';
comment on column device_status.flow_c is 'Flow water temperature of latest_blocks, decoded under layout_id; null = unknown.';
comment on column device_status.provisioned_at is 'First log-in with the secret of the product; null = none.';
comment on column device_status.own_secret_at is 'First log-in with the own secret after that: from then on the product''s is refused.';

create table device_tags (
  device_id integer not null,
  tag text not null,
  constraint device_tags_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint device_tags_tag_check CHECK (((char_length(tag) >= 1) AND (char_length(tag) <= 40)))
);
CREATE UNIQUE INDEX device_tags_device ON public.device_tags USING btree (device_id, lower(tag));
CREATE INDEX device_tags_tag ON public.device_tags USING btree (lower(tag), device_id);
comment on table device_tags is 'Free words on units; letter case does not tell two apart.';

create table device_tally (
  agent_id integer not null,
  span_minutes smallint not null,
  gone_from timestamp with time zone not null,
  product_key text not null,
  net text not null,
  identify_status text not null,
  online_state text not null,
  alarm boolean not null,
  bus_status text not null,
  n integer not null,
  constraint device_tally_pkey PRIMARY KEY (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status),
  constraint device_tally_span_minutes_check CHECK ((span_minutes = ANY (ARRAY[0, 1, 60])))
) with (fillfactor=80);
comment on table device_tally is 'Devices of each distributor''s subtree by product and state; agent_id 0 is the fleet.';
comment on column device_tally.span_minutes is '0 = all devices of the cell; else those of them that went off line in the hour or the minute that begins at gone_from, told once more.';
comment on column device_tally.gone_from is '-infinity where span_minutes is 0.';

create table device_tally_changes (
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  net text not null,
  identify_status text not null,
  online_state text not null,
  alarm boolean not null,
  bus_status text not null,
  gone_minute timestamp with time zone not null,
  n integer not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE TRIGGER device_tally_changes_places AFTER DELETE ON public.device_tally_changes REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_changed_places();
comment on table device_tally_changes is 'What device_tally does not hold yet: devices that left a cell (negative) or came to it.';

create table device_totals (
  agent_id integer not null,
  span_minutes smallint not null,
  gone_from timestamp with time zone not null,
  n integer not null,
  online integer not null,
  never_online integer not null,
  alarm integer not null,
  unrecognized integer not null,
  constraint device_totals_pkey PRIMARY KEY (agent_id, span_minutes, gone_from),
  constraint device_totals_span_minutes_check CHECK ((span_minutes = ANY (ARRAY[0, 1, 60])))
) with (fillfactor=60);
comment on table device_totals is 'Sums of device_tally: what is counted without asking for a product or a state.';

create table devices (
  device_id integer generated always as identity not null,
  mac text not null,
  device_name text not null,
  product_key text not null,
  agent_id integer,
  agent_path text collate "C" not null,
  net text not null,
  iccid text,
  secret_sealed bytea not null,
  static_login boolean default false not null,
  software_version text default ''::text not null,
  hardware_version text default ''::text not null,
  module_version text default ''::text not null,
  generic boolean default true not null,
  identify_status text default 'not_started'::text not null,
  info_pk text,
  dtu_default_pk text,
  active boolean default false not null,
  lat double precision,
  lon double precision,
  address text default ''::text not null,
  import_tag text default ''::text not null,
  import_time timestamp with time zone not null,
  import_count integer default 1 not null,
  imported_user text default ''::text not null,
  simulated boolean default false not null,
  claim_generation integer default 1 not null,
  province_id integer generated always as ((NULLIF(split_part(agent_path, '/'::text, 2), ''::text))::integer) stored,
  city_id integer generated always as ((NULLIF(split_part(agent_path, '/'::text, 3), ''::text))::integer) stored,
  county_id integer generated always as ((NULLIF(split_part(agent_path, '/'::text, 4), ''::text))::integer) stored,
  test_bench boolean default false not null,
  module_type text default ''::text not null,
  serial text default ''::text not null,
  imported_pk text,
  replaced_at timestamp with time zone,
  virtual boolean default false not null,
  position_accuracy_m integer,
  constraint devices_distributor_fkey FOREIGN KEY (agent_id, agent_path) REFERENCES distributors(agent_id, agent_path) ON UPDATE CASCADE,
  constraint devices_identify_status_check CHECK ((identify_status = ANY (ARRAY['recognized'::text, 'identifying'::text, 'not_started'::text, 'unrecognized'::text]))),
  constraint devices_imported_pk_fkey FOREIGN KEY (imported_pk) REFERENCES products(product_key),
  constraint devices_mac_check CHECK ((mac ~ '^([0-9]{15}|[0-9a-f]{12})$'::text)),
  constraint devices_mac_key UNIQUE (mac),
  constraint devices_net_check CHECK ((net = ANY (ARRAY['wifi'::text, '4g'::text]))),
  constraint devices_pkey PRIMARY KEY (device_id),
  constraint devices_position_accuracy_m_check CHECK ((position_accuracy_m > 0)),
  constraint devices_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key),
  constraint devices_stock_check CHECK (((agent_id IS NULL) = (agent_path = '/'::text)))
);
CREATE INDEX devices_agent ON public.devices USING btree (agent_id);
CREATE INDEX devices_city ON public.devices USING btree (city_id, mac);
CREATE INDEX devices_city_name ON public.devices USING btree (city_id, lower(device_name), mac);
CREATE INDEX devices_county ON public.devices USING btree (county_id, mac);
CREATE INDEX devices_county_name ON public.devices USING btree (county_id, lower(device_name), mac);
CREATE INDEX devices_hardware ON public.devices USING btree (hardware_version);
CREATE INDEX devices_iccid ON public.devices USING btree (iccid text_pattern_ops);
CREATE INDEX devices_iccid_key ON public.devices USING btree ("left"(iccid, 19)) WHERE (iccid IS NOT NULL);
CREATE INDEX devices_identify ON public.devices USING btree (identify_status, agent_path) WHERE (identify_status <> 'recognized'::text);
CREATE INDEX devices_import_tag ON public.devices USING btree (import_tag);
CREATE INDEX devices_import_time ON public.devices USING btree (import_time);
CREATE INDEX devices_imported_pk ON public.devices USING btree (imported_pk) WHERE (imported_pk IS NOT NULL);
CREATE INDEX devices_mac_end ON public.devices USING btree (reverse(mac) text_pattern_ops);
CREATE INDEX devices_mac_start ON public.devices USING btree (mac text_pattern_ops);
CREATE INDEX devices_name ON public.devices USING btree (lower(device_name), mac);
CREATE INDEX devices_name_part ON public.devices USING gin (lower(device_name) gin_trgm_ops);
CREATE INDEX devices_product ON public.devices USING btree (product_key, mac);
CREATE INDEX devices_province ON public.devices USING btree (province_id, mac);
CREATE INDEX devices_province_name ON public.devices USING btree (province_id, lower(device_name), mac);
CREATE INDEX devices_scope ON public.devices USING btree (agent_path, mac) INCLUDE (active);
CREATE INDEX devices_search ON public.devices USING gin (search_text(device_name) gin_trgm_ops);
CREATE INDEX devices_software ON public.devices USING btree (software_version);
CREATE INDEX devices_stock ON public.devices USING btree (agent_path, mac) WHERE (NOT active);
CREATE INDEX devices_unplaced ON public.devices USING btree (mac) WHERE ((lat IS NULL) OR (position_accuracy_m > 1000));
CREATE INDEX devices_virtual ON public.devices USING btree (mac) WHERE virtual;
CREATE TRIGGER devices_alarms_move AFTER UPDATE OF agent_path, product_key ON public.devices FOR EACH ROW WHEN (((old.agent_path <> new.agent_path) OR (old.product_key <> new.product_key))) EXECUTE FUNCTION move_alarms_of_device();
CREATE TRIGGER devices_hold_changed AFTER UPDATE ON public.devices REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION hold_changed_devices();
CREATE TRIGGER devices_hold_gone AFTER DELETE ON public.devices REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION hold_gone_devices();
CREATE TRIGGER devices_hold_new AFTER INSERT ON public.devices REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION hold_new_devices();
CREATE TRIGGER devices_map_changed AFTER UPDATE ON public.devices REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION map_changed_devices();
CREATE TRIGGER devices_map_new AFTER INSERT ON public.devices REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION map_new_devices();
CREATE TRIGGER devices_ranks_gone AFTER DELETE ON public.devices REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION rank_gone_devices();
CREATE TRIGGER devices_ranks_new AFTER INSERT ON public.devices REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION rank_new_devices();
CREATE TRIGGER devices_ranks_renamed AFTER UPDATE OF mac ON public.devices FOR EACH ROW WHEN ((old.mac <> new.mac)) EXECUTE FUNCTION rank_renamed_device();
CREATE TRIGGER devices_tally_changed AFTER UPDATE ON public.devices REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION tally_changed_devices();
CREATE TRIGGER devices_tally_leaving BEFORE DELETE ON public.devices FOR EACH ROW EXECUTE FUNCTION tally_leaving_device();
CREATE TRIGGER devices_tally_new AFTER INSERT ON public.devices REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION tally_new_devices();
CREATE TRIGGER devices_virtual_days BEFORE DELETE ON public.devices FOR EACH ROW WHEN (old.virtual) EXECUTE FUNCTION delete_virtual_days();
comment on column devices.mac is 'IMEI (15 digits) or MAC (12 lower-case hex): the id a module logs in with.';
comment on column devices.product_key is 'The product by which new reports are read: the set model, else the recognised one, else that of the import.';
comment on column devices.agent_id is 'Null = stock of the manufacturer, whose path is "/".';
comment on column devices.agent_path is 'Copy of the distributor''s path: every read of owned rows filters by its prefix.';
comment on column devices.secret_sealed is 'The module''s 32-byte secret, AES-256-GCM: nonce, tag, ciphertext. The broker needs it for HMAC.';
comment on column devices.static_login is 'May log in with mode s1 (the secret itself, TLS only): a module without a clock.';
comment on column devices.identify_status is 'Where recognition stands: vcard_pk on the wire.';
comment on column devices.lat is 'WGS-84 degrees.';
comment on column devices.claim_generation is 'Counts owners: the claim code on label and controller is made from the secret and this number.';
comment on column devices.province_id is 'Distributor of level 1 above the device, or its own; read off agent_path. city_id and county_id likewise, null below the own level.';
comment on column devices.test_bench is 'A real unit on a test bench: points whose writing was never tried on hardware may be set on it, as on simulated ones.';
comment on column devices.serial is 'What the manufacturer calls the unit, as its import said.';
comment on column devices.imported_pk is 'The product it was imported as; null = product_key, which no set or recognised model has replaced.';
comment on column devices.replaced_at is 'The module was replaced by another one and is refused; null = in service.';
comment on column devices.virtual is 'A virtual unit (virtual_units): left out of counts, statistics and shipments unless asked for.';
comment on column devices.position_accuracy_m is 'The unit is within so many metres of lat and lon; null = placed by a person. Above 1,000 it is an estimate.';

create table distributor_brandings (
  agent_id integer not null,
  brand_name text not null,
  brand_colour text,
  logo bytea,
  updated_at timestamp with time zone not null,
  constraint distributor_brandings_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint distributor_brandings_pkey PRIMARY KEY (agent_id)
);
comment on column distributor_brandings.logo is 'A PNG as it was checked; null = none.';

create table distributors (
  agent_id integer generated always as identity not null,
  agent_name text not null,
  agent_level smallint not null,
  parent_id integer,
  agent_path text collate "C" not null,
  country text default 'CN'::text not null,
  region_code text,
  address text default ''::text not null,
  phone text,
  email text,
  remark text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  region_text text default ''::text not null,
  agency_area text[] default '{}'::text[] not null,
  business_scope text default ''::text not null,
  product_keys text[] default '{}'::text[] not null,
  account_quota integer,
  device_quota integer,
  disabled boolean default false not null,
  created_by integer,
  updated_at timestamp with time zone default now() not null,
  constraint distributors_account_quota_check CHECK ((account_quota >= 0)),
  constraint distributors_agent_level_check CHECK (((agent_level >= 1) AND (agent_level <= 3))),
  constraint distributors_agent_name_check CHECK (((char_length(agent_name) >= 1) AND (char_length(agent_name) <= 30))),
  constraint distributors_agent_name_key UNIQUE (agent_name),
  constraint distributors_agent_path_key UNIQUE (agent_path),
  constraint distributors_business_scope_check CHECK ((char_length(business_scope) <= 100)),
  constraint distributors_check CHECK (((agent_level = 1) = (parent_id IS NULL))),
  constraint distributors_device_quota_check CHECK ((device_quota >= 0)),
  constraint distributors_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES distributors(agent_id),
  constraint distributors_pkey PRIMARY KEY (agent_id),
  constraint distributors_place UNIQUE (agent_id, agent_path),
  constraint distributors_region_text_check CHECK ((char_length(region_text) <= 100)),
  constraint distributors_remark_check CHECK ((char_length(remark) <= 100))
);
CREATE INDEX distributors_level ON public.distributors USING btree (agent_level, agent_path);
CREATE INDEX distributors_name_part ON public.distributors USING gin (lower(agent_name) gin_trgm_ops);
CREATE INDEX distributors_parent ON public.distributors USING btree (parent_id);
CREATE INDEX distributors_region ON public.distributors USING btree (region_code text_pattern_ops);
CREATE INDEX distributors_search ON public.distributors USING gin (search_text(agent_name) gin_trgm_ops);
CREATE TRIGGER distributors_links_ended AFTER UPDATE OF disabled ON public.distributors FOR EACH ROW WHEN ((new.disabled AND (NOT old.disabled))) EXECUTE FUNCTION end_links_below();
CREATE TRIGGER distributors_names BEFORE INSERT OR UPDATE OF product_keys ON public.distributors FOR EACH ROW EXECUTE FUNCTION hold_named_rows('products', 'product_key', 'select unnest(($1).product_keys)');
comment on table distributors is 'Distributors (agents), three levels: 1 province, 2 city, 3 county.';
comment on column distributors.agent_path is 'Ids from the top, "/1/7/33/"; a subtree is a prefix. Always ends with a slash.';
comment on column distributors.region_code is 'GB/T 2260 (6 digits) in China, ISO 3166-2 or null elsewhere.';
comment on column distributors.region_text is 'Region in words, outside China.';
comment on column distributors.agency_area is 'GB/T 2260 codes this distributor may sell in; empty = not limited.';
comment on column distributors.product_keys is 'Related products; empty = all.';
comment on column distributors.account_quota is 'Most accounts of this distributor itself; null = not limited.';
comment on column distributors.device_quota is 'Most devices of its subtree; null = not limited.';
comment on column distributors.disabled is 'Nobody of this distributor or of one below it may sign in.';

create table export_jobs (
  export_id bigint generated always as identity not null,
  uid integer not null,
  kind text not null,
  input jsonb not null,
  format text not null,
  file_name text not null,
  period_from timestamp with time zone,
  period_to timestamp with time zone,
  state text default 'queued'::text not null,
  rows_done integer default 0 not null,
  rows_total integer,
  file_bytes bigint,
  reason text,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  api_token_id integer,
  constraint export_jobs_api_token_id_fkey FOREIGN KEY (api_token_id) REFERENCES api_tokens(api_token_id) ON DELETE CASCADE,
  constraint export_jobs_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'zip'::text]))),
  constraint export_jobs_pkey PRIMARY KEY (export_id),
  constraint export_jobs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'expired'::text]))),
  constraint export_jobs_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX export_jobs_api_token ON public.export_jobs USING btree (api_token_id) WHERE (api_token_id IS NOT NULL);
CREATE INDEX export_jobs_open ON public.export_jobs USING btree (state) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE INDEX export_jobs_uid ON public.export_jobs USING btree (uid, created_at DESC);
comment on table export_jobs is 'Export records (spec 3): file name, period, time, status, progress, file. The file lies in the data folder under its id.';
comment on column export_jobs.api_token_id is 'The token that asked; null = the person.';

create table fault_codes (
  fault_id integer generated always as identity not null,
  set_name text not null,
  code text not null,
  code_num integer,
  register integer,
  "bit" integer,
  names jsonb not null,
  category text not null,
  severity text not null,
  causes jsonb not null,
  remedies jsonb not null,
  source text default ''::text not null,
  built_in boolean default false not null,
  updated_by text default ''::text not null,
  updated_at timestamp with time zone not null,
  checks jsonb not null,
  parts text[] default '{}'::text[] not null,
  manual_url text default ''::text not null,
  constraint fault_codes_pkey PRIMARY KEY (fault_id),
  constraint fault_codes_set_name_code_key UNIQUE (set_name, code),
  constraint fault_codes_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'warning'::text, 'fault'::text, 'lockout'::text])))
);
CREATE INDEX fault_codes_search ON public.fault_codes USING gin (search_text(((((((code || ' '::text) || COALESCE((names ->> 'en'::text), ''::text)) || ' '::text) || COALESCE((names ->> 'zh'::text), ''::text)) || ' '::text) || COALESCE((names ->> 'pl'::text), ''::text))) gin_trgm_ops);
comment on column fault_codes.code_num is 'The code as a fault word tells it; null = a bit stands for it.';
comment on column fault_codes.causes is 'By language; an empty one is told in English. Likewise checks and remedies.';
comment on column fault_codes.parts is 'Names or numbers of spare parts.';

create table fault_notes (
  note_id integer generated always as identity not null,
  fault_id integer not null,
  agent_id integer,
  uid integer,
  text text not null,
  at timestamp with time zone not null,
  constraint fault_notes_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint fault_notes_fault_id_fkey FOREIGN KEY (fault_id) REFERENCES fault_codes(fault_id) ON DELETE CASCADE,
  constraint fault_notes_pkey PRIMARY KEY (note_id),
  constraint fault_notes_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX fault_notes_agent ON public.fault_notes USING btree (agent_id);
CREATE INDEX fault_notes_fault ON public.fault_notes USING btree (fault_id, at DESC);
CREATE INDEX fault_notes_uid ON public.fault_notes USING btree (uid);
comment on column fault_notes.agent_id is 'The house of who wrote it; null = the manufacturer, whose notes everybody reads.';
comment on column fault_notes.uid is 'Who wrote it; null = an account that is gone.';

create table fills_due (
  name text not null,
  after_id integer default 0 not null,
  constraint fills_due_pkey PRIMARY KEY (name)
);
comment on column fills_due.after_id is 'Rows up to this id are done.';

create table firmware (
  firmware_id integer generated always as identity not null,
  product_key text not null,
  module text not null,
  name text not null,
  hardware_version text not null,
  software_version text not null,
  version_key integer[] not null,
  min_software_version text default ''::text not null,
  auto_upgrade boolean default false not null,
  enabled boolean default true not null,
  notes jsonb not null,
  file_name text not null,
  size integer not null,
  sha256 text not null,
  crc32 text not null,
  signature bytea not null,
  uid integer,
  uploader text not null,
  uploaded_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint firmware_module_check CHECK ((module = ANY (ARRAY['dtu'::text, 'mcu'::text]))),
  constraint firmware_pkey PRIMARY KEY (firmware_id),
  constraint firmware_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint firmware_size_check CHECK ((size > 0)),
  constraint firmware_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX firmware_product ON public.firmware USING btree (product_key, firmware_id DESC);
CREATE INDEX firmware_uid ON public.firmware USING btree (uid);
CREATE UNIQUE INDEX firmware_version ON public.firmware USING btree (product_key, module, hardware_version, version_key) WHERE (deleted_at IS NULL);
comment on table firmware is 'Images that units can be upgraded to; the file is in the folder of firmware under its id.';
comment on column firmware.module is 'dtu = communication module, mcu = main board.';
comment on column firmware.deleted_at is 'The file is gone; the row is kept for the history of upgrades.';

create table firmware_keys (
  product_key text not null,
  public_key text not null,
  private_key_sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint firmware_keys_pkey PRIMARY KEY (product_key),
  constraint firmware_keys_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON UPDATE CASCADE ON DELETE CASCADE
);
comment on table firmware_keys is 'Ed25519 key pair that images of a product are signed with; its modules hold the public one.';
comment on column firmware_keys.public_key is 'PEM.';
comment on column firmware_keys.private_key_sealed is 'PKCS 8, sealed with the key of the installation.';

create table firmware_uploads (
  upload_id integer generated always as identity not null,
  uid integer not null,
  draft jsonb not null,
  file jsonb not null,
  received integer default 0 not null,
  touched_at timestamp with time zone not null,
  constraint firmware_uploads_pkey PRIMARY KEY (upload_id),
  constraint firmware_uploads_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX firmware_uploads_uid ON public.firmware_uploads USING btree (uid);
comment on table firmware_uploads is 'Files that are not complete yet; one that nobody went on with is thrown away.';

create table first_run (
  only_row boolean default true not null,
  begun_at timestamp with time zone,
  set_aside text[] default '{}'::text[] not null,
  dismissed_at timestamp with time zone,
  constraint first_run_only_row_check CHECK (only_row),
  constraint first_run_pkey PRIMARY KEY (only_row)
);
comment on column first_run.begun_at is 'The installation began empty; null = it did not, and the console does not open with it.';

create table iccid_events (
  event_id bigint generated always as identity not null,
  card_id integer not null,
  device_id integer,
  at timestamp with time zone not null,
  what text not null,
  was text default ''::text not null,
  became text default ''::text not null,
  user_name text default ''::text not null,
  constraint iccid_events_card_id_fkey FOREIGN KEY (card_id) REFERENCES iccids(card_id) ON DELETE CASCADE,
  constraint iccid_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE SET NULL,
  constraint iccid_events_pkey PRIMARY KEY (event_id)
);
CREATE INDEX iccid_events_at ON public.iccid_events USING btree (at DESC, event_id DESC) WHERE (device_id IS NOT NULL);
CREATE INDEX iccid_events_card ON public.iccid_events USING btree (card_id, event_id);
CREATE INDEX iccid_events_device ON public.iccid_events USING btree (device_id, at DESC) WHERE (device_id IS NOT NULL);
CREATE INDEX iccid_events_notices ON public.iccid_events USING btree (at) WHERE (what = ANY (ARRAY['reminded'::text, 'moved'::text, 'twice'::text]));
comment on table iccid_events is 'What happened to a card, in codes; user_name is empty for the system.';

create table iccid_reminders (
  only_row boolean default true not null,
  days integer[] not null,
  manufacturer boolean not null,
  distributors boolean not null,
  constraint iccid_reminders_only_row_check CHECK (only_row),
  constraint iccid_reminders_pkey PRIMARY KEY (only_row)
);
comment on table iccid_reminders is 'Thresholds of the reminders and who is told; one row.';

create table iccid_traffic (
  card_id integer not null,
  day date not null,
  mb double precision not null,
  constraint iccid_traffic_card_id_fkey FOREIGN KEY (card_id) REFERENCES iccids(card_id) ON DELETE CASCADE,
  constraint iccid_traffic_pkey PRIMARY KEY (card_id, day)
);

create table iccids (
  card_id integer generated always as identity not null,
  iccid text not null,
  iccid_key text generated always as ("left"(iccid, 19)) stored not null,
  checksum_wrong boolean not null,
  msisdn text default ''::text not null,
  operator text default ''::text not null,
  plan text default ''::text not null,
  activated_at timestamp with time zone,
  expires_at timestamp with time zone,
  status text default 'in_stock'::text not null,
  traffic_used_mb double precision,
  traffic_total_mb double precision,
  remark text default ''::text not null,
  synced_at timestamp with time zone,
  device_id integer,
  moved_at timestamp with time zone,
  reminded_days integer,
  imported_user text default ''::text not null,
  imported_at timestamp with time zone not null,
  constraint iccids_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE SET NULL,
  constraint iccids_iccid_check CHECK ((iccid ~ '^89[0-9]{17}[0-9A-Z]?$'::text)),
  constraint iccids_iccid_key_key UNIQUE (iccid_key),
  constraint iccids_pkey PRIMARY KEY (card_id),
  constraint iccids_status_check CHECK ((status = ANY (ARRAY['test'::text, 'in_stock'::text, 'active'::text, 'stopped'::text, 'expired'::text, 'cancelled'::text])))
);
CREATE INDEX iccids_device ON public.iccids USING btree (device_id);
CREATE INDEX iccids_expires ON public.iccids USING btree (expires_at, card_id);
CREATE INDEX iccids_moved ON public.iccids USING btree (device_id) WHERE ((moved_at IS NOT NULL) AND (device_id IS NOT NULL));
CREATE INDEX iccids_number ON public.iccids USING btree (iccid text_pattern_ops);
CREATE INDEX iccids_stopped ON public.iccids USING btree (device_id) WHERE ((status = 'stopped'::text) AND (device_id IS NOT NULL));
comment on table iccids is 'SIM cards. One without a device is the manufacturer''s; else it is of the distributor that has the device.';
comment on column iccids.iccid_key is 'Cards are the same by 19 characters: some makers leave out the 20th, or print a letter.';
comment on column iccids.device_id is 'The device that reported the card last, or that a person named.';
comment on column iccids.moved_at is 'When another device reported it; null = never, or a person confirmed it.';
comment on column iccids.reminded_days is 'The lowest threshold whose reminder was sent for this end; null = none.';

create table import_mappings (
  mapping_id integer generated always as identity not null,
  name text not null,
  titles text[] not null,
  columns jsonb not null,
  answers jsonb not null,
  constants jsonb not null,
  saved_by text not null,
  saved_at timestamp with time zone not null,
  constraint import_mappings_name_key UNIQUE (name),
  constraint import_mappings_pkey PRIMARY KEY (mapping_id)
);
comment on table import_mappings is 'Mappings of register lists under a name, offered for lists with like titles.';
comment on column import_mappings.titles is 'Titles of all columns of the list it was saved from.';
comment on column import_mappings.columns is 'Field of a point -> title of its column.';
comment on column import_mappings.answers is 'Answers to what such lists leave open, by id of the question.';
comment on column import_mappings.constants is 'Field -> cell text of rows that have none.';

create table list_layouts (
  uid integer not null,
  list text not null,
  layout jsonb not null,
  constraint list_layouts_pkey PRIMARY KEY (uid, list),
  constraint list_layouts_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
comment on table list_layouts is 'Columns and row height of a list as an account laid it out; list and layout as in the contract.';

create table list_views (
  view_id integer generated always as identity not null,
  uid integer not null,
  list text not null,
  view_name text not null,
  query text not null,
  layout jsonb,
  constraint list_views_pkey PRIMARY KEY (view_id),
  constraint list_views_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE,
  constraint list_views_uid_list_view_name_key UNIQUE (uid, list, view_name)
);
comment on table list_views is 'Saved views of lists: filters and order as the address of the list has them, and columns.';
comment on column list_views.layout is 'Null = as the table is drawn before anybody lays it out.';

create table login_failures (
  subject text not null,
  failed_at timestamp with time zone not null
);
CREATE INDEX login_failures_subject ON public.login_failures USING btree (subject, failed_at);
comment on column login_failures.subject is '"account:<name>" or "address:<ip>": the two counters are separate, so that nobody locks out others; "link-account:" and "link-address:" count requests of password links.';

create table manufacturer_branding (
  only_row boolean default true not null,
  brand_name text not null,
  brand_colour text,
  logo bytea,
  updated_at timestamp with time zone not null,
  constraint manufacturer_branding_only_row_check CHECK (only_row),
  constraint manufacturer_branding_pkey PRIMARY KEY (only_row)
);
comment on column manufacturer_branding.logo is 'A PNG as it was checked; null = none.';

create table map_agents (
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  constraint map_agents_key UNIQUE NULLS NOT DISTINCT (agent_id, province_id, city_id, county_id, product_key, online_state, severity)
) with (fillfactor=80);
comment on table map_agents is 'Units of map_points by the distributor that holds them, product and state.';

create table map_cell_changes (
  code bigint not null,
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  x bigint not null,
  y bigint not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table map_cell_changes is 'What map_cells does not hold yet: units that left a square (negative) or came to it.';

create table map_cells (
  bits smallint not null,
  cell bigint not null,
  province_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  x bigint not null,
  y bigint not null,
  constraint map_cells_bits_check CHECK ((bits = ANY (ARRAY[11, 13, 15, 17]))),
  constraint map_cells_key UNIQUE NULLS NOT DISTINCT (bits, cell, province_id, product_key, online_state, severity)
) with (fillfactor=80);
comment on table map_cells is 'Units of map_points by square, province of the distributor, product and state.';
comment on column map_cells.cell is 'Code of the square: map_points.code without 2 * bits; 1.2, 5, 20 and 78 km wide at the equator.';
comment on column map_cells.x is 'Sum of x of the units; y likewise.';

create table map_points (
  device_id integer not null,
  x integer not null,
  y integer not null,
  code bigint not null,
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  online_state smallint default 0 not null,
  severity smallint default 0 not null,
  product_key text not null,
  constraint map_points_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint map_points_pkey PRIMARY KEY (device_id)
) with (fillfactor=80);
CREATE INDEX map_points_agent ON public.map_points USING btree (agent_id, code);
CREATE INDEX map_points_alarm ON public.map_points USING btree (severity DESC, code) WHERE (severity > 0);
CREATE INDEX map_points_city ON public.map_points USING btree (city_id, code);
CREATE INDEX map_points_code ON public.map_points USING btree (code);
CREATE INDEX map_points_county ON public.map_points USING btree (county_id, code);
CREATE INDEX map_points_offline ON public.map_points USING btree (code) WHERE ((severity = 0) AND (online_state = 1));
CREATE INDEX map_points_offline_province ON public.map_points USING btree (province_id, code) WHERE ((severity = 0) AND (online_state = 1));
CREATE INDEX map_points_province ON public.map_points USING btree (province_id, code);
CREATE TRIGGER map_points_come AFTER INSERT ON public.map_points REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION map_points_come();
CREATE TRIGGER map_points_go AFTER DELETE ON public.map_points REFERENCING OLD TABLE AS went FOR EACH STATEMENT EXECUTE FUNCTION map_points_go();
CREATE TRIGGER map_points_move AFTER UPDATE ON public.map_points REFERENCING OLD TABLE AS was NEW TABLE AS became FOR EACH STATEMENT EXECUTE FUNCTION map_points_move();
comment on table map_points is 'A copy, kept by triggers, of what the map counts; a row for each device with a position.';
comment on column map_points.x is 'Web Mercator, 2^26 units (0.6 m at the equator) from west to east; y from north to south.';
comment on column map_points.code is 'Bits of x and y in turn: a square of the quadtree is a range.';
comment on column map_points.online_state is '0 never online, 1 offline, 2 online.';
comment on column map_points.severity is 'Of the worst alarm: 0 none, 1 info, 2 minor, 3 major, 4 critical.';

create table model_actions (
  action_id integer generated always as identity not null,
  device_id integer not null,
  kind text not null,
  state text default 'queued'::text not null,
  uid integer,
  operator text default ''::text not null,
  batch_id integer,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  finished_at timestamp with time zone,
  from_pk text,
  to_pk text,
  before_status text not null,
  reason text,
  evidence jsonb,
  constraint model_actions_before_status_check CHECK ((before_status = ANY (ARRAY['recognized'::text, 'not_started'::text, 'unrecognized'::text]))),
  constraint model_actions_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint model_actions_kind_check CHECK ((kind = ANY (ARRAY['set'::text, 'detect'::text]))),
  constraint model_actions_pkey PRIMARY KEY (action_id),
  constraint model_actions_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'effective'::text, 'recognized'::text, 'unrecognized'::text, 'failed'::text, 'stopped'::text])))
);
CREATE INDEX model_actions_at ON public.model_actions USING btree (created_at DESC, action_id DESC);
CREATE INDEX model_actions_batch ON public.model_actions USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX model_actions_device ON public.model_actions USING btree (device_id, action_id DESC);
CREATE UNIQUE INDEX model_actions_open ON public.model_actions USING btree (device_id) WHERE (state = ANY (ARRAY['queued'::text, 'sent'::text]));
comment on table model_actions is 'Settings and detections of models, one open at a time for each device; the history of product 3.15.';
comment on column model_actions.uid is 'Null = the service itself: the unit came for the first time.';
comment on column model_actions.before_status is 'Where recognition stood: restored when a detection fails.';
comment on column model_actions.evidence is 'Of a detection: reads of the bus and their answers, and the candidates (contract, ModelEvidence).';

create table month_merges (
  device_id integer not null,
  month date not null,
  days integer default 0 not null,
  is_final boolean default false not null,
  constraint month_merges_pkey PRIMARY KEY (device_id, month)
);
CREATE INDEX month_merges_due ON public.month_merges USING btree (month, device_id) WHERE ((days >= 8) OR (NOT is_final));
comment on table month_merges is 'Days of devices that wait to be put into a segment of their month; is_final = that of the whole month is made.';

create table notification_channels (
  channel_id integer generated always as identity not null,
  channel_name text not null,
  kind text not null,
  language text default 'en'::text not null,
  shared boolean default false not null,
  settings jsonb not null,
  target text not null,
  secrets_sealed bytea not null,
  has_secret boolean default false not null,
  enabled boolean default true not null,
  agent_id integer,
  created_by integer,
  paused_until timestamp with time zone,
  last_sent_at timestamp with time zone,
  last_error text default ''::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint notification_channels_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint notification_channels_channel_name_check CHECK (((char_length(channel_name) >= 1) AND (char_length(channel_name) <= 60))),
  constraint notification_channels_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint notification_channels_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'webhook'::text, 'wecom'::text, 'dingtalk'::text, 'slack'::text, 'sms'::text, 'push'::text]))),
  constraint notification_channels_language_check CHECK ((language = ANY (ARRAY['en'::text, 'zh'::text, 'pl'::text]))),
  constraint notification_channels_pkey PRIMARY KEY (channel_id)
);
CREATE INDEX notification_channels_agent ON public.notification_channels USING btree (agent_id);
CREATE INDEX notification_channels_created_by ON public.notification_channels USING btree (created_by);
CREATE UNIQUE INDEX notification_channels_name ON public.notification_channels USING btree (COALESCE(agent_id, 0), lower(channel_name));
comment on table notification_channels is 'Ways by which notifications leave the product.';
comment on column notification_channels.shared is 'Distributors below may name it in their policies.';
comment on column notification_channels.target is 'What may be shown of where it sends to.';
comment on column notification_channels.secrets_sealed is 'Address and secret as JSON, sealed with the key of the installation.';
comment on column notification_channels.agent_id is 'The distributor that made it; null = the manufacturer.';
comment on column notification_channels.paused_until is 'It did not answer: nothing is sent before.';

create table notification_deliveries (
  delivery_id bigint generated always as identity not null,
  event_id bigint not null,
  policy_id integer,
  channel_id integer,
  step integer default 0 not null,
  recipient_key text not null,
  uid integer,
  app_user_id integer,
  agent_id integer,
  policy_name text not null,
  channel_kind text not null,
  channel_name text not null,
  recipient text not null,
  recipient_address text not null,
  language text not null,
  state text not null,
  reason text,
  answer text default ''::text not null,
  attempts integer default 0 not null,
  gathered boolean default false not null,
  together integer default 1 not null,
  message_id uuid,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  constraint notification_deliveries_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint notification_deliveries_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE SET NULL,
  constraint notification_deliveries_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notification_channels(channel_id) ON DELETE SET NULL,
  constraint notification_deliveries_due CHECK (((state = 'queued'::text) = (due_at IS NOT NULL))),
  constraint notification_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_events(event_id) ON DELETE CASCADE,
  constraint notification_deliveries_pkey PRIMARY KEY (delivery_id),
  constraint notification_deliveries_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES notification_policies(policy_id) ON DELETE SET NULL,
  constraint notification_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'dead'::text, 'suppressed'::text]))),
  constraint notification_deliveries_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX notification_deliveries_agent ON public.notification_deliveries USING btree (agent_id, created_at);
CREATE INDEX notification_deliveries_app_user ON public.notification_deliveries USING btree (app_user_id);
CREATE INDEX notification_deliveries_channel ON public.notification_deliveries USING btree (channel_id, created_at);
CREATE INDEX notification_deliveries_created ON public.notification_deliveries USING btree (created_at, delivery_id);
CREATE INDEX notification_deliveries_message ON public.notification_deliveries USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE UNIQUE INDEX notification_deliveries_once ON public.notification_deliveries USING btree (event_id, policy_id, step, COALESCE(channel_id, 0), recipient_key);
CREATE INDEX notification_deliveries_policy ON public.notification_deliveries USING btree (policy_id, created_at);
CREATE INDEX notification_deliveries_queued ON public.notification_deliveries USING btree (due_at) WHERE (state = 'queued'::text);
CREATE INDEX notification_deliveries_state ON public.notification_deliveries USING btree (state, created_at, delivery_id);
CREATE INDEX notification_deliveries_uid ON public.notification_deliveries USING btree (uid, created_at);
comment on table notification_deliveries is 'One message to one recipient about one event, and what became of it.';
comment on column notification_deliveries.recipient_key is 'account <uid>, app-user <id>, or channel.';
comment on column notification_deliveries.agent_id is 'Owner of the policy; null = the manufacturer.';
comment on column notification_deliveries.gathered is 'Waits for others, to be sent with them: digest or quiet hours.';
comment on column notification_deliveries.message_id is 'Set before the first attempt and kept by every further one; deliveries with the same one are one message.';
comment on column notification_deliveries.due_at is 'Next attempt; while one is made, when it counts as lost.';

create table notification_escalations (
  event_id bigint not null,
  policy_id integer not null,
  step integer not null,
  due_at timestamp with time zone not null,
  constraint notification_escalations_event_id_fkey FOREIGN KEY (event_id) REFERENCES notification_events(event_id) ON DELETE CASCADE,
  constraint notification_escalations_pkey PRIMARY KEY (event_id, policy_id, step),
  constraint notification_escalations_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES notification_policies(policy_id) ON DELETE CASCADE
);
CREATE INDEX notification_escalations_due ON public.notification_escalations USING btree (due_at);
CREATE INDEX notification_escalations_policy ON public.notification_escalations USING btree (policy_id);
comment on table notification_escalations is 'Steps that are still to come; gone once they were taken, or once somebody accepted the alarm.';

create table notification_events (
  event_id bigint generated always as identity not null,
  identity text not null,
  event text not null,
  severity text not null,
  device_id integer,
  alarm_id integer,
  order_id integer,
  rollout_id integer,
  happened_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  report_run_id integer,
  reminder smallint default 0 not null,
  constraint notification_events_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(alarm_id) ON DELETE CASCADE,
  constraint notification_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint notification_events_event_check CHECK ((event = ANY (ARRAY['alarm_raised'::text, 'alarm_recovered'::text, 'order_created'::text, 'order_escalated'::text, 'order_transferred'::text, 'order_dissatisfied'::text, 'rollout_halted'::text, 'rollout_ended'::text, 'report_ready'::text]))),
  constraint notification_events_identity_key UNIQUE (identity),
  constraint notification_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_orders(order_id) ON DELETE CASCADE,
  constraint notification_events_pkey PRIMARY KEY (event_id),
  constraint notification_events_report_run_id_fkey FOREIGN KEY (report_run_id) REFERENCES analysis_report_runs(run_id) ON DELETE CASCADE,
  constraint notification_events_rollout_id_fkey FOREIGN KEY (rollout_id) REFERENCES rollouts(rollout_id) ON DELETE CASCADE,
  constraint notification_events_severity_check CHECK ((severity = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text])))
);
CREATE INDEX notification_events_alarm ON public.notification_events USING btree (alarm_id) WHERE (alarm_id IS NOT NULL);
CREATE INDEX notification_events_device ON public.notification_events USING btree (device_id);
CREATE INDEX notification_events_happened ON public.notification_events USING btree (happened_at);
CREATE INDEX notification_events_new ON public.notification_events USING btree (event_id) WHERE (dispatched_at IS NULL);
CREATE INDEX notification_events_order ON public.notification_events USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX notification_events_report_run ON public.notification_events USING btree (report_run_id) WHERE (report_run_id IS NOT NULL);
CREATE INDEX notification_events_rollout ON public.notification_events USING btree (rollout_id) WHERE (rollout_id IS NOT NULL);
comment on table notification_events is 'What policies may notify of, written in the transaction in which it happens (outbox).';
comment on column notification_events.identity is 'The same thing is written once.';
comment on column notification_events.report_run_id is 'The run whose file is sent; its mails have recipients of their own and no policy.';
comment on column notification_events.reminder is 'The how-many-th time that it is told again; 0 = the first.';

create table notification_policies (
  policy_id integer generated always as identity not null,
  policy_name text not null,
  events text[] not null,
  "least" text not null,
  role_ids integer[] not null,
  to_distributor boolean not null,
  to_app_users boolean not null,
  in_app boolean not null,
  quiet_hours jsonb not null,
  time_zone text not null,
  digest_minutes integer not null,
  escalation jsonb not null,
  enabled boolean default true not null,
  agent_id integer,
  narrowed_uid integer,
  created_by integer,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  alarm_types text[] default '{}'::text[] not null,
  product_keys text[] default '{}'::text[] not null,
  resource_group_id integer,
  constraint notification_policies_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint notification_policies_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint notification_policies_least_check CHECK (("least" = ANY (ARRAY['info'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint notification_policies_narrowed_uid_fkey FOREIGN KEY (narrowed_uid) REFERENCES accounts(uid) ON DELETE CASCADE,
  constraint notification_policies_pkey PRIMARY KEY (policy_id),
  constraint notification_policies_policy_name_check CHECK (((char_length(policy_name) >= 1) AND (char_length(policy_name) <= 60)))
);
CREATE INDEX notification_policies_agent ON public.notification_policies USING btree (agent_id);
CREATE INDEX notification_policies_created_by ON public.notification_policies USING btree (created_by);
CREATE UNIQUE INDEX notification_policies_name ON public.notification_policies USING btree (COALESCE(agent_id, 0), lower(policy_name));
CREATE INDEX notification_policies_narrowed ON public.notification_policies USING btree (narrowed_uid);
CREATE TRIGGER notification_policies_gone AFTER DELETE ON public.notification_policies FOR EACH ROW EXECUTE FUNCTION forget_policy_of_rules();
CREATE TRIGGER notification_policies_names BEFORE INSERT OR UPDATE OF role_ids, product_keys, resource_group_id ON public.notification_policies FOR EACH ROW EXECUTE FUNCTION hold_named_rows('roles', 'role_id', 'select unnest(($1).role_ids)', 'products', 'product_key', 'select unnest(($1).product_keys)', 'resource_groups', 'group_id', 'select ($1).resource_group_id');
comment on table notification_policies is 'Which events are notified to whom by which channels.';
comment on column notification_policies.agent_id is 'The distributor that made it; null = the manufacturer. Its devices and accounts, and those below, are all that the policy reaches.';
comment on column notification_policies.narrowed_uid is 'Who saved it last, if a resource group or own records narrow that account: the policy then reaches what the account sees. Null = nothing narrows it.';
comment on column notification_policies.alarm_types is 'Types of alarms it is about; empty = all. Other events have none.';
comment on column notification_policies.product_keys is 'Only units of these products; empty = of all.';
comment on column notification_policies.resource_group_id is 'Only units in this resource group; null = all. No foreign key: of a group that is gone the policy tells nobody, rather than everybody.';

create table notification_policy_channels (
  policy_id integer not null,
  channel_id integer not null,
  constraint notification_policy_channels_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notification_channels(channel_id) ON DELETE CASCADE,
  constraint notification_policy_channels_pkey PRIMARY KEY (policy_id, channel_id),
  constraint notification_policy_channels_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES notification_policies(policy_id) ON DELETE CASCADE
);
CREATE INDEX notification_policy_channels_channel ON public.notification_policy_channels USING btree (channel_id);

create table packing_progress (
  packing_id integer generated always as identity not null,
  source text not null,
  from_at timestamp with time zone not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  next_device_id integer default 0 not null,
  rows_read bigint default 0 not null,
  reports bigint default 0 not null,
  repeats bigint default 0 not null,
  unpackable bigint default 0 not null,
  chunks bigint default 0 not null,
  bytes bigint default 0 not null,
  constraint packing_progress_pkey PRIMARY KEY (packing_id)
);
CREATE UNIQUE INDEX packing_progress_open ON public.packing_progress USING btree (source) WHERE (finished_at IS NULL);
comment on table packing_progress is 'How far each packing is; moved on in the transaction that stores the chunks. reports + repeats + unpackable = rows_read.';

create table password_links (
  token_hash bytea not null,
  uid integer,
  app_user_id integer,
  created_by integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  api_token_id integer,
  mailed_at timestamp with time zone,
  constraint password_links_api_token_id_fkey FOREIGN KEY (api_token_id) REFERENCES api_tokens(api_token_id) ON DELETE CASCADE,
  constraint password_links_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE CASCADE,
  constraint password_links_app_user_id_key UNIQUE (app_user_id),
  constraint password_links_check CHECK ((num_nonnulls(uid, app_user_id) = 1)),
  constraint password_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE CASCADE,
  constraint password_links_pkey PRIMARY KEY (token_hash),
  constraint password_links_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX password_links_api_token ON public.password_links USING btree (api_token_id) WHERE (api_token_id IS NOT NULL);
CREATE INDEX password_links_creator ON public.password_links USING btree (created_by);
CREATE INDEX password_links_end ON public.password_links USING btree (expires_at);
CREATE UNIQUE INDEX password_links_own ON public.password_links USING btree (uid) WHERE (created_by IS NULL);
CREATE UNIQUE INDEX password_links_uid ON public.password_links USING btree (uid) WHERE (created_by IS NOT NULL);
comment on table password_links is 'For each person at most one made by others and one asked for: a newer link of a kind makes the one before it worthless.';
comment on column password_links.created_by is 'Who may reset the password and made the link; null = the person asked for it at the sign-in.';
comment on column password_links.api_token_id is 'The token that made it; null = the person.';

create table pinned_points (
  uid integer not null,
  product_key text not null,
  points text[] not null,
  constraint pinned_points_pkey PRIMARY KEY (uid, product_key),
  constraint pinned_points_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint pinned_points_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX pinned_points_product ON public.pinned_points USING btree (product_key);
comment on table pinned_points is 'Settings that a person has on top of the control tab of units of a product.';

create table planted_event_units (
  event_id integer not null,
  device_id integer not null,
  constraint planted_event_units_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint planted_event_units_event_id_fkey FOREIGN KEY (event_id) REFERENCES planted_events(event_id) ON DELETE CASCADE,
  constraint planted_event_units_pkey PRIMARY KEY (event_id, device_id)
);
CREATE INDEX planted_event_units_device ON public.planted_event_units USING btree (device_id);

create table planted_events (
  event_id integer generated always as identity not null,
  kind text not null,
  product_key text,
  fault_key text,
  delta_k double precision,
  target jsonb not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by text,
  constraint planted_events_check CHECK ((ends_at > starts_at)),
  constraint planted_events_check1 CHECK (((kind <> 'fault'::text) OR ((fault_key IS NOT NULL) AND (product_key IS NOT NULL)))),
  constraint planted_events_check2 CHECK (((kind <> 'cold_wave'::text) OR (delta_k IS NOT NULL))),
  constraint planted_events_kind_check CHECK ((kind = ANY (ARRAY['fault'::text, 'low_flow'::text, 'power_cut'::text, 'bus_cut'::text, 'weak_signal'::text, 'cold_wave'::text]))),
  constraint planted_events_pkey PRIMARY KEY (event_id),
  constraint planted_events_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE
);
CREATE INDEX planted_events_newest ON public.planted_events USING btree (created_at DESC, event_id DESC);
CREATE INDEX planted_events_open ON public.planted_events USING btree (ends_at) WHERE (ended_at IS NULL);
comment on table planted_events is 'What was planted at simulated units; the simulator plays those that are neither over nor taken back.';
comment on column planted_events.delta_k is 'Cold wave: difference of the outdoor temperature in K.';
comment on column planted_events.ended_at is 'Taken back by a person before its end; null = not.';

create table product_drafts (
  product_key text not null,
  revision integer not null,
  layout_id integer,
  points jsonb not null,
  settings jsonb not null,
  touched jsonb default '{}'::jsonb not null,
  changed integer not null,
  updated_by text not null,
  updated_at timestamp with time zone not null,
  constraint product_drafts_layout_id_fkey FOREIGN KEY (layout_id) REFERENCES product_versions(layout_id),
  constraint product_drafts_pkey PRIMARY KEY (product_key),
  constraint product_drafts_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE
);
comment on table product_drafts is 'What the next version of a product will hold; stays when it is published, so that revisions go on counting.';
comment on column product_drafts.layout_id is 'The version it was begun from.';
comment on column product_drafts.touched is 'Point key, or "/" and part of the settings -> [revision, name] of who changed it last; keys of removed points stay.';
comment on column product_drafts.changed is 'Points that differ from the version in use, and parts of the settings; 0 = nothing to publish.';

create table product_pictures (
  product_key text not null,
  picture bytea not null,
  updated_at timestamp with time zone not null,
  constraint product_pictures_pkey PRIMARY KEY (product_key),
  constraint product_pictures_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE
);

create table product_registers (
  product_key text not null,
  register_name text not null,
  note text default ''::text not null,
  created_by text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint product_registers_name UNIQUE (register_name),
  constraint product_registers_pkey PRIMARY KEY (product_key, register_name),
  constraint product_registers_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key)
);

create table product_versions (
  layout_id integer generated always as identity not null,
  product_key text not null,
  version integer,
  points jsonb not null,
  poll_blocks jsonb not null,
  published_at timestamp with time zone,
  settings jsonb not null,
  note text default ''::text not null,
  published_by text default ''::text not null,
  added integer default 0 not null,
  changed integer default 0 not null,
  removed integer default 0 not null,
  constraint product_versions_pkey PRIMARY KEY (layout_id),
  constraint product_versions_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key),
  constraint product_versions_product_key_version_key UNIQUE (product_key, version)
);
comment on table product_versions is 'Immutable once published: old bytes are never re-interpreted.';
comment on column product_versions.version is 'Counts up from 1 for each product.';
comment on column product_versions.settings is 'Bus, panel, alarm defaults, templates and test vectors (contract, ProductSettings).';

create table products (
  product_key text not null,
  name text not null,
  english_name text not null,
  category text not null,
  network_type text[] not null,
  state text not null,
  built_in boolean default false not null,
  layout_id integer,
  created_at timestamp with time zone default now() not null,
  bind_limit integer default 6 not null,
  history_days integer,
  description text default ''::text not null,
  data_type text default 'registers'::text not null,
  topology text default 'direct'::text not null,
  solution text default ''::text not null,
  platforms text[] default '{web}'::text[] not null,
  updated_by text default ''::text not null,
  updated_at timestamp with time zone default now() not null,
  trial_of text,
  secret_generation integer default 1 not null,
  disabled boolean default false not null,
  provision_quota integer,
  provisioned integer default 0 not null,
  upgrade_consent boolean default false not null,
  constraint products_bind_limit_check CHECK (((bind_limit >= 1) AND (bind_limit <= 50))),
  constraint products_data_type_check CHECK ((data_type = ANY (ARRAY['registers'::text, 'registers-json'::text]))),
  constraint products_history_days_check CHECK ((history_days > 0)),
  constraint products_layout FOREIGN KEY (layout_id) REFERENCES product_versions(layout_id),
  constraint products_name_key UNIQUE (name),
  constraint products_pkey PRIMARY KEY (product_key),
  constraint products_product_key_check CHECK ((product_key ~ '^[a-z0-9][a-z0-9-]{1,62}$'::text)),
  constraint products_provision_quota_check CHECK ((provision_quota > 0)),
  constraint products_state_check CHECK ((state = ANY (ARRAY['debugging'::text, 'published'::text]))),
  constraint products_topology_check CHECK ((topology = ANY (ARRAY['direct'::text, 'gateway'::text, 'sub-device'::text]))),
  constraint products_trial_of_fkey FOREIGN KEY (trial_of) REFERENCES products(product_key)
);
comment on column products.layout_id is 'Version in use; reports keep the version under which they came.';
comment on column products.bind_limit is 'Most app users of one unit, its owner included.';
comment on column products.history_days is 'Days for which the history of its devices is kept; null = as long as the setting HEATFLEET_HISTORY_DAYS says.';
comment on column products.trial_of is 'A copy of this product''s draft that its virtual units read by; listed nowhere. Null = a product of its own.';
comment on column products.secret_generation is 'Counts the secrets of a product: each is derived from the server''s key and this number, so renewing ends the old one.';
comment on column products.disabled is 'Takes no new units and is not published; its units report, show and are controlled as before.';
comment on column products.provision_quota is 'How many units may log in with the product''s secret the first time, all together; null = none.';
comment on column products.provisioned is 'How many units did.';
comment on column products.upgrade_consent is 'The owner of a unit agrees to each upgrade of it, in the app.';

create table recovery_codes (
  uid integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (uid, code_hash),
  constraint recovery_codes_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
comment on table recovery_codes is 'One-time ways in when the second factor is lost; only SHA-256 is kept.';

create table release_requests (
  release_id integer generated always as identity not null,
  kind text not null,
  mac text not null,
  agent_id integer,
  asked_uid integer,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  reason text not null,
  state text default 'open'::text not null,
  decided_at timestamp with time zone,
  decided_by text default ''::text not null,
  answer text default ''::text not null,
  moved_to text,
  constraint release_requests_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint release_requests_asked_uid_fkey FOREIGN KEY (asked_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint release_requests_decided CHECK (((state = 'open'::text) = (decided_at IS NULL))),
  constraint release_requests_kind_check CHECK ((kind = ANY (ARRAY['stock'::text, 'binding'::text]))),
  constraint release_requests_pkey PRIMARY KEY (release_id),
  constraint release_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'released'::text, 'refused'::text, 'withdrawn'::text])))
);
CREATE INDEX release_requests_agent ON public.release_requests USING btree (agent_id, asked_at DESC);
CREATE INDEX release_requests_asked_uid ON public.release_requests USING btree (asked_uid);
CREATE INDEX release_requests_mac ON public.release_requests USING btree (mac, asked_at DESC);
CREATE UNIQUE INDEX release_requests_open ON public.release_requests USING btree (mac, kind, COALESCE(agent_id, 0)) WHERE (state = 'open'::text);
CREATE INDEX release_requests_time ON public.release_requests USING btree (asked_at DESC, release_id DESC);
comment on table release_requests is 'Requests for units that belong to somebody else.';
comment on column release_requests.kind is 'stock: another distributor holds the unit; binding: it is bound to an app user.';
comment on column release_requests.mac is 'As it was asked for: whether there is such a unit is not told to the asker.';
comment on column release_requests.agent_id is 'The distributor that asks; null = the manufacturer.';
comment on column release_requests.answer is 'Reason of the decision.';
comment on column release_requests.moved_to is 'Name of the distributor that has the unit since the release; empty = the manufacturer, null = it did not move.';

create table report_chunks (
  device_id integer not null,
  day date not null,
  part integer not null,
  layout_id integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  reports integer not null,
  body bytea not null,
  head bytea,
  constraint report_chunks_pkey PRIMARY KEY (device_id, day, part)
) partition by RANGE (day);
alter table report_chunks alter body set storage external;
alter table report_chunks alter head set storage external;
comment on table report_chunks is 'Reports of a device in columns (server/src/segments), one partition a month. Without head: a UTC day, body is one piece. With head (written before report_month_parts): days of a month that runs, the head says where each column stands in body. Several parts: several product versions, or reports that came late.';
comment on column report_chunks.day is 'UTC day of its first report.';

create table report_hot (
  device_id integer not null,
  at timestamp with time zone not null,
  layout_id integer not null,
  raw bytea not null
) partition by RANGE (at);
alter table report_hot alter raw set storage external;
CREATE INDEX report_hot_device ON ONLY public.report_hot USING btree (device_id, at);
comment on table report_hot is 'Reports as they arrived (HPLink block report), one partition a day, made before the first row.';
comment on column report_hot.at is 'Device time; arrival time where the clock was unknown or ahead.';

create table report_month_parts (
  device_id integer not null,
  day date not null,
  part integer not null,
  layout_id integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  reports integer not null,
  head bytea not null,
  body bytea not null,
  constraint report_month_parts_pkey PRIMARY KEY (device_id, day, part)
) partition by RANGE (day);
alter table report_month_parts alter head set storage external;
alter table report_month_parts alter body set storage external;
comment on table report_month_parts is 'Eight days or more of a device in a month that is not over, in columns like report_months, one partition a month. Parts count from 500 on: a part is named by its number in one of the three tables.';

create table report_months (
  device_id integer not null,
  day date not null,
  part integer not null,
  layout_id integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  reports integer not null,
  head bytea not null,
  body bytea not null,
  constraint report_months_pkey PRIMARY KEY (device_id, day, part)
) partition by RANGE (day);
alter table report_months alter head set storage external;
alter table report_months alter body set storage external;
comment on table report_months is 'Months of devices that are over, like report_month_parts, one partition a month. Parts count from 1000 on: a part is named by its number in one of the three tables.';

create table report_packing (
  device_id integer not null,
  at timestamp with time zone not null,
  layout_id integer not null,
  raw bytea not null
) partition by RANGE (at);
alter table report_packing alter raw set storage external;
CREATE INDEX report_packing_device ON ONLY public.report_packing USING btree (device_id, at);
comment on table report_packing is 'Partitions of report_hot that are being packed; read together with report_hot and report_chunks.';

create table resource_groups (
  group_id integer generated always as identity not null,
  group_name text not null,
  description text default ''::text not null,
  everything boolean default false not null,
  agent_ids integer[] default '{}'::integer[] not null,
  region_codes text[] default '{}'::text[] not null,
  product_keys text[] default '{}'::text[] not null,
  device_ids integer[] default '{}'::integer[] not null,
  built_in boolean default false not null,
  agent_id integer,
  created_by integer,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint resource_groups_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id),
  constraint resource_groups_description_check CHECK ((char_length(description) <= 200)),
  constraint resource_groups_group_name_check CHECK (((char_length(group_name) >= 1) AND (char_length(group_name) <= 60))),
  constraint resource_groups_pkey PRIMARY KEY (group_id)
);
CREATE INDEX resource_groups_agent ON public.resource_groups USING btree (agent_id);
CREATE UNIQUE INDEX resource_groups_name ON public.resource_groups USING btree (COALESCE(agent_id, 0), lower(group_name));
CREATE TRIGGER resource_groups_names BEFORE INSERT OR UPDATE OF agent_ids, product_keys ON public.resource_groups FOR EACH ROW EXECUTE FUNCTION hold_named_rows('distributors', 'agent_id', 'select unnest(($1).agent_ids)', 'products', 'product_key', 'select unnest(($1).product_keys)');
comment on table resource_groups is 'Narrows what an account sees: (distributors or regions) and products, or devices listed one by one.';
comment on column resource_groups.everything is 'Narrows nothing.';
comment on column resource_groups.agent_ids is 'Subtrees of these distributors; with region_codes the where-part, empty = anywhere.';
comment on column resource_groups.region_codes is 'GB/T 2260 codes or their prefixes of the distributors'' regions.';
comment on column resource_groups.agent_id is 'The distributor that made it; null = the manufacturer.';

create table roles (
  role_id integer generated always as identity not null,
  role_name text not null,
  permissions text[] not null,
  built_in boolean default false not null,
  creator text default 'system'::text not null,
  created_at timestamp with time zone default now() not null,
  description text default ''::text not null,
  level text default 'manufacturer'::text not null,
  data_scope text default 'subtree'::text not null,
  scope_overrides jsonb default '{}'::jsonb not null,
  requires_totp boolean default false not null,
  agent_id integer,
  created_by integer,
  updated_at timestamp with time zone default now() not null,
  constraint roles_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id),
  constraint roles_data_scope_check CHECK ((data_scope = ANY (ARRAY['all'::text, 'resource_group'::text, 'subtree'::text, 'own_agent'::text, 'own_records'::text]))),
  constraint roles_description_check CHECK ((char_length(description) <= 200)),
  constraint roles_level_check CHECK ((level = ANY (ARRAY['manufacturer'::text, 'distributor'::text]))),
  constraint roles_pkey PRIMARY KEY (role_id)
);
CREATE INDEX roles_agent ON public.roles USING btree (agent_id);
CREATE UNIQUE INDEX roles_name ON public.roles USING btree (COALESCE(agent_id, 0), lower(role_name));
comment on column roles.level is 'For whose accounts: the manufacturer''s own people, or distributors''.';
comment on column roles.data_scope is 'Which rows its accounts see, before resource group and distributor narrow it further.';
comment on column roles.scope_overrides is 'Another data scope for single resources: {"audit": "own_records"}.';
comment on column roles.agent_id is 'The distributor that made it; null = the manufacturer.';

create table rollout_events (
  event_id bigint generated always as identity not null,
  rollout_id integer not null,
  at timestamp with time zone not null,
  what text not null,
  user_name text default ''::text not null,
  facts jsonb default '{}'::jsonb not null,
  constraint rollout_events_pkey PRIMARY KEY (event_id),
  constraint rollout_events_rollout_id_fkey FOREIGN KEY (rollout_id) REFERENCES rollouts(rollout_id) ON DELETE CASCADE
);
CREATE INDEX rollout_events_halts ON public.rollout_events USING btree (at) WHERE (what = 'halted'::text);
CREATE INDEX rollout_events_rollout ON public.rollout_events USING btree (rollout_id, event_id DESC);
CREATE TRIGGER rollout_events_notify AFTER INSERT ON public.rollout_events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_rollout_events();
comment on table rollout_events is 'Log of a rollout: each step that a person took, and each that it took by itself.';
comment on column rollout_events.user_name is 'Who did it; empty = the rollout by itself.';
comment on column rollout_events.facts is 'Wave, reason, failed and all units of the step, or the rollback; those that it has.';

create table rollout_units (
  rollout_id integer not null,
  device_id integer not null,
  "position" integer not null,
  wave integer not null,
  state text default 'waiting'::text not null,
  reason text,
  own_values jsonb,
  old_values jsonb default '{}'::jsonb not null,
  read_back jsonb default '{}'::jsonb not null,
  control_ids bigint[] default '{}'::bigint[] not null,
  tries integer default 0 not null,
  begun_at timestamp with time zone,
  finished_at timestamp with time zone,
  not_before timestamp with time zone,
  consent text,
  consent_at timestamp with time zone,
  constraint rollout_units_consent_check CHECK ((consent = ANY (ARRAY['requested'::text, 'given'::text, 'declined'::text]))),
  constraint rollout_units_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint rollout_units_pkey PRIMARY KEY (rollout_id, device_id),
  constraint rollout_units_rollout_id_fkey FOREIGN KEY (rollout_id) REFERENCES rollouts(rollout_id) ON DELETE CASCADE,
  constraint rollout_units_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'done'::text, 'equal'::text, 'failed'::text, 'expired'::text, 'skipped'::text])))
);
CREATE INDEX rollout_units_consent ON public.rollout_units USING btree (device_id) WHERE (consent = 'requested'::text);
CREATE INDEX rollout_units_device ON public.rollout_units USING btree (device_id);
CREATE UNIQUE INDEX rollout_units_position ON public.rollout_units USING btree (rollout_id, "position");
CREATE INDEX rollout_units_state ON public.rollout_units USING btree (rollout_id, wave, state);
comment on column rollout_units.own_values is 'Values by point where this unit has its own; null = those of the rollout.';
comment on column rollout_units.old_values is 'Value of each point before the first try that changed it; null = it was not known.';
comment on column rollout_units.control_ids is 'Commands of the last try, in the control log.';
comment on column rollout_units.not_before is 'It may not be begun before this moment: it was too cold, or heat was needed.';
comment on column rollout_units.consent is 'What the owner of the unit said to the upgrade; null = nobody was asked.';
comment on column rollout_units.consent_at is 'When the owner was asked, or answered.';

create table rollouts (
  rollout_id integer generated always as identity not null,
  kind text default 'settings'::text not null,
  name text not null,
  remark text default ''::text not null,
  product_key text not null,
  uid integer,
  api_token_id integer,
  creator text not null,
  agent_path text not null,
  group_id integer,
  origin jsonb not null,
  settings jsonb not null,
  target jsonb not null,
  rules jsonb not null,
  state text not null,
  halted text,
  wave integer default 0 not null,
  wave_sizes integer[] default '{}'::integer[] not null,
  tolerated integer default 0 not null,
  counts jsonb default '{}'::jsonb not null,
  of_rollout_id integer,
  approver text default ''::text not null,
  created_at timestamp with time zone not null,
  approved_at timestamp with time zone,
  started_at timestamp with time zone,
  deadline_at timestamp with time zone,
  finished_at timestamp with time zone,
  firmware_id integer,
  upgrade_type text,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint rollouts_firmware_id_fkey FOREIGN KEY (firmware_id) REFERENCES firmware(firmware_id) ON DELETE CASCADE,
  constraint rollouts_halted_check CHECK ((halted = ANY (ARRAY['manual'::text, 'failures'::text, 'wave'::text, 'test'::text]))),
  constraint rollouts_kind_check CHECK ((kind = ANY (ARRAY['settings'::text, 'firmware'::text]))),
  constraint rollouts_of_firmware CHECK (((kind = 'firmware'::text) = ((firmware_id IS NOT NULL) AND (upgrade_type IS NOT NULL)))),
  constraint rollouts_of_rollout_id_fkey FOREIGN KEY (of_rollout_id) REFERENCES rollouts(rollout_id) ON DELETE CASCADE,
  constraint rollouts_pkey PRIMARY KEY (rollout_id),
  constraint rollouts_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE,
  constraint rollouts_state_check CHECK ((state = ANY (ARRAY['proposed'::text, 'approved'::text, 'running'::text, 'paused'::text, 'done'::text, 'stopped'::text, 'rejected'::text]))),
  constraint rollouts_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint rollouts_upgrade_type_check CHECK ((upgrade_type = ANY (ARRAY['single'::text, 'automatic'::text, 'list'::text])))
);
CREATE INDEX rollouts_active ON public.rollouts USING btree (rollout_id) WHERE (state = ANY (ARRAY['running'::text, 'paused'::text, 'stopped'::text, 'done'::text]));
CREATE INDEX rollouts_changed ON public.rollouts USING btree (changed_at);
CREATE INDEX rollouts_firmware ON public.rollouts USING btree (firmware_id, rollout_id DESC) WHERE (firmware_id IS NOT NULL);
CREATE INDEX rollouts_of ON public.rollouts USING btree (of_rollout_id);
CREATE INDEX rollouts_path ON public.rollouts USING btree (agent_path, rollout_id DESC);
CREATE INDEX rollouts_product ON public.rollouts USING btree (product_key);
CREATE INDEX rollouts_uid ON public.rollouts USING btree (uid);
CREATE TRIGGER rollouts_mark_changed BEFORE UPDATE ON public.rollouts FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION mark_changed();
CREATE TRIGGER rollouts_names BEFORE INSERT OR UPDATE OF group_id, target ON public.rollouts FOR EACH ROW EXECUTE FUNCTION hold_named_rows('distributors', 'agent_id', 'select ($1).target -> ''filter'' ->> ''agent_id''', 'device_groups', 'group_id', 'select ($1).target -> ''filter'' ->> ''group_id''', 'resource_groups', 'group_id', 'select ($1).group_id');
comment on table rollouts is 'What is done to many units in waves, proposed, approved and then run.';
comment on column rollouts.agent_path is 'Place of who proposed it: seen from there and above.';
comment on column rollouts.group_id is 'Resource group of who proposed it; null = none that narrows.';
comment on column rollouts.origin is 'Rights of who proposed it (a program has fewer than its account), and from where.';
comment on column rollouts.settings is 'Values by point, and the template they came from; of a rollback none, each unit has its own.';
comment on column rollouts.tolerated is 'Failed units that somebody has seen and let pass.';
comment on column rollouts.counts is 'Units by state as of the last turn.';
comment on column rollouts.of_rollout_id is 'The rollout whose changes this one takes back.';
comment on column rollouts.upgrade_type is 'How it was begun: for one unit by hand, by version number, or for a list of units.';
comment on column rollouts.changed_at is 'Of the database, for pushes.';

create table scheduled_commands (
  scheduled_id integer generated always as identity not null,
  device_id integer not null,
  points jsonb not null,
  change_reason text not null,
  run_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  uid integer,
  api_token_id integer,
  operator_name text not null,
  origin jsonb not null,
  created_at timestamp with time zone not null,
  state text default 'pending'::text not null,
  reason text,
  cancelled_by text default ''::text not null,
  control_ids bigint[] default '{}'::bigint[] not null,
  finished_at timestamp with time zone,
  constraint scheduled_commands_api_token_id_fkey FOREIGN KEY (api_token_id) REFERENCES api_tokens(api_token_id) ON DELETE CASCADE,
  constraint scheduled_commands_check CHECK ((expires_at >= run_at)),
  constraint scheduled_commands_check1 CHECK (((state = 'pending'::text) = (finished_at IS NULL))),
  constraint scheduled_commands_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint scheduled_commands_pkey PRIMARY KEY (scheduled_id),
  constraint scheduled_commands_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'cancelled'::text, 'failed'::text, 'expired'::text]))),
  constraint scheduled_commands_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX scheduled_commands_api_token ON public.scheduled_commands USING btree (api_token_id) WHERE (api_token_id IS NOT NULL);
CREATE INDEX scheduled_commands_device ON public.scheduled_commands USING btree (device_id, scheduled_id DESC);
CREATE INDEX scheduled_commands_due ON public.scheduled_commands USING btree (run_at) WHERE (state = 'pending'::text);
CREATE INDEX scheduled_commands_finished ON public.scheduled_commands USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX scheduled_commands_uid ON public.scheduled_commands USING btree (uid);
comment on table scheduled_commands is 'Settings of a unit that are sent at a later moment, as a command of who scheduled them.';
comment on column scheduled_commands.expires_at is 'Until then it waits for a unit that is off line; the time itself = it does not wait.';
comment on column scheduled_commands.origin is 'Rights of who scheduled it, and from where: the command is audited as theirs.';
comment on column scheduled_commands.reason is 'Why nothing was sent, a code of a refusal; null otherwise.';

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  ran_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table secret_key_check (
  only_row boolean default true not null,
  key_check bytea not null,
  constraint secret_key_check_only_row_check CHECK (only_row),
  constraint secret_key_check_pkey PRIMARY KEY (only_row)
);
comment on table secret_key_check is 'Shows whether the key that seals secrets is the one they were sealed with; the key cannot be found from it.';
comment on column secret_key_check.key_check is 'HMAC-SHA-256 of a fixed text by the key.';

create table service_order_line_pictures (
  line_id integer not null,
  picture_no smallint not null,
  picture bytea not null,
  constraint service_order_line_pictures_line_id_fkey FOREIGN KEY (line_id) REFERENCES service_order_lines(line_id) ON DELETE CASCADE,
  constraint service_order_line_pictures_picture_no_check CHECK (((picture_no >= 1) AND (picture_no <= 3))),
  constraint service_order_line_pictures_pkey PRIMARY KEY (line_id, picture_no)
);
comment on table service_order_line_pictures is 'Photos at an answer or a note, PNG; those of the problem are service_order_pictures.';

create table service_order_lines (
  line_id integer generated always as identity not null,
  order_id integer not null,
  kind text not null,
  uid integer,
  text text not null,
  at timestamp with time zone not null,
  levels_up integer,
  pictures smallint default 0 not null,
  constraint service_order_lines_kind_check CHECK ((kind = ANY (ARRAY['answer'::text, 'reply'::text, 'note'::text, 'callback'::text, 'escalated'::text, 'transferred'::text]))),
  constraint service_order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_orders(order_id) ON DELETE CASCADE,
  constraint service_order_lines_pictures_check CHECK (((pictures >= 0) AND (pictures <= 3))),
  constraint service_order_lines_pkey PRIMARY KEY (line_id),
  constraint service_order_lines_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL
);
CREATE INDEX service_order_lines_order ON public.service_order_lines USING btree (order_id, line_id);
CREATE INDEX service_order_lines_uid ON public.service_order_lines USING btree (uid);
CREATE TRIGGER service_order_lines_notify AFTER INSERT ON public.service_order_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_moved_orders();
CREATE TRIGGER service_order_lines_webhook AFTER INSERT ON public.service_order_lines REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_answered_orders();
comment on column service_order_lines.kind is 'answer: of staff; reply: of the respondent; note and callback: for staff alone; escalated and transferred: who processes it from then on.';
comment on column service_order_lines.uid is 'Who wrote it; null = the respondent, or an account that is gone.';
comment on column service_order_lines.levels_up is 'Of escalated and transferred: the level that got it.';

create table service_order_pictures (
  order_id integer not null,
  picture_no integer not null,
  picture bytea not null,
  constraint service_order_pictures_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_orders(order_id) ON DELETE CASCADE,
  constraint service_order_pictures_picture_no_check CHECK (((picture_no >= 1) AND (picture_no <= 3))),
  constraint service_order_pictures_pkey PRIMARY KEY (order_id, picture_no)
);

create table service_order_settings (
  is_only boolean default true not null,
  escalation_minutes integer not null,
  since timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint service_order_settings_escalation_minutes_check CHECK (((escalation_minutes >= 0) AND (escalation_minutes <= 10080))),
  constraint service_order_settings_is_only_check CHECK (is_only),
  constraint service_order_settings_pkey PRIMARY KEY (is_only)
);
comment on table service_order_settings is 'One row, of the manufacturer.';
comment on column service_order_settings.escalation_minutes is 'An order whose time to answer is over goes up one level, then one more each so many minutes; 0 = never.';
comment on column service_order_settings.since is 'Orders reported before stay where they are: switching it on moves nothing old.';

create table service_order_videos (
  order_id integer not null,
  video_no integer not null,
  content_type text not null,
  video bytea not null,
  uid integer,
  at timestamp with time zone not null,
  constraint service_order_videos_content_type_check CHECK ((content_type = ANY (ARRAY['video/mp4'::text, 'video/webm'::text, 'video/quicktime'::text]))),
  constraint service_order_videos_order_id_fkey FOREIGN KEY (order_id) REFERENCES service_orders(order_id) ON DELETE CASCADE,
  constraint service_order_videos_pkey PRIMARY KEY (order_id, video_no),
  constraint service_order_videos_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint service_order_videos_video_no_check CHECK (((video_no >= 1) AND (video_no <= 2)))
);
alter table service_order_videos alter video set storage external;
CREATE INDEX service_order_videos_uid ON public.service_order_videos USING btree (uid);
comment on column service_order_videos.uid is 'Who of the staff attached it; null = the respondent, or an account that is gone.';

create table service_orders (
  order_id integer generated always as identity not null,
  device_id integer not null,
  app_user_id integer,
  agent_id integer,
  type text not null,
  source text not null,
  priority text default 'normal'::text not null,
  status text default 'unresolved'::text not null,
  problem text not null,
  pictures integer default 0 not null,
  feedback_at timestamp with time zone not null,
  created_by integer,
  handler_uid integer,
  answered_at timestamp with time zone,
  last_reply_at timestamp with time zone,
  resolved_at timestamp with time zone,
  rating text,
  comment text default ''::text not null,
  rated_at timestamp with time zone,
  revisited_at timestamp with time zone,
  erased_at timestamp with time zone,
  alarm_id integer,
  visit_from timestamp with time zone,
  visit_to timestamp with time zone,
  parts jsonb default '[]'::jsonb not null,
  cause text,
  result text default ''::text not null,
  visit_changed_at timestamp with time zone,
  levels_up integer default 0 not null,
  escalated integer default 0 not null,
  escalated_at timestamp with time zone,
  videos integer default 0 not null,
  due_at timestamp with time zone generated always as (order_due(feedback_at, priority)) stored not null,
  rating_invited_at timestamp with time zone,
  constraint service_orders_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE SET NULL,
  constraint service_orders_alarm_id_fkey FOREIGN KEY (alarm_id) REFERENCES alarms(alarm_id) ON DELETE SET NULL,
  constraint service_orders_app_user_id_fkey FOREIGN KEY (app_user_id) REFERENCES app_users(app_user_id) ON DELETE SET NULL,
  constraint service_orders_cause_check CHECK ((cause = ANY (ARRAY['component'::text, 'installation'::text, 'settings'::text, 'operation'::text, 'water'::text, 'power'::text, 'connection'::text, 'none'::text, 'other'::text]))),
  constraint service_orders_check CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
  constraint service_orders_check1 CHECK (((rating IS NULL) = (rated_at IS NULL))),
  constraint service_orders_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint service_orders_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint service_orders_escalated_check CHECK ((escalated >= 0)),
  constraint service_orders_handler_uid_fkey FOREIGN KEY (handler_uid) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint service_orders_levels_up_check CHECK ((levels_up >= 0)),
  constraint service_orders_pictures_check CHECK (((pictures >= 0) AND (pictures <= 3))),
  constraint service_orders_pkey PRIMARY KEY (order_id),
  constraint service_orders_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text]))),
  constraint service_orders_rating_check CHECK ((rating = ANY (ARRAY['dissatisfied'::text, 'satisfied'::text, 'very_satisfied'::text]))),
  constraint service_orders_source_check CHECK ((source = ANY (ARRAY['app'::text, 'console'::text, 'alarm'::text, 'phone'::text]))),
  constraint service_orders_status_check CHECK ((status = ANY (ARRAY['unresolved'::text, 'resolved'::text]))),
  constraint service_orders_type_check CHECK ((type = ANY (ARRAY['fault'::text, 'usage'::text, 'installation'::text, 'suggestion'::text, 'app'::text]))),
  constraint service_orders_videos_check CHECK (((videos >= 0) AND (videos <= 2))),
  constraint service_orders_visit CHECK ((((visit_from IS NULL) = (visit_to IS NULL)) AND (visit_from < visit_to)))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX service_orders_agent ON public.service_orders USING btree (agent_id, resolved_at);
CREATE INDEX service_orders_alarm ON public.service_orders USING btree (alarm_id) WHERE (alarm_id IS NOT NULL);
CREATE INDEX service_orders_cause ON public.service_orders USING btree (cause, feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_commented ON public.service_orders USING btree (feedback_at DESC, order_id DESC) WHERE (comment <> ''::text);
CREATE INDEX service_orders_created_by ON public.service_orders USING btree (created_by);
CREATE INDEX service_orders_device ON public.service_orders USING btree (device_id, feedback_at DESC);
CREATE INDEX service_orders_due ON public.service_orders USING btree ((
CASE
    WHEN ((status = 'unresolved'::text) AND (answered_at IS NULL)) THEN due_at
    ELSE NULL::timestamp with time zone
END), order_id);
CREATE INDEX service_orders_due_last ON public.service_orders USING btree ((
CASE
    WHEN ((status = 'unresolved'::text) AND (answered_at IS NULL)) THEN due_at
    ELSE NULL::timestamp with time zone
END) DESC NULLS LAST, order_id DESC);
CREATE INDEX service_orders_escalated ON public.service_orders USING btree (feedback_at DESC, order_id DESC) WHERE (escalated > 0);
CREATE INDEX service_orders_handler ON public.service_orders USING btree (handler_uid, feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_last_reply ON public.service_orders USING btree (last_reply_at DESC NULLS LAST, order_id DESC);
CREATE INDEX service_orders_last_reply_first ON public.service_orders USING btree (last_reply_at, order_id);
CREATE INDEX service_orders_open ON public.service_orders USING btree (feedback_at DESC, order_id DESC) INCLUDE (status, device_id, agent_id, app_user_id, answered_at, due_at) WHERE (status = 'unresolved'::text);
CREATE INDEX service_orders_priority ON public.service_orders USING btree (priority, feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_rating ON public.service_orders USING btree (rating, feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_resolved ON public.service_orders USING btree (resolved_at DESC NULLS LAST, order_id DESC);
CREATE INDEX service_orders_resolved_first ON public.service_orders USING btree (resolved_at, order_id);
CREATE INDEX service_orders_search ON public.service_orders USING gin (search_text("left"(problem, 160)) gin_trgm_ops);
CREATE INDEX service_orders_source ON public.service_orders USING btree (source, feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_statistics ON public.service_orders USING btree (feedback_at) INCLUDE (device_id, agent_id, app_user_id, status, due_at, answered_at, resolved_at, cause, escalated, erased_at);
CREATE INDEX service_orders_time ON public.service_orders USING btree (feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_to_call ON public.service_orders USING btree (resolved_at DESC) WHERE ((rating = 'dissatisfied'::text) AND (revisited_at IS NULL));
CREATE INDEX service_orders_type ON public.service_orders USING btree (type, feedback_at DESC, order_id DESC);
CREATE INDEX service_orders_unanswered ON public.service_orders USING btree (due_at) INCLUDE (status, device_id, agent_id, app_user_id, answered_at, feedback_at, order_id) WHERE ((status = 'unresolved'::text) AND (answered_at IS NULL));
CREATE INDEX service_orders_user ON public.service_orders USING btree (app_user_id, order_id DESC);
CREATE TRIGGER service_orders_notify AFTER INSERT ON public.service_orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_created_orders();
CREATE TRIGGER service_orders_notify_rated AFTER UPDATE ON public.service_orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_dissatisfied_orders();
CREATE TRIGGER service_orders_webhook_created AFTER INSERT ON public.service_orders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_created_orders();
CREATE TRIGGER service_orders_webhook_moved AFTER UPDATE ON public.service_orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_moved_orders();
comment on table service_orders is 'Service orders: feedback of app users and what staff entered for them.';
comment on column service_orders.app_user_id is 'The respondent; null = entered by staff for nobody of the app.';
comment on column service_orders.agent_id is 'The distributor that had the unit when it was reported, then when it was resolved: who is judged by it. Null = one that is gone.';
comment on column service_orders.answered_at is 'When staff first answered; an order without an answer is not resolved.';
comment on column service_orders.last_reply_at is 'When staff or the respondent last wrote.';
comment on column service_orders.revisited_at is 'When staff last called back.';
comment on column service_orders.erased_at is 'When the respondent was erased, and with him all words and pictures.';
comment on column service_orders.alarm_id is 'The alarm that it was created from; null = none.';
comment on column service_orders.parts is 'Parts used: name, number and quantity of each.';
comment on column service_orders.cause is 'What it was in the end; null = not said.';
comment on column service_orders.visit_changed_at is 'When visit, parts, cause or result were last changed; null = never.';
comment on column service_orders.levels_up is 'Who processes it: so many levels above the distributor of its device; above the top is the manufacturer.';
comment on column service_orders.escalated is 'How often it went up because nobody had answered in time.';
comment on column service_orders.due_at is 'Until when staff are to answer it for the first time.';
comment on column service_orders.rating_invited_at is 'When staff invited the respondent to rate it, once; null = not.';

create table sessions (
  token_hash bytea not null,
  uid integer not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  address text not null,
  user_agent text not null,
  session_id bigint generated always as identity not null,
  view_as_uid integer,
  second_factor boolean default false not null,
  by_provider boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_session_id_key UNIQUE (session_id),
  constraint sessions_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE,
  constraint sessions_view_as_uid_fkey FOREIGN KEY (view_as_uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX sessions_last_seen ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_uid ON public.sessions USING btree (uid);
comment on table sessions is 'Open sessions. Only the SHA-256 of the token is kept.';
comment on column sessions.view_as_uid is 'The account whose eyes this session looks through, read-only.';
comment on column sessions.by_provider is 'Opened at the provider: neither password nor second factor of the account was asked for.';

create table shipment_devices (
  shipment_id integer not null,
  device_id integer not null,
  state text default 'shipped'::text not null,
  confirmed_at timestamp with time zone,
  confirmed_by text default ''::text not null,
  returned_at timestamp with time zone,
  returned_by text default ''::text not null,
  reason text default ''::text not null,
  constraint shipment_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint shipment_devices_pkey PRIMARY KEY (shipment_id, device_id),
  constraint shipment_devices_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(shipment_id) ON DELETE CASCADE,
  constraint shipment_devices_state_check CHECK ((state = ANY (ARRAY['shipped'::text, 'confirmed'::text, 'returned'::text])))
);
CREATE INDEX shipment_devices_confirmed ON public.shipment_devices USING btree (confirmed_at DESC) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX shipment_devices_device ON public.shipment_devices USING btree (device_id, shipment_id);
CREATE INDEX shipment_devices_returned ON public.shipment_devices USING btree (shipment_id, device_id) WHERE (state = 'returned'::text);
CREATE INDEX shipment_devices_returned_at ON public.shipment_devices USING btree (returned_at DESC) WHERE (returned_at IS NOT NULL);
CREATE TRIGGER shipment_devices_webhook_moved AFTER UPDATE ON public.shipment_devices REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_shipment_moved();
CREATE TRIGGER shipment_devices_webhook_new AFTER INSERT ON public.shipment_devices REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_shipped();
comment on column shipment_devices.reason is 'Why it was returned.';

create table shipments (
  shipment_id integer generated always as identity not null,
  batch_no text generated always as (('S'::text || lpad((shipment_id)::text, 10, '0'::text))) stored not null,
  sender_id integer,
  sender_name text not null,
  receiver_id integer,
  receiver_path text collate "C" not null,
  receiver_name text not null,
  order_no text not null,
  logistics_no text not null,
  remark text not null,
  uid integer,
  operator text not null,
  shipped_at timestamp with time zone not null,
  device_count integer not null,
  constraint shipments_batch_no_key UNIQUE (batch_no),
  constraint shipments_pkey PRIMARY KEY (shipment_id),
  constraint shipments_receiver_fkey FOREIGN KEY (receiver_id, receiver_path) REFERENCES distributors(agent_id, agent_path) ON UPDATE CASCADE ON DELETE SET NULL (receiver_id),
  constraint shipments_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES distributors(agent_id) ON DELETE SET NULL
);
CREATE INDEX shipments_at ON public.shipments USING btree (shipped_at DESC);
CREATE INDEX shipments_order ON public.shipments USING btree (lower(order_no) text_pattern_ops);
CREATE INDEX shipments_receiver ON public.shipments USING btree (receiver_path, shipment_id);
CREATE INDEX shipments_sender ON public.shipments USING btree (sender_id, shipment_id);
comment on column shipments.sender_id is 'Null = the manufacturer, whose name is empty, or a distributor that was deleted.';
comment on column shipments.sender_name is 'Names as they were then.';
comment on column shipments.receiver_path is 'Who sees it: this distributor and those above it.';

create table standing_alarm_changes (
  device_id integer not null
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
comment on table standing_alarm_changes is 'Units whose standing alarms changed since they were summed: appended by writers, so that none waits for another; folded every two seconds. A reader counts these units by their rows.';

create table standing_alarm_sums (
  agent_path text collate "C" not null,
  below boolean not null,
  product_key text not null,
  code text not null,
  severity_rank smallint not null,
  unprocessed boolean not null,
  n integer not null,
  constraint standing_alarm_sums_pkey PRIMARY KEY (agent_path, below, product_key, code, severity_rank, unprocessed)
);
CREATE INDEX standing_alarm_sums_gone ON public.standing_alarm_sums USING btree (agent_path) WHERE (n = 0);
comment on table standing_alarm_sums is 'Alarms that stand, those of virtual units among them.';
comment on column standing_alarm_sums.below is 'With all distributors below the path; else those of the path alone.';

create table standing_alarm_units (
  device_id integer not null,
  agent_path text collate "C" not null,
  product_key text not null,
  codes text[] not null,
  severity_ranks smallint[] not null,
  unprocessed boolean[] not null,
  ranks integer not null,
  constraint standing_alarm_units_pkey PRIMARY KEY (device_id, agent_path, product_key)
);
comment on table standing_alarm_units is 'What of each unit is contained in the sums.';
comment on column standing_alarm_units.codes is 'An element for each alarm, as in the two next columns; empty = without a code.';
comment on column standing_alarm_units.ranks is 'Which severities it has, bit 0 = info.';

create table standing_unit_sums (
  agent_path text collate "C" not null,
  below boolean not null,
  product_key text not null,
  ranks integer not null,
  n integer not null,
  constraint standing_unit_sums_pkey PRIMARY KEY (agent_path, below, product_key, ranks)
);
CREATE INDEX standing_unit_sums_gone ON public.standing_unit_sums USING btree (agent_path) WHERE (n = 0);
comment on table standing_unit_sums is 'Units with alarms that stand, by the severities that they have.';

create table trusted_browsers (
  token_hash bytea not null,
  uid integer not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  user_agent text not null,
  browser_id integer generated always as identity not null,
  constraint trusted_browsers_browser_id_key UNIQUE (browser_id),
  constraint trusted_browsers_pkey PRIMARY KEY (token_hash),
  constraint trusted_browsers_uid_fkey FOREIGN KEY (uid) REFERENCES accounts(uid) ON DELETE CASCADE
);
CREATE INDEX trusted_browsers_uid ON public.trusted_browsers USING btree (uid);
comment on table trusted_browsers is 'Browsers that need no second factor for 30 days; only SHA-256 is kept.';
comment on column trusted_browsers.browser_id is 'Its name in lists; the hash stays inside.';

create table unknown_faults (
  product_key text not null,
  point_key text not null,
  value double precision not null,
  device_id integer not null,
  times integer not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  constraint unknown_faults_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint unknown_faults_pkey PRIMARY KEY (product_key, point_key, value, device_id),
  constraint unknown_faults_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE
);
comment on table unknown_faults is 'Values of fault words, and fault bits, that the version they came under does not name.';

create table unknown_modules (
  mac text not null,
  address text not null,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  tries integer not null,
  auth_mode text not null,
  product_key text,
  state text default 'waiting'::text not null,
  decided_by text default ''::text not null,
  decided_at timestamp with time zone,
  constraint unknown_modules_auth_mode_check CHECK ((auth_mode = ANY (ARRAY['h1'::text, 's1'::text, 'p1'::text]))),
  constraint unknown_modules_pkey PRIMARY KEY (mac),
  constraint unknown_modules_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE SET NULL,
  constraint unknown_modules_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'rejected'::text, 'banned'::text])))
);
CREATE INDEX unknown_modules_address ON public.unknown_modules USING btree (address, last_seen_at);
CREATE INDEX unknown_modules_seen ON public.unknown_modules USING btree (state, last_seen_at);
comment on table unknown_modules is 'Modules that tried to log in under an id that no device has; bounded, the oldest give way.';
comment on column unknown_modules.product_key is 'The product whose secret it proved to know; null = none.';

create table upgrade_links (
  upgrade_id integer not null,
  token_hash bytea not null,
  issued integer default 1 not null,
  bytes_left bigint not null,
  expires_at timestamp with time zone not null,
  constraint upgrade_links_pkey PRIMARY KEY (upgrade_id),
  constraint upgrade_links_token_hash_key UNIQUE (token_hash),
  constraint upgrade_links_upgrade_id_fkey FOREIGN KEY (upgrade_id) REFERENCES upgrades(upgrade_id) ON DELETE CASCADE
);
comment on table upgrade_links is 'The link of a running upgrade to its image; a new one takes the place of the one before.';
comment on column upgrade_links.token_hash is 'SHA-256 of the token; the token itself is in the link alone.';
comment on column upgrade_links.issued is 'Links that this upgrade has had.';
comment on column upgrade_links.bytes_left is 'So many bytes may still be fetched by it.';

create table upgrades (
  upgrade_id integer generated always as identity not null,
  firmware_id integer not null,
  device_id integer not null,
  rollout_id integer,
  from_version text not null,
  state text not null,
  reason text,
  percent integer default 0 not null,
  announcements integer default 0 not null,
  created_at timestamp with time zone not null,
  moved_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  limit_at timestamp with time zone,
  changed_at timestamp with time zone default clock_timestamp() not null,
  constraint upgrades_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint upgrades_firmware_id_fkey FOREIGN KEY (firmware_id) REFERENCES firmware(firmware_id) ON DELETE CASCADE,
  constraint upgrades_percent_check CHECK (((percent >= 0) AND (percent <= 100))),
  constraint upgrades_pkey PRIMARY KEY (upgrade_id),
  constraint upgrades_rollout_id_fkey FOREIGN KEY (rollout_id) REFERENCES rollouts(rollout_id) ON DELETE SET NULL,
  constraint upgrades_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'announced'::text, 'accepted'::text, 'downloading'::text, 'verifying'::text, 'restarting'::text, 'success'::text, 'comm_exception'::text, 'check_error'::text, 'rejected'::text, 'cancelled'::text])))
);
CREATE INDEX upgrades_at ON public.upgrades USING btree (created_at DESC, upgrade_id DESC);
CREATE INDEX upgrades_changed ON public.upgrades USING btree (changed_at);
CREATE INDEX upgrades_device ON public.upgrades USING btree (device_id, upgrade_id DESC);
CREATE INDEX upgrades_due ON public.upgrades USING btree (deadline_at) WHERE (finished_at IS NULL);
CREATE INDEX upgrades_finished ON public.upgrades USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX upgrades_firmware ON public.upgrades USING btree (firmware_id);
CREATE UNIQUE INDEX upgrades_open ON public.upgrades USING btree (device_id) WHERE (finished_at IS NULL);
CREATE INDEX upgrades_rollout ON public.upgrades USING btree (rollout_id, device_id, upgrade_id DESC);
CREATE TRIGGER upgrades_mark_changed BEFORE UPDATE ON public.upgrades FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION mark_changed();
CREATE TRIGGER upgrades_webhook_finished AFTER UPDATE ON public.upgrades REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION webhook_finished_upgrades();
comment on table upgrades is 'The upgrade of one unit; its id is the job on the wire.';
comment on column upgrades.deadline_at is 'The state ends by then, whatever the module does.';
comment on column upgrades.expires_at is 'A unit that has not begun by then is not upgraded any more.';
comment on column upgrades.limit_at is 'A download that is not complete by then is ended; null = only the deadlines of its states end it.';
comment on column upgrades.changed_at is 'Of the database, for pushes.';

create table virtual_unit_replays (
  device_id integer not null,
  of_mac text not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  speed integer not null,
  track bytea not null,
  constraint virtual_unit_replays_device_id_fkey FOREIGN KEY (device_id) REFERENCES virtual_units(device_id) ON DELETE CASCADE,
  constraint virtual_unit_replays_pkey PRIMARY KEY (device_id)
);
comment on table virtual_unit_replays is 'What the boards of virtual units show that replay another unit.';
comment on column virtual_unit_replays.of_mac is 'The unit that is shown; it may be gone by now.';
comment on column virtual_unit_replays.speed is 'Seconds of the record in a second.';
comment on column virtual_unit_replays.track is 'Its values: JSON compressed by gzip (contract/src/simulator/replay.ts).';

create table virtual_units (
  device_id integer not null,
  product_key text not null,
  started_by text not null,
  started_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  board_pk text,
  board text default 'answers'::text not null,
  constraint virtual_units_board_check CHECK ((board = ANY (ARRAY['answers'::text, 'silent'::text]))),
  constraint virtual_units_board_pk_fkey FOREIGN KEY (board_pk) REFERENCES products(product_key),
  constraint virtual_units_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint virtual_units_pkey PRIMARY KEY (device_id),
  constraint virtual_units_product_key_fkey FOREIGN KEY (product_key) REFERENCES products(product_key) ON DELETE CASCADE
);
CREATE INDEX virtual_units_product ON public.virtual_units USING btree (product_key);
comment on table virtual_units is 'Units that the simulator plays; removed with everything they reported when they end.';
comment on column virtual_units.product_key is 'The product it was started from; a unit of a draft has the copy of it as its own product.';
comment on column virtual_units.board_pk is 'The product of the board; null = that of the unit.';

create table webhook_attempts (
  delivery_id bigint not null,
  attempt_no integer not null,
  at timestamp with time zone not null,
  reason text,
  status integer,
  answer text not null,
  took_ms integer not null,
  constraint webhook_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(delivery_id) ON DELETE CASCADE,
  constraint webhook_attempts_pkey PRIMARY KEY (delivery_id, attempt_no)
);
comment on table webhook_attempts is 'Each attempt of a call, with the answer; reason null = accepted.';

create table webhook_deliveries (
  delivery_id bigint generated always as identity not null,
  webhook_id integer not null,
  event_id bigint not null,
  message_id uuid default gen_random_uuid() not null,
  state text not null,
  reason text,
  status integer,
  answer text default ''::text not null,
  took_ms integer,
  attempts integer default 0 not null,
  body text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  constraint webhook_deliveries_due CHECK (((state = 'queued'::text) = (due_at IS NOT NULL))),
  constraint webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(event_id) ON DELETE CASCADE,
  constraint webhook_deliveries_once UNIQUE (webhook_id, event_id),
  constraint webhook_deliveries_pkey PRIMARY KEY (delivery_id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'dead'::text, 'suppressed'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(webhook_id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_created ON public.webhook_deliveries USING btree (created_at, delivery_id);
CREATE INDEX webhook_deliveries_due_first ON public.webhook_deliveries USING btree (due_at) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_queued ON public.webhook_deliveries USING btree (webhook_id, due_at) WHERE (state = 'queued'::text);
CREATE INDEX webhook_deliveries_state ON public.webhook_deliveries USING btree (state, created_at, delivery_id);
CREATE INDEX webhook_deliveries_webhook ON public.webhook_deliveries USING btree (webhook_id, created_at, delivery_id);
comment on table webhook_deliveries is 'One call of a webhook about one event, and what became of it.';
comment on column webhook_deliveries.message_id is 'The same at every attempt and when it is sent again: receivers drop what they have seen.';
comment on column webhook_deliveries.body is 'The payload, fixed at the first attempt.';
comment on column webhook_deliveries.due_at is 'Next attempt; while one is made, when it counts as lost.';

create table webhook_events (
  event_id bigint generated always as identity not null,
  identity text not null,
  event text not null,
  device_id integer,
  shipment_id integer,
  detail jsonb not null,
  happened_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  constraint webhook_events_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(device_id) ON DELETE CASCADE,
  constraint webhook_events_identity_key UNIQUE (identity),
  constraint webhook_events_pkey PRIMARY KEY (event_id),
  constraint webhook_events_shipment_id_fkey FOREIGN KEY (shipment_id) REFERENCES shipments(shipment_id) ON DELETE CASCADE
);
CREATE INDEX webhook_events_device ON public.webhook_events USING btree (device_id) WHERE (device_id IS NOT NULL);
CREATE INDEX webhook_events_happened ON public.webhook_events USING btree (happened_at);
CREATE INDEX webhook_events_new ON public.webhook_events USING btree (event_id) WHERE (dispatched_at IS NULL);
CREATE INDEX webhook_events_shipment ON public.webhook_events USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);
comment on table webhook_events is 'What webhooks may be told of, written in the transaction in which it happens (outbox).';
comment on column webhook_events.identity is 'The same thing is written once.';
comment on column webhook_events.detail is 'What is known of it at that moment, beside the device.';

create table webhooks (
  webhook_id integer generated always as identity not null,
  webhook_name text not null,
  events text[] not null,
  target text not null,
  address_sealed bytea not null,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamp with time zone,
  enabled boolean default true not null,
  agent_id integer,
  narrowed_uid integer,
  created_by integer,
  failing_since timestamp with time zone,
  failures integer default 0 not null,
  wait_until timestamp with time zone,
  paused_at timestamp with time zone,
  last_sent_at timestamp with time zone,
  last_error text default ''::text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhooks_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES distributors(agent_id) ON DELETE CASCADE,
  constraint webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES accounts(uid) ON DELETE SET NULL,
  constraint webhooks_narrowed_uid_fkey FOREIGN KEY (narrowed_uid) REFERENCES accounts(uid) ON DELETE CASCADE,
  constraint webhooks_old_secret CHECK (((old_secret_sealed IS NULL) = (old_secret_until IS NULL))),
  constraint webhooks_pkey PRIMARY KEY (webhook_id),
  constraint webhooks_webhook_name_check CHECK (((char_length(webhook_name) >= 1) AND (char_length(webhook_name) <= 60)))
);
CREATE INDEX webhooks_agent ON public.webhooks USING btree (agent_id);
CREATE INDEX webhooks_created_by ON public.webhooks USING btree (created_by);
CREATE UNIQUE INDEX webhooks_name ON public.webhooks USING btree (COALESCE(agent_id, 0), lower(webhook_name));
CREATE INDEX webhooks_narrowed ON public.webhooks USING btree (narrowed_uid);
comment on table webhooks is 'Subscriptions of other programs to events.';
comment on column webhooks.target is 'What may be shown of the address: scheme and host.';
comment on column webhooks.address_sealed is 'The whole address, which may contain a key, sealed with the key of the installation.';
comment on column webhooks.old_secret_sealed is 'The secret before the last rotation: calls are signed with both until its end.';
comment on column webhooks.agent_id is 'The distributor that made it; null = the manufacturer. Its devices, and those below, are all that it hears of.';
comment on column webhooks.narrowed_uid is 'Who saved it last, if a resource group or own records narrow that account: it then hears of what the account sees. Null = nothing narrows it.';
comment on column webhooks.failing_since is 'The first of the failures in a row; null = the last call was accepted.';
comment on column webhooks.wait_until is 'It did not answer: one call tries again after this time.';
comment on column webhooks.paused_at is 'Paused by the system after a long failure; null = it is not.';

CREATE OR REPLACE FUNCTION public.delete_virtual_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from device_days where device_id = old.device_id;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_account_trust()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from password_links where uid = new.uid;
  if new.password_hash <> old.password_hash then
    delete from trusted_browsers where uid = new.uid;
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_app_user_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from password_links where app_user_id = new.app_user_id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_data_grants()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update data_grants set ended_at = now(), ended_by = 'binding'
    where device_id = old.device_id and app_user_id = old.app_user_id and ended_at is null;
  delete from data_exports where device_id = old.device_id and app_user_id = old.app_user_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_links_below()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from password_links l using accounts a join distributors d on d.agent_id = a.agent_id
    where l.uid = a.uid and starts_with(d.agent_path, new.agent_path);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_mailed_app_user_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from password_links where app_user_id = new.app_user_id and mailed_at is not null;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_outdated_account_link()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from password_links where uid = new.uid
    and ((mailed_at is not null and new.email is distinct from old.email)
      or (new.valid_until is distinct from old.valid_until and old.valid_until <= clock_timestamp()));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.fold_alarm_tally()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522024) then return 0; end if;
  with gone as (
    delete from alarm_tally_changes returning *
  ), told as (
    select agent_path, false as below, handling, active, muted, n from gone
    union all
    -- '/1/5/' is below '/' and '/1/' and itself.
    select left(agent_path, place), true, handling, active, muted, n
    from gone cross join lateral generate_series(1, length(agent_path)) place
    where substr(agent_path, place, 1) = '/'
  ), added as (
    select agent_path, below, handling, active, muted, sum(n)::int as n from told group by 1, 2, 3, 4, 5 having sum(n) <> 0
  ), kept as (
    insert into alarm_tally as t select * from added
    on conflict (agent_path, below, handling, active, muted) do update set n = t.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_device_day_sums()
 RETURNS void
 LANGUAGE sql
AS $function$
  with gone as (
    delete from device_day_sums where day in (select day from device_day_sums group by day having count(*) > 1) returning *
  )
  insert into device_day_sums
  select day, sum(units), sum(heat_wh), sum(electricity_wh), sum(ambient_mc), sum(ambient_units) from gone group by 1
  having sum(units) <> 0;
$function$
;

CREATE OR REPLACE FUNCTION public.fold_device_holdings()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522022) then return 0; end if;
  with gone as (
    delete from device_holding_changes returning *
  ), kept as (
    insert into device_holdings as h (agent_id, product_key, active, stock, shipped)
    select a.agent_id, gone.product_key, sum(a.active), sum(a.stock), sum(a.shipped)
    from gone, holdings_of(gone) a
    group by 1, 2
    on conflict (agent_id, product_key) do update set active = h.active + excluded.active,
      stock = h.stock + excluded.stock, shipped = h.shipped + excluded.shipped
  )
  select count(*) into folded from gone;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_device_ranks()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522021) then return 0; end if;
  with gone as (
    delete from device_rank_changes returning *
  ), added as (
    select prefix, sum(n)::int as n from gone group by 1 having sum(n) <> 0
  ), kept as (
    insert into device_ranks as r (prefix, n) select prefix, n from added
    on conflict (prefix) do update set n = r.n + excluded.n
  )
  select count(*) into folded from gone;
  if folded > 0 then perform place_device_ranks(); end if;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_device_tally(keep_since timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522020) then return 0; end if;
  with gone as (
    delete from device_tally_changes returning *
  ), told as (
    select a.agent_id, s.span_minutes, s.gone_from, gone.*
    from gone
      cross join lateral (values (0), (province_id), (city_id), (county_id)) a (agent_id)
      cross join lateral (
        select 0, timestamptz '-infinity'
        union all
        select minutes, date_bin(make_interval(mins => minutes), gone_minute, timestamptz 'epoch')
        from (values (1), (60)) spans (minutes) where gone_minute >= keep_since and gone_minute > '-infinity'
      ) s (span_minutes, gone_from)
    where a.agent_id is not null
  ), added as (
    select agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status, sum(n)::int as n
    from told
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(n) <> 0
  ), emptied as (
    delete from device_tally t using added
    where (t.agent_id, t.span_minutes, t.gone_from, t.product_key, t.net, t.identify_status, t.online_state, t.alarm, t.bus_status)
        = (added.agent_id, added.span_minutes, added.gone_from, added.product_key, added.net, added.identify_status,
           added.online_state, added.alarm, added.bus_status)
      and t.n + added.n = 0
    returning t.*
  ), kept as (
    insert into device_tally as t
      (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status, n)
    select added.* from added
    where (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status) not in
      (select agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status from emptied)
    on conflict (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status)
      do update set n = t.n + excluded.n
  ), summed as (
    insert into device_totals as t
      (agent_id, span_minutes, gone_from, n, online, never_online, alarm, unrecognized)
    select agent_id, span_minutes, gone_from, sum(n),
      coalesce(sum(n) filter (where online_state = 'online'), 0),
      coalesce(sum(n) filter (where online_state = 'never'), 0),
      coalesce(sum(n) filter (where alarm), 0),
      coalesce(sum(n) filter (where identify_status = 'unrecognized'), 0)
    from told
    group by 1, 2, 3
    having span_minutes = 0 or sum(n) <> 0
    on conflict (agent_id, span_minutes, gone_from) do update set n = t.n + excluded.n, online = t.online + excluded.online,
      never_online = t.never_online + excluded.never_online, alarm = t.alarm + excluded.alarm,
      unrecognized = t.unrecognized + excluded.unrecognized
  )
  select count(*) into folded from gone;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_map_cells()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522023) then return 0; end if;
  with gone as (
    delete from map_cell_changes returning *
  ), squares as (
    insert into map_cells as c
    select b.bits, gone.code >> (2 * b.bits) as cell, province_id, product_key, online_state, severity, sum(n)::int,
      sum(x)::bigint, sum(y)::bigint
    from gone cross join (values (11), (13), (15), (17)) as b (bits)
    group by 1, 2, 3, 4, 5, 6
    having sum(n) <> 0 or sum(x) <> 0 or sum(y) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict on constraint map_cells_key
    do update set n = c.n + excluded.n, x = c.x + excluded.x, y = c.y + excluded.y
  ), agents as (
    insert into map_agents as a
    select agent_id, province_id, city_id, county_id, product_key, online_state, severity, sum(n)::int
    from gone
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(n) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict on constraint map_agents_key do update set n = a.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_standing_alarms()
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare ids integer[];
begin
  if not pg_try_advisory_xact_lock(4881522025) then return 0; end if;
  with gone as (delete from standing_alarm_changes returning device_id)
  select array_agg(distinct device_id) into ids from gone;
  if ids is null then return 0; end if;

  with was as materialized (
    select * from standing_alarm_units where device_id = any(ids)
  ), became as materialized (
    select device_id, agent_path, product_key, array_agg(coalesce(code, '') order by alarm_id) as codes,
      array_agg(severity_rank order by alarm_id) as severity_ranks,
      array_agg(handling = 'unprocessed' order by alarm_id) as unprocessed, bit_or(1 << severity_rank) as ranks
    from alarms where device_id = any(ids) and recovered_at is null group by device_id, agent_path, product_key
  ), removed as (
    delete from standing_alarm_units u using was
    where (u.device_id, u.agent_path, u.product_key) = (was.device_id, was.agent_path, was.product_key)
      and (was.device_id, was.agent_path, was.product_key) not in (select device_id, agent_path, product_key from became)
  ), put as (
    insert into standing_alarm_units select * from became
    on conflict (device_id, agent_path, product_key) do update set codes = excluded.codes,
      severity_ranks = excluded.severity_ranks, unprocessed = excluded.unprocessed, ranks = excluded.ranks
  ), signed as materialized (
    select *, 1 as sign from became union all select *, -1 from was
  ), alarms_at as (
    select agent_path, product_key, cell.code, cell.severity_rank, cell.is_unprocessed, sum(sign) as n
    from signed cross join unnest(codes, severity_ranks, unprocessed) as cell (code, severity_rank, is_unprocessed)
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0
  ), units_at as (
    select agent_path, product_key, ranks, sum(sign) as n from signed group by 1, 2, 3 having sum(sign) <> 0
  ), alarm_sums as (
    insert into standing_alarm_sums as s
    select path, below, product_key, code, severity_rank, is_unprocessed, sum(n)
    from alarms_at cross join paths_above(agent_path) group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (agent_path, below, product_key, code, severity_rank, unprocessed) do update set n = s.n + excluded.n
  )
  insert into standing_unit_sums as s
  select path, below, product_key, ranks, sum(n)
  from units_at cross join paths_above(agent_path) group by 1, 2, 3, 4 having sum(n) <> 0
  on conflict (agent_path, below, product_key, ranks) do update set n = s.n + excluded.n;

  delete from standing_alarm_sums where n = 0;
  delete from standing_unit_sums where n = 0;
  return cardinality(ids);
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_text(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), 'łŁøØđĐıðÐ', 'llooddidd'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe')
$function$
;

CREATE OR REPLACE FUNCTION public.forget_policy_of_rules()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update alarm_rules set notify_policy_ids = array_remove(notify_policy_ids, old.policy_id),
    notify_by = case when array_remove(notify_policy_ids, old.policy_id) = '{}' then 'default' else notify_by end
  where notify_policy_ids @> array[old.policy_id];
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.hasten_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select least(new.due_at, clock_timestamp() + make_interval(mins => minutes)) into new.due_at
  from alarm_time_limits where severity = new.severity;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_changed_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, sum(n), coalesce(sum(n) filter (where active), 0)
  from (
    select province_id, city_id, county_id, product_key, active, -1 as n from was where replaced_at is null and not virtual
    union all
    select province_id, city_id, county_id, product_key, active, 1 from became where replaced_at is null and not virtual
  ) d
  group by 1, 2, 3, 4
  having sum(n) <> 0 or coalesce(sum(n) filter (where active), 0) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_gone_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, -count(*), -count(*) filter (where active)
  from went where replaced_at is null and not virtual group by 1, 2, 3, 4;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_named_rows()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named text[];
  before text[];
  held integer;
begin
  for i in 0 .. tg_nargs - 1 by 3 loop
    execute format('select array(select distinct key::text from (%s) named (key) where key::text <> '''')', tg_argv[i + 2]) into named using new;
    -- What the row named already may be gone: it can still be edited.
    if tg_op = 'UPDATE' then
      execute format('select array(select key::text from (%s) named (key) where key::text <> '''')', tg_argv[i + 2]) into before using old;
      named := array(select unnest(named) except select unnest(before));
    end if;
    continue when cardinality(named) = 0;
    execute format('select count(*) from (select from %1$I where %2$I = any ($1::%3$s[]) for key share) held', tg_argv[i], tg_argv[i + 1],
      case tg_argv[i] when 'products' then 'text' else 'integer' end) into held using named;
    if held < cardinality(named) then
      raise foreign_key_violation using message = format('%s names rows of %s that do not exist', tg_table_name, tg_argv[i]),
        constraint = 'names_' || tg_argv[i], table = tg_table_name;
    end if;
  end loop;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.hold_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from came where replaced_at is null and not virtual group by 1, 2, 3, 4;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.holdings_of(change device_holding_changes)
 RETURNS TABLE(agent_id integer, active integer, stock integer, shipped integer)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select a.agent_id, change.active,
    case when a.agent_id = holder.agent_id then change.n - change.active else 0 end,
    case when a.agent_id = holder.agent_id then 0 else change.n end
  from (values (0), (change.province_id), (change.city_id), (change.county_id)) a (agent_id),
    (select coalesce(change.county_id, change.city_id, change.province_id, 0) as agent_id) holder
  where a.agent_id is not null
$function$
;

CREATE OR REPLACE FUNCTION public.is_alarm_muted(a alarms)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from mutes_of_alarm(a))
$function$
;

CREATE OR REPLACE FUNCTION public.map_changed_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare ids integer[];
begin
  perform set_config('enable_nestloop', 'off', true);
  select array_agg(b.device_id) into ids from became b join was w on w.device_id = b.device_id
  where (b.lat is not null or w.lat is not null)
    and (b.lat, b.lon, b.agent_path, b.product_key) is distinct from (w.lat, w.lon, w.agent_path, w.product_key);
  perform set_config('enable_nestloop', 'on', true);
  if ids is not null then perform map_put_devices(ids); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_changed_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update map_points set online_state = map_online(new), severity = map_severity(new) where device_id = new.device_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_code(x integer, y integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select map_spread(x) | (map_spread(y) << 1)
$function$
;

CREATE OR REPLACE FUNCTION public.map_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare ids integer[];
begin
  select array_agg(device_id) into ids from came where lat is not null and lon is not null;
  if ids is not null then perform map_put_devices(ids); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_new_states()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update map_points p set online_state = map_online(c), severity = map_severity(c)
  from came c where c.device_id = p.device_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_online(s device_status)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when s.online then 2 when s.first_online_at is not null then 1 else 0 end::smallint
$function$
;

CREATE OR REPLACE FUNCTION public.map_points_come()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into map_cell_changes
  select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, 1, x, y from came;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_points_go()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into map_cell_changes
  select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, -1, -x, -y from went;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_points_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into map_cell_changes
  select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, sum(n), sum(n * x), sum(n * y)
  from (select *, -1 as n from was union all select *, 1 from became) moved
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_put_devices(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- In the order of ids: two that change the same units wait for each other instead of failing.
  perform from map_points where device_id = any(ids) order by device_id for update;
  delete from map_points p using devices d
  where d.device_id = p.device_id and p.device_id = any(ids) and (d.lat is null or d.lon is null or d.virtual);
  insert into map_points as p
  select d.device_id, map_x(d.lon), map_y(d.lat), map_code(map_x(d.lon), map_y(d.lat)), d.agent_id,
    d.province_id, d.city_id, d.county_id, map_online(s), map_severity(s), d.product_key
  from devices d left join device_status s on s.device_id = d.device_id
  where d.device_id = any(ids) and d.lat is not null and d.lon is not null and not d.virtual
  order by d.device_id
  on conflict (device_id) do update set x = excluded.x, y = excluded.y, code = excluded.code, agent_id = excluded.agent_id,
    province_id = excluded.province_id, city_id = excluded.city_id, county_id = excluded.county_id,
    online_state = excluded.online_state, severity = excluded.severity, product_key = excluded.product_key;
end $function$
;

CREATE OR REPLACE FUNCTION public.map_severity(s device_status)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when coalesce(s.alarm_count, 0) = 0 then 0
    else coalesce(array_position(array['info', 'minor', 'major', 'critical'], s.alarm_severity), 2) end::smallint
$function$
;

CREATE OR REPLACE FUNCTION public.map_spread(v bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (e | (e << 1)) & 6148914691236517205 from (
    select (d | (d << 2)) & 3689348814741910323 as e from (
      select (c | (c << 4)) & 1085102592571150095 as d from (
        select (b | (b << 8)) & 71777214294589695 as c from (
          select (v | (v << 16)) & 281470681808895 as b) b) c) d) e
$function$
;

CREATE OR REPLACE FUNCTION public.map_x(lon double precision)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(67108863, greatest(0, floor((lon + 180) / 360 * 67108864)))::integer
$function$
;

CREATE OR REPLACE FUNCTION public.map_y(lat double precision)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select least(67108863, greatest(0, floor((1 - ln(tan(radians(l)) + 1 / cos(radians(l))) / pi()) / 2 * 67108864)))::integer
  from (select least(85.05, greatest(-85.05, lat)) as l) clamped
$function$
;

CREATE OR REPLACE FUNCTION public.mark_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_at := clock_timestamp();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_alarms_of_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update alarms set agent_path = new.agent_path, product_key = new.product_key where device_id = new.device_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.mute_returned_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.muted := is_alarm_muted(new);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.mutes_of_alarm(a alarms)
 RETURNS SETOF alarm_mutes
 LANGUAGE sql
 STABLE
AS $function$
  select m.* from alarm_mutes m
  left join distributors o on o.agent_id = m.agent_id
  left join distributors u on u.agent_id = m.under_agent_id
  where m.ended_at is null and m.until_at > now()
    and (m.agent_id is null or starts_with(a.agent_path, o.agent_path))
    and (m.rule_id is null or (a.type = 'threshold' and a.rule_key = m.rule_id::text))
    and (m.type is null or m.type = a.type)
    and (m.rule_key is null or m.rule_key = a.rule_key)
    and (m.code is null or m.code = a.code)
    and (m.device_id is null or m.device_id = a.device_id)
    and (m.under_agent_id is null or starts_with(a.agent_path, u.agent_path))
    and (m.group_id is null
      or exists (select from device_group_members g where g.group_id = m.group_id and g.device_id = a.device_id)
      or exists (select from alarm_mute_devices d where d.mute_id = m.mute_id and d.device_id = a.device_id))
$function$
;

CREATE OR REPLACE FUNCTION public.note_changed_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  insert into notification_events (identity, event, severity, device_id, alarm_id, happened_at)
  select 'alarm ' || n.alarm_id || ' ' || n.severity, 'alarm_raised', n.severity, n.device_id, n.alarm_id, n.changed_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where n.severity_rank > o.severity_rank and n.recovered_at is null
    and exists (select from notification_policies where enabled)
  union all
  select 'alarm ' || n.alarm_id || ' recovered', 'alarm_recovered', n.severity, n.device_id, n.alarm_id, n.recovered_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where o.recovered_at is null and n.recovered_at is not null
    and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_changed_places()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  -- Above it, places are not told apart: a large fleet changes at thousands of them all the time.
  many constant int := 100;
begin
  with places as materialized (
    select distinct case
      when province_id is null then '/'
      when city_id is null then '/' || province_id || '/'
      when county_id is null then '/' || province_id || '/' || city_id || '/'
      else '/' || province_id || '/' || city_id || '/' || county_id || '/' end as agent_path
    from gone
  )
  insert into changed_places (agent_path, is_many, changed_at)
  select agent_path, false, clock_timestamp() from places where (select count(*) from places) <= many
  union all
  select '/', true, clock_timestamp() where (select count(*) from places) > many
  order by 1
  on conflict (agent_path, is_many) do update set changed_at = excluded.changed_at;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_created_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_events (identity, event, severity, device_id, order_id, happened_at)
  select 'order ' || order_id, 'order_created', 'minor', device_id, order_id, feedback_at from new_rows
  where exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_dissatisfied_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  insert into notification_events (identity, event, severity, device_id, order_id, happened_at)
  select 'order ' || n.order_id || ' dissatisfied', 'order_dissatisfied', 'major', n.device_id, n.order_id, n.rated_at
  from new_rows n join old_rows o on o.order_id = n.order_id
  where n.rating = 'dissatisfied' and o.rating is null and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_moved_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_events (identity, event, severity, device_id, order_id, happened_at)
  select 'order-line ' || l.line_id, 'order_' || l.kind, case l.kind when 'escalated' then 'major' else 'minor' end,
    o.device_id, o.order_id, l.at
  from new_rows l join service_orders o on o.order_id = l.order_id
  where l.kind in ('escalated', 'transferred') and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_raised_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_events (identity, event, severity, device_id, alarm_id, happened_at)
  select 'alarm ' || alarm_id || ' ' || severity, 'alarm_raised', severity, device_id, alarm_id, first_at from new_rows
  where exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.note_rollout_events()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into notification_events (identity, event, severity, rollout_id, happened_at)
  select 'rollout-event ' || event_id, case what when 'halted' then 'rollout_halted' else 'rollout_ended' end,
    case what when 'halted' then 'major' else 'info' end, rollout_id, at
  from new_rows
  where what in ('halted', 'finished') and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_due(feedback_at timestamp with time zone, priority text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (feedback_at + CASE priority WHEN 'high'::text THEN '04:00:00'::interval WHEN 'low'::text THEN '72:00:00'::interval ELSE '24:00:00'::interval END)
;

CREATE OR REPLACE FUNCTION public.paths_above(agent_path text, OUT path text, OUT below boolean)
 RETURNS SETOF record
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select agent_path, false
  union all
  select left(agent_path, place), true from generate_series(1, length(agent_path)) place where substr(agent_path, place, 1) = '/'
$function$
;

CREATE OR REPLACE FUNCTION public.pinyin_initials(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select translate(name,
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()设的备已用数有在不时号未新上据发入个模请一销存或件产品商线中查没台下内定导出最该除经本可码级置无录块名次行分人'
      '警户告看此值更重其间账报后制文到回改表点停开器应保组能列密于绑标单删前选过知条作版启称复批记结部建为位理色务您限动编操卡接以和示主日天登多及与角使会库写修围范全将通任注地字始板每型处自从机态方故期障试'
      '是同原换控别所显状工识送息小法量失代计加取权容读他解度被打移寄签信正近择先钥并成束源资服离布撤关按测检式运图消待升比对属再电辑完续因只步超输提区这大当符热效等收验败恢仅绝令草持段稿还拒水温至留尚手添志'
      '含拟整址创低要即默系暂则第连长何退由册果误之钟固统需历装共静史项序指管认生证变错答规起首类立牌确填止厂高家空求页安公话程货进旧决审缩交事相反否格少询义断外网现须语员传两常道放合较略受另明渠析包继览筛视'
      '些虚策份活流曲向见均例命清邮张丢都各己弃仍身准了且实算箱享也闭隔功压致面随意硬转给供化激馈描配片营执总必达但里平评载率轮校英余价来秒气适说头维异浏差逗耗链如它推我储触冷联某室像占初访构归节口络排题言域'
      '逐波采环禁目哪派扫剩霜依增直骤短返集兰匹替跳象严议召植案带得调非费国划料领六缺软锁问许允照终尝二感勾核境满么暖情若十套贴远早找者昵驳菜封护基截盘屏然什市辖曾粘支织藏键今镜久免频稍授述县详醒样引印预子好'
      '监减紧累路强涉省谁司索晚响心性邀月造泵才餐掉队阀风覆盖坏获年判去圈扰售搜速损颜影阅周足补参副概毫灰徽急几就快宽况赖落母群让三双探拖永约真帧做白倍层车独额繁搁忽剂忙们米敏凭浅切刷顺体脱微业隐优种阈把办察'
      '城池充店冻端而防浮跟估观绘击技健降局卷康刻框廓铃幕男女膨偏七企弱散深术四松特途往纬细险讯延仪拥泳予元胀助帮便侧插潮彻乘迟冲磁词凑底吊钉顶尔根寒函很红候怀汇既夹兼举具客括力良临邻慢枚门末普千善声释书私妥'
      '忘握吸协姓绪学演易音映越云诊政纸滞住珀琥铛百般毕猜槽楚篡旦盗德灯订冬幅辅付负附干刚狗航互滑缓绩极季架简捷介金尽精九菌壳扩蓝粒亮零龄陆绿吗玫勉匿逆凝钮旁培喷扑恰嵌枪青趋却润杀射师势树死素太突拓五物勿习星'
      '形循训沿油窄展站掌蒸质专卓紫踪走左坐座焓啊阿埃挨哎唉哀皑癌蔼矮艾碍爱隘鞍氨俺暗岸胺肮昂盎凹敖熬翱袄傲奥懊澳芭捌扒叭吧笆八疤巴拔跋靶耙坝霸罢爸柏摆佰拜稗斑班搬扳颁扮拌伴瓣半绊邦梆榜膀棒磅蚌镑傍谤苞胞褒剥'
      '薄雹堡饱宝抱暴豹鲍爆杯碑悲卑北辈背贝钡狈惫焙奔苯笨崩绷甭蹦迸逼鼻鄙笔彼碧蓖蔽毙毖币庇痹敝弊辟壁臂避陛鞭边贬扁卞辨辩辫遍彪膘鳖憋瘪彬斌濒滨宾摈兵冰柄丙秉饼炳病玻菠播拨钵博勃搏铂箔伯帛舶脖膊渤泊捕卜哺埠簿'
      '怖擦裁材财睬踩彩蔡蚕残惭惨灿苍舱仓沧糙曹厕蹭叉茬茶碴搽岔诧拆柴豺搀掺蝉馋谗缠铲阐颤昌猖场偿肠敞畅唱倡抄钞朝嘲巢吵炒扯掣澈郴臣辰尘晨忱沉陈趁衬撑橙呈惩澄诚承逞骋秤吃痴匙弛驰耻齿侈尺赤翅斥炽虫崇宠抽酬畴踌'
      '稠愁筹仇绸瞅丑臭橱厨躇锄雏滁础矗搐揣川穿椽船喘串疮窗幢床闯吹炊捶锤垂春椿醇唇淳纯蠢戳绰疵茨雌辞慈瓷刺赐聪葱囱匆丛粗醋簇促蹿窜摧崔催脆瘁粹淬翠村寸磋撮搓措挫搭瘩呆歹傣戴殆贷袋逮怠耽担丹郸掸胆氮惮淡诞弹蛋'
      '挡党荡档刀捣蹈倒岛祷稻悼蹬瞪凳邓堤滴迪敌笛狄涤翟嫡抵蒂帝弟递缔颠掂滇碘典靛垫佃甸惦奠淀殿碉叼雕凋刁钓跌爹碟蝶迭谍叠丁盯叮鼎锭东董懂栋侗恫洞兜抖斗陡豆痘督毒犊堵睹赌杜镀肚渡妒锻缎堆兑墩吨蹲敦顿囤钝盾遁掇'
      '哆夺垛躲朵跺舵剁惰堕蛾峨鹅俄讹娥恶厄扼遏鄂饿恩儿耳饵洱贰罚筏伐乏珐藩帆番翻樊矾钒凡烦贩犯饭泛坊芳肪房妨仿纺菲啡飞肥匪诽吠肺废沸芬酚吩氛纷坟焚汾粉奋忿愤粪丰枫蜂峰锋疯烽逢冯缝讽奉凤佛夫敷肤孵扶拂辐氟伏俘'
      '涪福袱弗甫抚俯釜斧脯腑府腐赴赋傅阜父腹富讣妇缚咐噶嘎钙溉甘杆柑竿肝赶秆敢赣冈钢缸肛纲岗港杠篙皋膏羔糕搞镐哥歌戈鸽胳疙割革葛蛤阁铬耕庚羹埂耿梗攻恭龚躬宫弓巩汞拱贡钩沟苟垢购够辜菇咕箍沽孤姑鼓古蛊骨谷股顾'
      '雇刮瓜剐寡挂褂乖拐怪棺官冠馆罐惯灌贯光广逛瑰圭硅龟闺轨鬼诡癸桂柜跪贵刽辊滚棍锅郭裹哈骸孩海氦亥害骇酣憨邯韩涵喊罕翰撼捍旱憾悍焊汗汉夯杭壕嚎豪郝浩呵喝荷菏禾盒貉阂河涸赫褐鹤贺嘿黑痕狠恨哼亨横衡恒轰哄烘虹'
      '鸿洪宏弘喉侯猴吼厚呼乎瑚壶葫胡蝴狐糊湖弧虎唬沪花哗华猾画槐徊淮欢桓患唤痪豢焕涣宦幻荒慌黄磺蝗簧皇凰惶煌晃幌恍谎挥辉蛔毁悔慧卉惠晦贿秽烩讳诲荤昏婚魂浑混豁伙火惑霍祸圾畸稽积箕肌饥迹讥鸡姬缉吉棘籍疾汲嫉挤'
      '脊蓟冀伎祭悸济寂忌际妓纪嘉枷佳荚颊贾甲钾假稼驾嫁歼坚尖笺煎肩艰奸缄茧柬碱硷拣捡俭剪荐槛鉴践贱箭舰剑饯渐溅涧僵姜浆江疆蒋桨奖讲匠酱蕉椒礁焦胶郊浇骄娇嚼搅铰矫侥脚狡饺缴绞剿教酵轿叫窖揭皆秸街阶劫桔杰睫竭洁'
      '姐戒藉芥界借疥诫届巾筋斤津襟锦谨靳晋烬浸劲荆兢茎睛晶鲸京惊粳井景颈敬径痉靖竟竞净炯窘揪究纠玖韭灸酒厩救臼舅咎疚鞠拘狙疽居驹菊咀矩沮聚巨距踞锯俱句惧炬剧捐鹃娟倦眷绢撅攫抉掘倔爵觉诀钧军君峻俊竣浚郡骏喀咖'
      '咯揩楷凯慨刊堪勘坎砍慷糠扛抗亢炕考拷烤靠坷苛柯棵磕颗科咳渴克课肯啃垦恳坑吭恐孔抠扣寇枯哭窟苦酷裤夸垮挎跨胯筷侩款匡筐狂矿眶旷亏盔岿窥葵奎魁傀愧溃坤昆捆困阔垃拉喇蜡腊辣啦莱婪栏拦篮阑澜谰揽懒缆烂滥琅榔狼'
      '廊郎朗浪捞劳牢老佬姥酪烙涝勒乐雷镭蕾磊儡垒擂肋泪棱楞厘梨犁黎篱狸漓李鲤礼莉荔吏栗丽厉励砾利傈俐痢沥隶璃哩俩莲镰廉怜涟帘敛脸恋炼练粮凉梁粱辆晾谅撩聊僚疗燎寥辽潦撂镣廖裂烈劣猎琳林磷霖鳞淋凛赁吝拎玲菱伶羚'
      '凌灵陵岭溜琉榴硫馏刘瘤柳龙聋咙笼窿隆垄拢陇楼娄搂篓漏陋芦卢颅庐炉掳卤虏鲁麓碌露赂鹿潞禄戮驴吕铝侣旅履屡缕虑氯律滤峦挛孪滦卵乱掠抡伦仑沦纶论萝螺罗逻锣箩骡裸洛骆妈麻玛蚂马骂嘛埋买麦卖迈脉瞒馒蛮蔓曼漫谩芒'
      '茫盲氓莽猫茅锚毛矛铆卯茂冒帽貌贸梅酶霉煤眉媒镁美昧寐妹媚闷萌蒙檬盟锰猛梦孟眯醚靡糜迷谜弥秘觅泌蜜幂棉眠绵冕娩缅苗瞄藐渺庙妙蔑灭民抿皿悯闽螟鸣铭谬摸摹蘑膜磨摩魔抹莫墨沫漠寞陌谋牟拇牡亩姆墓暮募慕木睦牧穆'
      '拿呐钠那娜纳氖乃奶耐奈南难囊挠脑恼闹淖呢馁嫩妮霓倪泥尼你腻溺蔫拈碾撵捻念娘酿鸟尿捏聂孽啮镊镍涅柠狞宁拧泞牛扭纽脓浓农弄奴努怒虐疟挪懦糯诺哦欧鸥殴藕呕偶沤啪趴爬帕怕琶拍徘湃攀潘磐盼畔叛乓庞耪胖抛咆刨炮袍'
      '跑泡呸胚裴赔陪佩沛盆砰抨烹澎彭蓬棚硼篷朋鹏捧碰坯砒霹披劈琵毗啤脾疲皮痞僻屁譬篇骗飘漂瓢票撇瞥拼贫聘乒坪苹萍瓶坡泼颇婆破魄迫粕剖铺仆莆葡菩蒲埔朴圃浦谱曝瀑欺栖戚妻凄漆柒沏棋奇歧畦崎脐齐旗祈祁骑岂乞契砌迄'
      '汽泣讫掐洽牵扦钎铅迁仟谦乾黔钱钳潜遣谴堑欠歉呛腔羌墙蔷抢橇锹敲悄桥瞧乔侨巧鞘撬翘峭俏窍茄怯窃钦侵亲秦琴勤芹擒禽寝沁轻氢倾卿擎晴氰顷庆琼穷秋丘邱球囚酋泅蛆躯屈驱娶龋趣颧醛泉痊拳犬券劝炔瘸鹊榷雀裙燃冉染瓤'
      '壤攘嚷饶绕惹壬仁忍韧刃妊纫扔戎茸蓉荣融熔溶绒冗揉柔肉茹蠕儒孺辱乳汝褥阮蕊瑞锐闰撒洒萨腮鳃塞赛叁伞桑嗓丧搔骚嫂瑟涩森僧莎砂刹沙纱傻啥煞晒珊苫杉山煽衫闪陕擅赡膳汕扇缮墒伤赏晌裳梢捎烧芍勺韶哨邵绍奢赊蛇舌舍'
      '赦摄慑社砷申呻伸娠绅神沈婶甚肾慎渗甥牲绳盛胜圣狮施湿诗尸虱石拾食蚀矢屎驶士世柿拭誓逝嗜噬仕侍饰氏恃守寿瘦兽蔬枢梳殊抒叔舒淑疏赎孰熟薯暑曙署蜀黍鼠戍竖墅庶漱恕耍摔衰甩帅栓拴爽睡税吮瞬舜硕朔烁斯撕嘶思丝肆'
      '寺嗣伺似饲巳耸怂颂宋讼诵艘擞嗽苏酥俗粟僳塑溯宿诉肃酸蒜虽隋绥髓碎岁穗遂隧祟孙笋蓑梭唆琐塌她塔獭挞蹋踏胎苔抬泰酞汰坍摊贪瘫滩坛檀痰潭谭谈坦毯袒碳叹炭汤塘搪堂棠膛唐糖倘躺淌趟烫掏涛滔绦萄桃逃淘陶讨藤腾疼誊'
      '梯剔踢锑蹄啼嚏惕涕剃屉田甜恬舔腆挑迢眺铁帖厅听烃汀廷亭庭挺艇桐酮瞳铜彤童桶捅筒痛偷投透凸秃徒涂屠土吐兔湍团颓腿蜕褪吞屯臀托鸵陀驮驼椭唾挖哇蛙洼娃瓦袜歪豌弯湾玩顽丸烷碗挽皖惋宛婉万腕汪王亡枉旺望妄威巍危'
      '韦违桅唯惟潍苇萎委伟伪尾蔚味畏胃喂魏渭谓尉慰卫瘟蚊闻纹吻稳紊嗡翁瓮挝蜗涡窝斡卧沃巫呜钨乌污诬屋芜梧吾吴毋武捂午舞伍侮坞戊雾晤悟昔熙西硒矽晰嘻锡牺稀希悉膝夕惜熄烯溪汐犀檄袭席媳喜铣洗隙戏瞎虾匣霞暇峡侠狭'
      '厦夏吓掀锨仙鲜纤咸贤衔舷闲涎弦嫌献腺馅羡宪陷厢镶香襄湘乡翔祥想巷橡萧硝霄削哮嚣宵淆晓孝肖啸笑楔歇蝎鞋挟携邪斜胁谐械卸蟹懈泄泻谢屑薪芯锌欣辛忻衅腥猩惺兴刑邢幸杏兄凶胸匈汹雄熊休羞朽嗅锈秀袖绣墟戌嘘徐蓄酗'
      '叙旭畜恤絮婿轩喧宣悬旋玄癣眩绚靴薛穴雪血勋熏旬寻驯巡殉汛逊迅押鸦鸭呀丫芽牙蚜崖衙涯雅哑亚讶焉咽阉烟淹盐研蜒岩阎炎奄掩眼衍艳堰燕厌砚雁唁彦焰宴谚殃央鸯秧杨扬佯疡羊洋阳氧仰痒养漾腰妖瑶摇尧遥窑谣姚咬舀药耀'
      '椰噎耶爷野冶掖叶曳腋夜液壹医揖铱伊衣颐夷遗胰疑沂宜姨彝椅蚁倚乙矣艺抑邑屹亿役臆逸肄疫亦裔毅忆益溢诣谊译翼翌绎茵荫殷阴姻吟银淫寅饮尹樱婴鹰缨莹萤荧蝇迎赢盈颖哟佣臃痈庸雍踊蛹咏涌恿勇幽悠忧尤铀犹游酉友右佑'
      '釉诱又幼迂淤盂榆虞愚舆俞逾鱼愉渝渔隅娱雨屿禹宇羽玉芋郁吁遇喻峪御愈欲狱育誉浴寓裕豫驭鸳渊冤垣袁援辕园圆猿缘苑愿怨院曰跃岳粤悦耘郧匀陨蕴酝晕韵孕匝砸杂栽哉灾宰咱攒赞赃脏葬遭糟凿藻枣澡蚤躁噪皂灶燥责泽贼怎'
      '憎赠扎喳渣札轧铡闸眨栅榨咋乍炸诈摘斋宅债寨瞻毡詹沾盏斩辗崭蘸栈战湛绽樟章彰漳涨杖丈帐仗瘴招昭沼赵罩兆肇遮折哲蛰辙锗蔗浙珍斟甄砧臻贞针侦枕疹震振镇阵挣睁征狰争怔拯症郑芝枝吱蜘肢脂汁职殖侄趾旨挚掷帜峙智秩'
      '稚炙痔治窒盅忠衷肿仲众舟州洲诌粥轴肘帚咒皱宙昼珠株蛛朱猪诸诛竹烛煮拄瞩嘱著柱蛀贮铸筑祝驻抓爪拽砖撰赚篆桩庄妆撞壮椎锥追赘坠缀谆捉拙桌琢茁酌啄着灼浊兹咨姿滋淄孜仔籽滓渍鬃棕宗综纵邹奏揍租卒族祖诅阻钻纂嘴'
      '醉罪尊遵昨佐柞亍丌兀丐廿卅丕亘丞鬲孬噩丨禺丿匕乇夭爻卮氐囟胤馗毓睾鼗丶亟鼐乜乩亓芈孛啬嘏仄厍厝厣厥厮靥赝匚叵匦匮匾赜卦卣刂刈刎刭刳刿剀剌剞剡剜蒯剽劂劁劐劓冂罔亻仃仉仂仨仡仫仞伛仳伢佤仵伥伧伉伫佞佧攸佚'
      '佝佟佗伲伽佶佴侑侉侃侏佾佻侪佼侬侔俦俨俪俅俚俣俜俑俟俸倩偌俳倬倏倮倭俾倜倌倥倨偾偃偕偈偎偬偻傥傧傩傺僖儆僭僬僦僮儇儋仝氽佘佥俎龠汆籴兮巽黉馘冁夔勹匍訇匐凫夙兕亠兖亳衮袤亵脔裒禀嬴蠃羸冫冱冽冼凇冖冢冥讠'
      '讦讧讪讴讵讷诂诃诋诏诎诒诓诔诖诘诙诜诟诠诤诨诩诮诰诳诶诹诼诿谀谂谄谇谌谏谑谒谔谕谖谙谛谘谝谟谠谡谥谧谪谫谮谯谲谳谵谶卩卺阝阢阡阱阪阽阼陂陉陔陟陧陬陲陴隈隍隗隰邗邛邝邙邬邡邴邳邶邺邸邰郏郅邾郐郄郇郓郦郢'
      '郜郗郛郫郯郾鄄鄢鄞鄣鄱鄯鄹酃酆刍奂劢劬劭劾哿勐勖勰叟燮矍廴凵凼鬯厶弁畚巯坌垩垡塾墼壅壑圩圬圪圳圹圮圯坜圻坂坩垅坫垆坼坻坨坭坶坳垭垤垌垲埏垧垴垓垠埕埘埚埙埒垸埴埯埸埤埝堋堍埽埭堀堞堙塄堠塥塬墁墉墚墀馨鼙'
      '懿艹艽艿芏芊芨芄芎芑芗芙芫芸芾芰苈苊苣芘芷芮苋苌苁芩芴芡芪芟苄苎芤苡茉苷苤茏茇苜苴苒苘茌苻苓茑茚茆茔茕苠苕茜荑荛荜茈莒茼茴茱莛荞茯荏荇荃荟荀茗荠茭茺茳荦荥荨茛荩荬荪荭荮莰荸莳莴莠莪莓莜莅荼莶莩荽莸荻莘'
      '莞莨莺莼菁萁菥菘堇萘萋菝菽菖萜萸萑萆菔菟萏萃菸菹菪菅菀萦菰菡葜葑葚葙葳蒇蒈葺蒉葸萼葆葩葶蒌蒎萱葭蓁蓍蓐蓦蒽蓓蓊蒿蒺蓠蒡蒹蒴蒗蓥蓣蔌甍蔸蓰蔹蔟蔺蕖蔻蓿蓼蕙蕈蕨蕤蕞蕺瞢蕃蕲蕻薤薨薇薏蕹薮薜薅薹薷薰藓藁藜藿'
      '蘧蘅蘩蘖蘼廾弈夼奁耷奕奚奘匏尢尥尬尴扌扪抟抻拊拚拗拮挢拶挹捋捃掭揶捱捺掎掴捭掬掊捩掮掼揲揸揠揿揄揞揎摒揆掾摅摁搋搛搠搌搦搡摞撄摭撖摺撷撸撙撺擀擐擗擤擢攉攥攮弋忒甙弑卟叱叽叩叨叻吒吖吆呋呒呓呔呖呃吡呗呙'
      '吣吲咂咔呷呱呤咚咛咄呶呦咝哐咭哂咴哒咧咦哓哔呲咣哕咻咿哌哙哚哜咩咪咤哝哏哞唛哧唠哽唔哳唢唣唏唑唧唪啧喏喵啉啭啁啕唿啐唼唷啖啵啶啷唳唰啜喋嗒喃喱喹喈喁喟啾嗖喑啻嗟喽喾喔喙嗪嗷嗉嘟嗑嗫嗬嗔嗦嗝嗄嗯嗥嗲嗳嗌'
      '嗍嗨嗵嗤辔嘞嘈嘌嘁嘤嘣嗾嘀嘧嘭噘嘹噗嘬噍噢噙噜噌噔嚆噤噱噫噻噼嚅嚓嚯囔囗囝囡囵囫囹囿圄圊圉圜帏帙帔帑帱帻帼帷幄幔幛幞幡岌屺岍岐岖岈岘岙岑岚岜岵岢岽岬岫岱岣峁岷峄峒峤峋峥崂崃崧崦崮崤崞崆崛嵘崾崴崽嵬嵛嵯'
      '嵝嵫嵋嵊嵩嵴嶂嶙嶝豳嶷巅彳彷徂徇徉後徕徙徜徨徭徵徼衢彡犭犰犴犷犸狃狁狎狍狒狨狯狩狲狴狷猁狳猃狺狻猗猓猡猊猞猝猕猢猹猥猬猸猱獐獍獗獠獬獯獾舛夥飧夤夂饣饧饨饩饪饫饬饴饷饽馀馄馇馊馍馐馑馓馔馕庀庑庋庖庥庠庹'
      '庵庾庳赓廒廑廛廨廪膺忄忉忖忏怃忮怄忡忤忾怅怆忪忭忸怙怵怦怛怏怍怩怫怊怿怡恸恹恻恺恂恪恽悖悚悭悝悃悒悌悛惬悻悱惝惘惆惚悴愠愦愕愣惴愀愎愫慊慵憬憔憧憷懔懵忝隳闩闫闱闳闵闶闼闾阃阄阆阊阋阌阍阏阒阕阖阗阙阚丬'
      '爿戕氵汔汜汊沣沅沐沔沌汨汩汴汶沆沩泐泔沭泷泸泱泗沲泠泖泺泫泮沱泓泯泾洹洧洌浃浈洇洄洙洎洫浍洮洵洚浒浔洳涑浯涞涠浞涓涔浜浠浼浣渚淇淅淞渎涿淠渑淦淝淙渖涫渌涮渫湮湎湫溲湟溆湓湔渲渥湄滟溱溘滠漭滢溥溧溽溻溷'
      '滗溴滏溏滂溟潢潆潇漤漕滹漯漶潋潴漪漉漩澉澍澌潸潲潼潺濑濉澧澹澶濂濡濮濞濠濯瀚瀣瀛瀹瀵灏灞宀宄宕宓宥宸甯骞搴寤寮褰寰蹇謇辶迓迕迥迮迤迩迦迳迨逅逄逋逦逑逍逖逡逵逶逭逯遄遑遒遐遨遘遢遛暹遴遽邂邈邃邋彐彗彖彘'
      '尻咫屐屙孱屣屦羼弪弩弭艴弼鬻屮妁妃妍妩妪妣妗姊妫妞妤姒妲妯姗妾娅娆姝娈姣姘姹娌娉娲娴娑娣娓婀婧婊婕娼婢婵胬媪媛婷婺媾嫫媲嫒嫔媸嫠嫣嫱嫖嫦嫘嫜嬉嬗嬖嬲嬷孀尕尜孚孥孳孑孓孢驵驷驸驺驿驽骀骁骅骈骊骐骒骓骖骘'
      '骛骜骝骟骠骢骣骥骧纟纡纣纥纨纩纭纰纾绀绁绂绉绋绌绐绔绗绛绠绡绨绫绮绯绱绲缍绶绺绻绾缁缂缃缇缈缋缌缏缑缒缗缙缜缛缟缡缢缣缤缥缦缧缪缫缬缭缯缰缱缲缳缵幺畿巛甾邕玎玑玮玢玟珏珂珑玷玳珉珈珥珙顼琊珩珧珞玺珲琏'
      '琪瑛琦琨琰琮琬琛琚瑁瑜瑗瑕瑙瑷瑭瑾璜璎璀璁璇璋璞璨璩璐璧瓒璺韪韫韬杌杓杞杈杩枥枇杪杳枘枧杵枨枞枭枋杷杼柰栉柘栊柩枰栌柙枵柚枳柝栀柃枸柢栎柁柽栲栳桠桡桎桢桄桤梃栝桕桦桁桧桀栾桊桉栩梵梏桴桷梓桫棂楮棼椟椠'
      '棹椤棰椋椁楗棣椐楱椹楠楂楝榄楫榀榘楸椴槌榇榈槎榉楦楣楹榛榧榻榫榭槔榱槁槊槟榕槠榍槿樯槭樗樘橥槲橄樾檠橐橛樵檎橹樽樨橘橼檑檐檩檗檫猷獒殁殂殇殄殒殓殍殚殛殡殪轫轭轱轲轳轵轶轸轷轹轺轼轾辁辂辄辇辋辍辎辏辘辚'
      '軎戋戗戛戟戢戡戥戤戬臧瓯瓴瓿甏甑甓攴旮旯旰昊昙杲昃昕昀炅曷昝昴昱昶耆晟晔晁晏晖晡晗晷暄暌暧暝暾曛曜曦曩贲贳贶贻贽赀赅赆赈赉赇赍赕赙觇觊觋觌觎觏觐觑牮犟牝牦牯牾牿犄犋犍犏犒挈挲掰搿擘耄毪毳毽毵毹氅氇氆氍'
      '氕氘氙氚氡氩氤氪氲攵敕敫牍牒牖爰虢刖肟肜肓肼朊肽肱肫肭肴肷胧胨胩胪胛胂胄胙胍胗朐胝胫胱胴胭脍脎胲胼朕脒豚脶脞脬脘脲腈腌腓腴腙腚腱腠腩腼腽腭腧塍媵膈膂膑滕膣膪臌朦臊膻臁膦欤欷欹歃歆歙飑飒飓飕飙飚殳彀毂觳'
      '斐齑斓於旆旄旃旌旎旒旖炀炜炖炝炻烀炷炫炱烨烊焐焖焯焱煳煜煨煅煲煊煸煺熘熳熵熨熠燠燔燧燹爝爨灬焘煦熹戾戽扃扈扉礻祀祆祉祛祜祓祚祢祗祠祯祧祺禅禊禚禧禳忑忐怼恝恚恧恁恙恣悫愆愍慝憩憝懋懑戆肀聿沓泶淼矶矸砀砉'
      '砗砘砑斫砭砜砝砹砺砻砟砼砥砬砣砩硎硭硖硗砦硐硇硌硪碛碓碚碇碜碡碣碲碹碥磔磙磉磬磲礅磴礓礤礞礴龛黹黻黼盱眄眍盹眇眈眚眢眙眭眦眵眸睐睑睇睃睚睨睢睥睿瞍睽瞀瞌瞑瞟瞠瞰瞵瞽町畀畎畋畈畛畲畹疃罘罡罟詈罨罴罱罹羁'
      '罾盍盥蠲钅钆钇钋钊钌钍钏钐钔钗钕钚钛钜钣钤钫钪钭钬钯钰钲钴钶钷钸钹钺钼钽钿铄铈铉铊铋铌铍铎铐铑铒铕铖铗铙铘铞铟铠铢铤铥铧铨铪铩铫铮铯铳铴铵铷铹铼铽铿锃锂锆锇锉锊锍锎锏锒锓锔锕锖锘锛锝锞锟锢锪锫锩锬锱锲'
      '锴锶锷锸锼锾锿镂锵镄镅镆镉镌镎镏镒镓镔镖镗镘镙镛镞镟镝镡镢镤镥镦镧镨镩镪镫镬镯镱镲镳锺矧矬雉秕秭秣秫稆嵇稃稂稞稔稹稷穑黏馥穰皈皎皓皙皤瓞瓠甬鸠鸢鸨鸩鸪鸫鸬鸲鸱鸶鸸鸷鸹鸺鸾鹁鹂鹄鹆鹇鹈鹉鹋鹌鹎鹑鹕鹗鹚鹛'
      '鹜鹞鹣鹦鹧鹨鹩鹪鹫鹬鹱鹭鹳疒疔疖疠疝疬疣疳疴疸痄疱疰痃痂痖痍痣痨痦痤痫痧瘃痱痼痿瘐瘀瘅瘌瘗瘊瘥瘘瘕瘙瘛瘼瘢瘠癀瘭瘰瘿瘵癃瘾瘳癍癞癔癜癖癫癯翊竦穸穹窀窆窈窕窦窠窬窨窭窳衤衩衲衽衿袂袢裆袷袼裉裢裎裣裥裱褚'
      '裼裨裾裰褡褙褓褛褊褴褫褶襁襦襻疋胥皲皴矜耒耔耖耜耠耢耥耦耧耩耨耱耋耵聃聆聍聒聩聱覃顸颀颃颉颌颍颏颔颚颛颞颟颡颢颥颦虍虔虬虮虿虺虼虻蚨蚍蚋蚬蚝蚧蚣蚪蚓蚩蚶蛄蚵蛎蚰蚺蚱蚯蛉蛏蚴蛩蛱蛲蛭蛳蛐蜓蛞蛴蛟蛘蛑蜃蜇'
      '蛸蜈蜊蜍蜉蜣蜻蜞蜥蜮蜚蜾蝈蜴蜱蜩蜷蜿螂蜢蝽蝾蝻蝠蝰蝌蝮螋蝓蝣蝼蝤蝙蝥螓螯螨蟒蟆螈螅螭螗螃螫蟥螬螵螳蟋蟓螽蟑蟀蟊蟛蟪蟠蟮蠖蠓蟾蠊蠛蠡蠹蠼缶罂罄罅舐竺竽笈笃笄笕笊笫笏筇笸笪笙笮笱笠笥笤笳笾笞筘筚筅筵筌筝筠'
      '筮筻筢筲筱箐箦箧箸箬箝箨箅箪箜箢箫箴篑篁篌篝篚篥篦篪簌篾篼簏簖簋簟簪簦簸籁籀臾舁舂舄臬衄舡舢舣舭舯舨舫舸舻舳舴舾艄艉艋艏艚艟艨衾袅袈裘裟襞羝羟羧羯羰羲籼敉粑粝粜粞粢粲粼粽糁糇糌糍糈糅糗糨艮暨羿翎翕翥翡'
      '翦翩翮翳糸絷綦綮繇纛麸麴赳趄趔趑趱赧赭豇豉酊酐酎酏酤酢酡酰酩酯酽酾酲酴酹醌醅醐醍醑醢醣醪醭醮醯醵醴醺豕鹾趸跫踅蹙蹩趵趿趼趺跄跖跗跚跞跎跏跛跆跬跷跸跣跹跻跤踉跽踔踝踟踬踮踣踯踺蹀踹踵踽踱蹉蹁蹂蹑蹒蹊蹰蹶'
      '蹼蹯蹴躅躏躔躐躜躞豸貂貊貅貘貔斛觖觞觚觜觥觫觯訾謦靓雩雳雯霆霁霈霏霎霪霭霰霾龀龃龅龆龇龈龉龊龌黾鼋鼍隹隼隽雎雒瞿雠銎銮鋈錾鍪鏊鎏鐾鑫鱿鲂鲅鲆鲇鲈稣鲋鲎鲐鲑鲒鲔鲕鲚鲛鲞鲟鲠鲡鲢鲣鲥鲦鲧鲨鲩鲫鲭鲮鲰鲱鲲鲳'
      '鲴鲵鲶鲷鲺鲻鲼鲽鳄鳅鳆鳇鳊鳋鳌鳍鳎鳏鳐鳓鳔鳕鳗鳘鳙鳜鳝鳟鳢靼鞅鞑鞒鞔鞯鞫鞣鞲鞴骱骰骷鹘骶骺骼髁髀髅髂髋髌髑魅魃魇魉魈魍魑飨餍餮饕饔髟髡髦髯髫髻髭髹鬈鬏鬓鬟鬣麽麾縻麂麇麈麋麒鏖麝麟黛黜黝黠黟黢黩黧黥黪黯'
      '鼢鼬鼯鼹鼷鼽鼾齄',
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()sdbyysyzbshwxsjfrgmqyxchjcpsxzcmtxnddczgcjbkmjzwlkmcxfr'
      'jhgkczgzqjzbhzwdhgbdtkqybznlmybbdsqxgztzbqcfpjjbjwwlswnxdbckjyhszrtddjyjshkxxwfqjtrzdzsbmxczcjtfgqzs'
      'styhkbsxzgssxxflsdjjqqrdtjdbdyjqxzjzxybcsyzflbcgacjsytxdsbdszdjwxyzbcstqzddfrxdsybhjjlccdghjswzlsstz'
      'hnzzcdyjmxzzdlchtycgwzzgtxlzgjsxxzgrszbcdgqsllpqtzcgjkqyaghchjjjssjsxffgsxydwwxxyyclcdfhjlslmqxbjlss'
      'xxcfhlqxjjlmqyzddgjqrszlqssxxybggyzmsyyzgghjkmppyzzbddlppzllxyyjlmqsstwylcdhlrttwccllmsxzcfggjklptyy'
      'zbchjmnpsssyzzzdfjlpttxyyzzaddtffghlllqrswxyzzcegghjmmnqrsttyzzznbcfhjjpprssxcnzzcjjjjmpsssxxxyyyyzh'
      'jjjllqssssswxxxyyzbccddfffghhnpqqrssssyyyzzbcfghhhjjjkkkllmqrssttyyzzzbbccdefghjmmmmpqqssttwyyyzybbc'
      'cccdddeffggghjjjjjjkkkklmnnppqqrsssssttwwxxxyyyyyyzzbbccccccccccddddeghhhhhhhjjjjjkkllllmmmmpqssssst'
      'wwxxxxxyyyyyyzzzzzphdbbbccccddddddfffffggghhhhjjjjjjjjjjjjkklllllllmmmnnnnppppqqqqqqrssssssstttwwwxx'
      'xxxyyzzzzzzzzzzzzzzhaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaabbbbbbbbbbbbpbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
      'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbpbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'
      'bccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc'
      'cccccccccccccccccccccccccczccccccccccccccccccccccccccccccccccccccccccccccccccdddddddddddddddddddddtd'
      'dddddddddddddddddddddddzdddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddtdddd'
      'ddddddddddeeeeeeeeeeeeeeeeeeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff'
      'fffffffffpffffffffffffffggggggggggggggggggggggggggghggggggggghgggggggggggggggggggggggggggggggggggggg'
      'ggggggggggggggggggggggggggggggggggggggggghhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhmhhhhhhhhhhhhhhhhhhhhh'
      'hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhjjjjjjjjjjjjjjjjjjj'
      'jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjkjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj'
      'jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjzjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjkk'
      'gkkkkkkkkkkkkkkkkkkkkkkkkkkhkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkklllllllllllllllllllllll'
      'llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll'
      'lllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllmmmmmmmmmmmmmmmmmmmmm'
      'mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm'
      'nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnoooooooopppppppppppppppppppppppp'
      'ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppqqqqqqqqqqqqqqqqqqqqqqqq'
      'qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqrrrr'
      'rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrssssssssssssssssssssscsssssssssssssssssssssssssssssssssssssss'
      'ssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss'
      'sssssssssssssssssssssssssssssssssssssssssssttttttttttttttttttttttttttttttttttttttttttttttttttttttttt'
      'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww'
      'wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
      'sxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxaxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
      'xxcxxxxxxxxxxxxxxxxxxxxxxxxxxxyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
      'yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy'
      'yyyyyyyyyyyyyyyyyyyyyyyyyyyxyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
      'zzzzzzyzzzszzzzzzzzzzzzzzzznzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
      'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'
      'zzzzzzzcqwgnspgcgnegypbtyyzdxykygtzjnnjqmbsgzscyjsyyfpgkbzgydywjkgkljywkpjqhyjwrdzlsymrypywwcckznkyy'
      'gttnjjeykkzytcjnmcylqlypysfqrpzslwbtgkjfyxjwzltbncxjjjjtxdttsqzycdxxhgckbphffsstybgmxlpbyllbhlxsmzmy'
      'jhsojnghdzqyklgjhsgqzhxqgkezzwyscscjxyeyxadzpmdssmzjzqjyzcjjfwqjbyzbxgznzcpwhwxhqkmwfbpbydtjzzkxhyly'
      'gcfptyjyyzpszlfchmqshgmxxsxjykdcsbbqbefsjyhxwgzkpylqbgldlcdtnmayddkssngycsgxlyzaypnptsdkdylhgymylcxp'
      'yajndqjwxqxfyyfjlejpzrxccqwqqsbzkymgplbmjrqcflnymyqmtqyrbzjthztqfrxqhxmqjcjlyqgjmshzkbswyemyltxpsyds'
      'wlycjqxsjnqbsctyhbftdcyzdjwyghqfsxwckqkxebptlpxjzsrmebwhjlbjslyysmdxlclqkxlhxjrzjmfqhxhwywsbhtrxxglh'
      'qhfnmgykldyxzpwlggsmtcfpajjzyljtyanjgbjplqgdzyqyaxbkysecjsznslyzhzxlzcghpxzhznytdsbcjkdlzayffydlebbg'
      'qyzkxgldndnyskjshdlyxbcgyxypkdjmmzngmmclgwzszxzjfznmlzzthcsydbdllscddnlkjykjsycjlkwhqasdknhcsganhdaa'
      'shtcplcpqybsdmpjlpzjoqlcdhjjysprchnwjnlhlyyqyhwzptczgwwmzffjqqqqyxaclbhkdjxdgmmydqxzllsygxgkjrywzwyc'
      'lzmssjzldbydcpcxyhlxchyzjqsqqagmnyxpfrkssbjlyxysyglnscmhcwwmnzjjlxxhchsyzsttxrycyxbyhcsmxjsznpwgpxxt'
      'aybgajcxlyxdccwzocwkccsbnhcpdyznfcyytyckxkybsqkkytqqxfcwchcykelzqbsqyjqcclmthsywhmktlkjlcxwheqqhtqkp'
      'pqsqscfymmdmgbwhwlgsllysdlmlxpthmjhwljzyhzjxhtxjhxrswlwzjcbxmhzqxsdzpmgfcsglsxymqshxpjxwmyzksmyplrth'
      'bxftpmhyxlchlhlzylxgsssstclsldclrpbhzhxyyfhbmgdmycnqqwlqhjjcywjzyejjdhpblqxtqkwhlchqxagtlxljxmsljhtz'
      'kzjecxjcjnmfbycsfywybjzgnysdzsqyrsljpclpwxsdwejbjcbcnaytwgmpapclyqpclzxsbnmsggfnzjjbzsfzyndxhplqkzcz'
      'walspccjxsyzhwkypsgxfzfcdkhjgxtlqfsgdslqwzkxtmhsbgzmjzrglyjbpmlmsxlzjqqhzyjczydjwbmjklddmjegxyhylxhl'
      'qyqkycwcjmyyxnatjhyccxzpcqlbzwwytwsqcmlpmyrjcccxfpznzzljplxxyztzlgdltcklyrzzgqtgjhhgjljaxfgfjzslcfdq'
      'zlclgjdjcsnzlljpjqdcclcjxmyzftsxgcgsbrzxjqqcczhgyqtjqqlzxjylylbcyamcstylpdjbyregklzyzhlyszqlznwczcll'
      'wjqjjjkdgjzolbbzppglghtgzxyjhzmycqsycyhbhgxkamtxyxnbskyzzgjzlqjdfcjxdygjqjjpmgwgjjjpkqsbgbmmcjssclpq'
      'pdxcdyykypcjddyygywrhjrtgznyqldkljszzgzqzjgdyksgpzmtlcpwnjyfyzdjcnmwescyglbtzcgmssllyxqsxxbsjsbbsggh'
      'fjlwpmzjnlyywdqshzxtyywmcyhywdbxbtlmsyyyfsxjchtxxlhjhfssxzqhfzmzcztqcxzxrttdjhnnyzqqmtqdmmgyytxmjgdh'
      'cdyzbffallztdltfxmxqzdngwqdbdczjdxbzgsqqddjcmbkzffxmkdmdsyyszcmljdsynsprskmkmpcklgtbqtfzswtfgglypllj'
      'zhgjjgypzltcsmcnbtjbqfkthbyzgkpbbymtdssxtbnpdkleycjnydykztdhqhsyzsctarlltkzlgecllkjlqjaqnbdkkghpjtzq'
      'ksecshalqfmmgjnlyjbbtmlyzxdtjpldlpcqdhzycbzsczbzmsljflkrzjsnfrgjhxpdhyjybzgdlqcsezgxlblhyxtwmabchecm'
      'wyjyzlljjyhlgndjlslygkdzpzxjyyzlwcxszfgwyydlyhcljscmbjhblyzlycblydpdqysxqzbytdkyxjyycnrjmpdjgklcljbc'
      'tbjddbblblczqrppxjcjlzcshltoljnmdddlngkaqhqhjhykheznmshrphqqjchgmfprxhjgdychgklyrzqlcyqjnzsqtkqjymsz'
      'swlcfqqqxyfggyptqwlmcrnfkkfsyylybmqammmyxctpshcptxxzzsmphpshmclmldqfyqxszyjdjjzzhqpdszglstjbckbxyqzy'
      'sgpsxjzqzrqtbdkyxzkhhgflbcsmdldgdzdblzyycxnncsybzbfglzzxswmsccmqnjqsbdqsjtxxmbltxzclzshzcxrqjgjylxzf'
      'jphymzqqydfqjjlzznzjcdgzygctxmzysctlkphtxhtlbjxjlxscdqxcbbtjfqzfsltjbtkqbxxjjljchczdbzjdczjdcprnpqcj'
      'pfczlclzxzdmxmphjsgzgszzqlylwtjpfsyaxmcjbtzyycwmytzsjjlqcqlwzmalbxyfbpnlsfhtgjwejjxxglljstgshjqlzfkc'
      'gnndszfdeqfhbsaqtgylbxmmyjszldydqmjjrgbjtkhdhgkblqkbdmbylxwcxyttybkmrtjzxqjbhlmhmjjzmqasldcyxyqdlqca'
      'fywyxqhz')
$function$
;

CREATE OR REPLACE FUNCTION public.place_device_ranks()
 RETURNS void
 LANGUAGE sql
AS $function$
  update device_ranks set before = placed.before
  from (
    select prefix, sum(n) over (order by prefix rows unbounded preceding) - n as before from device_ranks
  ) placed
  where placed.prefix = device_ranks.prefix and placed.before <> device_ranks.before
$function$
;

CREATE OR REPLACE FUNCTION public.place_new_alarm()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select agent_path, product_key into new.agent_path, new.product_key from devices where device_id = new.device_id;
  new.muted := is_alarm_muted(new);
  if new.due_at is null then
    select new.first_at + make_interval(mins => minutes) into new.due_at from alarm_time_limits where severity = new.severity;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.prune_device_tally(keep_since timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4881522020);
  delete from device_tally where span_minutes > 0 and gone_from < keep_since;
  delete from device_totals where span_minutes > 0 and gone_from < keep_since or n = 0;
end $function$
;

CREATE OR REPLACE FUNCTION public.prune_map_cells()
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from map_cells where n = 0;
  delete from map_agents where n = 0
$function$
;

CREATE OR REPLACE FUNCTION public.rank_gone_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_rank_changes select left(mac, 10), -count(*) from went where not virtual group by 1;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rank_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_rank_changes select left(mac, 10), count(*) from came where not virtual group by 1;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rank_renamed_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.virtual then return null; end if;
  insert into device_rank_changes values (left(old.mac, 10), -1), (left(new.mac, 10), 1);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild_device_holdings()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4881522022);
  lock table devices in share mode;
  delete from device_holdings;
  delete from device_holding_changes;
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from devices where replaced_at is null and not virtual group by 1, 2, 3, 4;
  perform fold_device_holdings();
end $function$
;

CREATE OR REPLACE FUNCTION public.rebuild_device_tally(keep_since timestamp with time zone DEFAULT (now() - '2 days'::interval))
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4881522020);
  lock table devices, device_status in share mode;
  delete from device_tally;
  delete from device_totals;
  delete from device_tally_changes;
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, count(*)
  from devices d left join device_status s on s.device_id = d.device_id, tally_state(s) t
  where not d.virtual
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  perform fold_device_tally(keep_since);
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$begin raise exception 'the audit log is append-only'; end$function$
;

CREATE OR REPLACE FUNCTION public.search_text(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when octet_length(name) = length(name) then ' ' || lower(name)
    else public.search_text_of(public.fold_text(name)) end
$function$
;

CREATE OR REPLACE FUNCTION public.search_text_of(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when folded ~ '[一-鿿]' then
    ' ' || ltrim(regexp_replace(folded, '([一-鿿])', ' \1', 'g')) || ' ' || public.pinyin_initials(folded)
      || ' ' || public.second_initials(folded)
    else ' ' || folded end
$function$
;

CREATE OR REPLACE FUNCTION public.second_initials(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select public.pinyin_initials(translate(name,
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()不查无行重其单卡会将期识解被信属提区系长填厂否传合渠些份见且给率校适说召调许么屏曾粘藏频详强省盖坏圈参车繁浅种'
      '降女术助便侧乘红夹括铛般壳旁嵌趋射拓阿艾凹奥扒耙罢扳拌膀磅堡暴辟扁泊卜掺颤朝嘲澄匙仇臭揣幢淳撮掸弹翟弟佃甸丁侗恫洞兑蹲囤堕蛾恶番冯佛拂脯港皋镐疙革蛤谷广龟柜棍夯呵喝貉嘿亨虹唬稽缉伎祭贾槛疆侥缴剿揭芥景'
      '颈净拘咀句浚咖咯楷扛亢苛咳吭傀溃蜡腊姥乐纶蔓秘泌淖尿弄疟哦刨炮彭埔曝瀑栖奇齐岂契铅乾堑抢鞘俏茄趣券洒鳃刹裳芍蛇摄沈盛石食氏衰伺宿隋孙她汤倘淌陶屯驮宛万尾蔚尉挝涡斡吾戏虾厦吓纤巷嚣挟邪泄戌嘘畜羊仰叶遗疑'
      '涌俞愉吁攒泽喳轧栅辗崭折枝殖峙粥朱拽椎追兹卒丌鬲禺乇亟乜嘏匮剡仡佚伽佴俟僮诒诶谌阽陂隗郄郇郦郗哿凵厶圩圻坻垌埏垸堋艽苣芘芴苴苕茜荑茈荠荥荨莶莩莘莞堇菹菀葚蕃尢拚拗揲擗叨吖呒呔吡吲呷咭呲哕哜哏唔喏啁啐喋'
      '嗒喔嗄嗌嘬噱囗囝圜帑帱峒峤彷彡犴饧馇廑忾忪悝惝隳阏阚沌汶泷沲泺浍浒渑湫溱潢漯澍澹濞宕宓彐艴妃姣骀骠纥纰缏缪缲玢玟韫杓枞枋枸柢栎柁桡栝桧棣楱椹楂槭樘戛旰炅耆晟犍肫朐胲腌膻欹歙於焯灬焘禅戆沓砉硌碣眙睥町钭'
      '钯钿铤铪铫锬镉镡鹄瘕窕窨袷褚裼裨疋矜覃颉颌蚣蛸蝤螫竺筠箐箢糸繇趄酢蹊靓龈隹瞿鲑鲭鳜鹘麇',
      ' 0123456789abcdefghijklmnopqrstuvwxyz-_.,#/()fzmhcjsqkqjzxpszdojzzapzgjsbxjjsjkysdhybzzzbyjxhpjsjpjc'
      'xrzcpzsgggcpqbkcyzeywypbpppppppbpppxzzzdsqxtczzsddtttztttrcdhywppbbfjhgyjgyajjhbayhmpjxqqqzgjqyzcqgy'
      'gcgjgxgljghhkhghzxmygwbbcslyebbbbbbxjjkxygzcsxjcxxxscqynccdyzccxdxjsccyzdymyyyzggyhhxhqhxjyyqsxxaxwn'
      'cstycsczzzcsqssysycdccjlozqmjgsgdqnqzdxsdpkqxzxjqmwyctyhbqqbhcsxtcjxxlfxgqjyrbyfnsbtymtpsgxzhzhnrtqz'
      'tosycxgnyndtjfxhxzqxzltdyhzmstpkxsjqgtztptfxbpxtbgbplsfwwbzbjcydnkhtzzcstghgscqcxhadysyzbdszdxlycbdd'
      'ptdkdxlcgxyyqzxpygtxgzxqzdjqwszqzxjkcjxzggq'))
$function$
;

CREATE OR REPLACE FUNCTION public.standing_alarms_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into standing_alarm_changes
  select distinct device_id from (
    select device_id from (
      select device_id, agent_path, product_key, code, severity_rank, handling = 'unprocessed' as unprocessed, 1 as n
      from new_rows where recovered_at is null
      union all
      select device_id, agent_path, product_key, code, severity_rank, handling = 'unprocessed', -1
      from old_rows where recovered_at is null
    ) rows group by device_id, agent_path, product_key, code, severity_rank, unprocessed having sum(n) <> 0
  ) changed;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_alarms_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into standing_alarm_changes select distinct device_id from old_rows where recovered_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.standing_alarms_raised()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into standing_alarm_changes select distinct device_id from new_rows where recovered_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.sum_device_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into device_day_sums
    select was.day, -count(*), -coalesce(sum(round(heat_kwh * 1000)), 0), -coalesce(sum(round(electricity_kwh * 1000)), 0),
      -coalesce(sum(round(mean_ambient_c * 1000)), 0), -count(mean_ambient_c)
    from was left join devices on devices.device_id = was.device_id
    where was.is_complete and was.cop is not null and devices.virtual is not true group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into device_day_sums
    select became.day, count(*), coalesce(sum(round(heat_kwh * 1000)), 0), coalesce(sum(round(electricity_kwh * 1000)), 0),
      coalesce(sum(round(mean_ambient_c * 1000)), 0), count(mean_ambient_c)
    from became left join devices on devices.device_id = became.device_id
    where became.is_complete and became.cop is not null and devices.virtual is not true group by 1;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_changed_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alarm_tally_changes
  select agent_path, handling, active, muted, sum(n) from (
    select agent_path, handling, active, muted, 1 as n from new_rows
    union all
    select agent_path, handling, active, muted, -1 from old_rows
  ) changed
  group by 1, 2, 3, 4 having sum(n) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_changed_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, sum(d.n)
  from (select *, -1 as n from was where not virtual union all select *, 1 from became where not virtual) d
    left join device_status s on s.device_id = d.device_id, tally_state(s) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(d.n) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_changed_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, t.n
  from devices d,
    lateral (select *, -1 as n from tally_state(old) union all select *, 1 from tally_state(new)) t
  where d.device_id = new.device_id and not d.virtual;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_deleted_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alarm_tally_changes
  select agent_path, handling, active, muted, -count(*) from old_rows group by 1, 2, 3, 4;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_leaving_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.virtual then return old; end if;
  insert into device_tally_changes
  select old.province_id, old.city_id, old.county_id, old.product_key, old.net, old.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, -1
  from (select) one left join device_status s on s.device_id = old.device_id, tally_state(s) t;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select province_id, city_id, county_id, product_key, net, identify_status, 'never', false, 'unknown', '-infinity', count(*)
  from came where not virtual group by 1, 2, 3, 4, 5, 6;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_new_states()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, sum(t.n)
  from came join devices d on d.device_id = came.device_id and not d.virtual,
    lateral (select *, 1 as n from tally_state(came) union all select 'never', false, 'unknown', '-infinity', -1) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(t.n) <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_raised_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into alarm_tally_changes
  select agent_path, handling, active, muted, count(*) from new_rows group by 1, 2, 3, 4;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.tally_state(status device_status)
 RETURNS TABLE(online_state text, alarm boolean, bus_status text, gone_minute timestamp with time zone)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select
    case when status.online then 'online' when status.first_online_at is null then 'never' else 'offline' end,
    coalesce(status.alarm_count > 0, false),
    coalesce(status.bus_status, 'unknown'),
    case when status.online or status.first_online_at is null or status.device_id is null then timestamptz '-infinity'
      else date_bin('1 minute', coalesce(status.last_offline_at, status.last_online_at, 'infinity'), timestamptz 'epoch') end
$function$
;

CREATE OR REPLACE FUNCTION public.webhook_answered_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not webhooks_want('order_answered') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'order-line ' || l.line_id, 'order_answered', o.device_id,
    jsonb_build_object('order_id', o.order_id, 'type', o.type, 'source', o.source, 'priority', o.priority,
      'status', o.status, 'by', case l.kind when 'answer' then 'staff' else 'respondent' end), l.at
  from new_rows l join service_orders o on o.order_id = l.order_id
  where l.kind in ('answer', 'reply')
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_bindings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhooks where events && array['device_bound', 'device_unbound']) then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'binding-event ' || binding_event_id,
    case action when 'unbound' then 'device_unbound' else 'device_bound' end, device_id,
    jsonb_build_object('action', action, 'bind_way', bind_way), at
  from new_rows
  where action <> 'marked' and webhooks_want(case action when 'unbound' then 'device_unbound' else 'device_bound' end)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_changed_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  if not exists (select from webhooks where events && array['alarm_raised', 'alarm_recovered', 'alarm_handled']) then
    return null;
  end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'alarm ' || n.alarm_id || ' ' || n.severity, 'alarm_raised', n.device_id,
    jsonb_build_object('alarm_id', n.alarm_id, 'type', n.type, 'code', n.code, 'severity', n.severity, 'value', n.value),
    n.changed_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where n.severity_rank > o.severity_rank and n.recovered_at is null and webhooks_want('alarm_raised')
  union all
  select 'alarm ' || n.alarm_id || ' recovered ' || extract(epoch from n.recovered_at), 'alarm_recovered', n.device_id,
    jsonb_build_object('alarm_id', n.alarm_id, 'type', n.type, 'code', n.code, 'severity', n.severity), n.recovered_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where o.recovered_at is null and n.recovered_at is not null and webhooks_want('alarm_recovered')
  union all
  select 'alarm ' || n.alarm_id || ' handled ' || n.handling || ' ' || extract(epoch from clock_timestamp()),
    'alarm_handled', n.device_id,
    jsonb_build_object('alarm_id', n.alarm_id, 'type', n.type, 'code', n.code, 'severity', n.severity,
      'from', o.handling, 'to', n.handling), now()
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where n.handling <> o.handling and webhooks_want('alarm_handled')
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_connections()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from webhooks where events && array['device_online', 'device_offline']) then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'device-event ' || event_id, 'device_' || kind, device_id, '{}', at from new_rows
  where kind in ('online', 'offline') and webhooks_want('device_' || kind)
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_created_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not webhooks_want('order_created') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'order ' || order_id, 'order_created', device_id,
    jsonb_build_object('order_id', order_id, 'type', type, 'source', source, 'priority', priority, 'status', status),
    feedback_at
  from new_rows
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_finished_upgrades()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  if not webhooks_want('upgrade_finished') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'upgrade ' || n.upgrade_id, 'upgrade_finished', n.device_id,
    jsonb_build_object('upgrade_id', n.upgrade_id, 'state', n.state, 'reason', n.reason, 'from_version', n.from_version,
      'to_version', f.software_version), n.finished_at
  from new_rows n join old_rows o on o.upgrade_id = n.upgrade_id join firmware f on f.firmware_id = n.firmware_id
  where o.finished_at is null and n.finished_at is not null
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_moved_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  if not webhooks_want('order_moved') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'order ' || n.order_id || ' moved ' || extract(epoch from clock_timestamp()), 'order_moved', n.device_id,
    jsonb_build_object('order_id', n.order_id, 'type', n.type, 'source', n.source, 'priority', n.priority,
      'status', n.status, 'from', o.status, 'assigned', n.handler_uid is not null), now()
  from new_rows n join old_rows o on o.order_id = n.order_id
  where n.status <> o.status or n.priority <> o.priority or n.handler_uid is distinct from o.handler_uid
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_raised_alarms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not webhooks_want('alarm_raised') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'alarm ' || alarm_id || ' ' || severity, 'alarm_raised', device_id,
    jsonb_build_object('alarm_id', alarm_id, 'type', type, 'code', code, 'severity', severity, 'value', value), first_at
  from new_rows
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_shipment_moved()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_nestloop TO 'off'
AS $function$
begin
  if not webhooks_want('shipment_moved') then return null; end if;
  insert into webhook_events (identity, event, shipment_id, detail, happened_at)
  select 'shipment ' || s.shipment_id || ' ' || n.state || ' ' || extract(epoch from clock_timestamp()), 'shipment_moved',
    s.shipment_id,
    jsonb_build_object('batch_no', s.batch_no, 'order_no', s.order_no, 'sender', s.sender_name,
      'receiver', s.receiver_name, 'state', n.state, 'device_ids', jsonb_agg(n.device_id order by n.device_id)), now()
  from new_rows n join old_rows o on o.shipment_id = n.shipment_id and o.device_id = n.device_id
    join shipments s on s.shipment_id = n.shipment_id
  where n.state <> o.state
  group by s.shipment_id, n.state
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhook_shipped()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not webhooks_want('shipment_moved') then return null; end if;
  insert into webhook_events (identity, event, shipment_id, detail, happened_at)
  select 'shipment ' || s.shipment_id || ' ' || n.state || ' ' || extract(epoch from clock_timestamp()), 'shipment_moved',
    s.shipment_id,
    jsonb_build_object('batch_no', s.batch_no, 'order_no', s.order_no, 'sender', s.sender_name,
      'receiver', s.receiver_name, 'state', n.state, 'device_ids', jsonb_agg(n.device_id order by n.device_id)), now()
  from new_rows n join shipments s on s.shipment_id = n.shipment_id
  group by s.shipment_id, n.state
  on conflict (identity) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.webhooks_want(wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT FROM webhooks WHERE (webhooks.events @> ARRAY[webhooks_want.wanted])))
;
