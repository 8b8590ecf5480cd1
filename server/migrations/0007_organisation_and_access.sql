-- Organisation and access: what distributors, roles and accounts hold beyond the first slice, resource groups, second
-- factors, tokens of programs, applications, app users, export jobs; the audit log is append-only from now on.

alter table distributors
  add column region_text text not null default '' check (char_length(region_text) <= 100),
  add column agency_area text[] not null default '{}',
  add column business_scope text not null default '' check (char_length(business_scope) <= 100),
  add column product_keys text[] not null default '{}',
  add column account_quota int check (account_quota >= 0),
  add column device_quota int check (device_quota >= 0),
  add column disabled boolean not null default false,
  add column created_by int,
  add column updated_at timestamptz not null default now();
comment on column distributors.region_code is 'GB/T 2260 (6 digits) in China, ISO 3166-2 or null elsewhere.';
comment on column distributors.region_text is 'Region in words, outside China.';
comment on column distributors.agency_area is 'GB/T 2260 codes this distributor may sell in; empty = not limited.';
comment on column distributors.product_keys is 'Related products; empty = all.';
comment on column distributors.account_quota is 'Most accounts of this distributor itself; null = not limited.';
comment on column distributors.device_quota is 'Most devices of its subtree; null = not limited.';
comment on column distributors.disabled is 'Nobody of this distributor or of one below it may sign in.';
create index distributors_region on distributors (region_code text_pattern_ops);
create index distributors_level on distributors (agent_level, agent_path);
create index distributors_name_part on distributors using gin (lower(agent_name) gin_trgm_ops);

create table resource_groups (
  group_id int generated always as identity primary key,
  group_name text not null unique check (char_length(group_name) between 1 and 60),
  description text not null default '' check (char_length(description) <= 200),
  everything boolean not null default false,
  agent_ids int[] not null default '{}',
  region_codes text[] not null default '{}',
  product_keys text[] not null default '{}',
  device_ids int[] not null default '{}',
  built_in boolean not null default false,
  agent_id int references distributors (agent_id),
  created_by int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table resource_groups is 'Narrows what an account sees: (distributors or regions) and products, or devices listed one by one.';
comment on column resource_groups.everything is 'Narrows nothing.';
comment on column resource_groups.agent_ids is 'Subtrees of these distributors; with region_codes the where-part, empty = anywhere.';
comment on column resource_groups.region_codes is 'GB/T 2260 codes or their prefixes of the distributors'' regions.';
comment on column resource_groups.agent_id is 'The distributor that made it; null = the manufacturer.';
insert into resource_groups (group_name, description, everything, built_in)
  values ('Whole fleet', 'Narrows nothing: everything the role and the distributor allow.', true, true);

alter table roles
  add column description text not null default '' check (char_length(description) <= 200),
  add column level text not null default 'manufacturer' check (level in ('manufacturer', 'distributor')),
  add column data_scope text not null default 'subtree'
    check (data_scope in ('all', 'resource_group', 'subtree', 'own_agent', 'own_records')),
  add column scope_overrides jsonb not null default '{}',
  add column requires_totp boolean not null default false,
  add column agent_id int references distributors (agent_id),
  add column created_by int,
  add column updated_at timestamptz not null default now();
comment on column roles.level is 'For whose accounts: the manufacturer''s own people, or distributors''.';
comment on column roles.data_scope is 'Which rows its accounts see, before resource group and distributor narrow it further.';
comment on column roles.scope_overrides is 'Another data scope for single resources: {"audit": "own_records"}.';
comment on column roles.agent_id is 'The distributor that made it; null = the manufacturer.';

alter table accounts
  add column resource_group_id int not null default 1 references resource_groups (group_id),
  add column company text not null default '' check (char_length(company) <= 100),
  add column language text not null default '' check (language in ('', 'en', 'zh', 'pl')),
  add column time_zone text not null default '',
  add column valid_until timestamptz,
  add column remark text not null default '' check (char_length(remark) <= 100),
  add column preferences jsonb not null default '{}',
  add column totp_secret_sealed bytea,
  add column totp_enrolled_at timestamptz,
  add column totp_last_step bigint,
  add column password_changed_at timestamptz,
  add column created_by int,
  add column updated_at timestamptz not null default now();
comment on column accounts.valid_until is 'After this moment the account cannot sign in, and its sessions are over.';
comment on column accounts.preferences is 'Units, date format, home page, notifications: what the person chose in the personal centre.';
comment on column accounts.totp_secret_sealed is 'Shared secret of the second factor, sealed; enrolled once totp_enrolled_at is set.';
comment on column accounts.totp_last_step is 'The last accepted 30 s step: a code is good once.';
create index accounts_group on accounts (resource_group_id);
create index accounts_name_part on accounts using gin (lower(user_name) gin_trgm_ops);

create table recovery_codes (
  uid int not null references accounts (uid) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (uid, code_hash)
);
comment on table recovery_codes is 'One-time ways in when the second factor is lost; only SHA-256 is kept.';

create table trusted_browsers (
  token_hash bytea primary key,
  uid int not null references accounts (uid) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null
);
comment on table trusted_browsers is 'Browsers that need no second factor for 30 days; only SHA-256 is kept.';
create index trusted_browsers_uid on trusted_browsers (uid);

alter table sessions
  add column session_id bigint generated always as identity unique,
  add column view_as_uid int references accounts (uid) on delete cascade,
  add column second_factor boolean not null default false;
comment on column sessions.view_as_uid is 'The account whose eyes this session looks through, read-only.';

create table api_tokens (
  api_token_id int generated always as identity primary key,
  uid int not null references accounts (uid) on delete cascade,
  token_name text not null check (char_length(token_name) between 1 and 60),
  token_hash bytea not null unique,
  token_hint text not null,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  revoked_at timestamptz
);
comment on table api_tokens is 'Tokens of programs that act for an account, with a part of its rights; only SHA-256 is kept.';
comment on column api_tokens.token_hint is 'Its first letters, to tell one from another.';
create index api_tokens_uid on api_tokens (uid);

create table applications (
  app_id int generated always as identity primary key,
  app_name text not null unique check (char_length(app_name) between 1 and 60),
  english_name text not null default '' check (char_length(english_name) <= 60),
  app_key text not null unique,
  secret_hash bytea not null,
  platforms text[] not null default '{}',
  package_name text not null default '',
  enterprise text not null default '',
  current_version text not null default '',
  disabled boolean not null default false,
  built_in boolean not null default false,
  created_by int,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table applications is 'Apps for end users (spec 3, app info). The key names an app, the secret proves it; only SHA-256 is kept.';

alter table app_users
  add column app_id int references applications (app_id),
  add column password_hash text,
  add column country text not null default '',
  add column region_text text not null default '',
  add column language text not null default '',
  add column gender text not null default 'unknown' check (gender in ('male', 'female', 'unknown')),
  add column remark text not null default '' check (char_length(remark) <= 100),
  add column marks text[] not null default '{}',
  add column disabled boolean not null default false,
  add column erased_at timestamptz,
  add column last_login_at timestamptz,
  add column app_version text not null default '',
  add column platform text not null default '',
  add column updated_at timestamptz not null default now();
create unique index app_users_email on app_users (app_id, lower(email)) where email is not null;
create unique index app_users_phone on app_users (app_id, phone) where phone is not null;
create index app_users_created on app_users (created_at desc, app_user_id desc);
create index app_users_name_part on app_users using gin (lower(nick_name) gin_trgm_ops);

create table app_user_sessions (
  token_hash bytea primary key,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  app_version text not null default '',
  phone_model text not null default ''
);
create index app_user_sessions_user on app_user_sessions (app_user_id, created_at desc);

create table app_user_log_ins (
  log_in_id bigint generated always as identity primary key,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  at timestamptz not null,
  address text not null,
  app_version text not null default '',
  phone_model text not null default '',
  result text not null
);
create index app_user_log_ins_user on app_user_log_ins (app_user_id, at desc);

create table app_user_consents (
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  consent text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (app_user_id, consent, given_at)
);

alter table bindings
  add column marks text[] not null default '{}';
create table binding_events (
  binding_event_id bigint generated always as identity primary key,
  device_id int not null references devices (device_id) on delete cascade,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  at timestamptz not null,
  action text not null check (action in ('bound', 'shared', 'unbound', 'marked', 'transferred')),
  bind_way text not null,
  by_uid int,
  reason text not null default ''
);
comment on column binding_events.by_uid is 'The account of the console; null = the app user.';
create index binding_events_device on binding_events (device_id, at desc);
create index binding_events_user on binding_events (app_user_id, at desc);
alter table devices add column claim_generation int not null default 1;
comment on column devices.claim_generation is 'Counts owners: the claim code on label and controller is made from the secret and this number.';

create table export_jobs (
  export_id bigint generated always as identity primary key,
  uid int not null references accounts (uid) on delete cascade,
  kind text not null,
  input jsonb not null,
  format text not null check (format in ('csv', 'xlsx')),
  file_name text not null,
  period_from timestamptz,
  period_to timestamptz,
  state text not null default 'queued'
    check (state in ('queued', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_done int not null default 0,
  rows_total int,
  file_bytes bigint,
  reason text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz
);
comment on table export_jobs is 'Export records (spec 3): file name, period, time, status, progress, file. The file lies in the data folder under its id.';
create index export_jobs_uid on export_jobs (uid, created_at desc);
create index export_jobs_open on export_jobs (state) where state in ('queued', 'running');

alter table audit_log
  add column agent_path text collate "C",
  add column method text not null default '',
  add column user_agent text not null default '';
comment on column audit_log.agent_path is 'Where the actor belonged then; null = the manufacturer, or nobody known.';
comment on column audit_log.detail is 'What changed: {"before": {...}, "after": {...}} of the changed fields; never a secret.';
create index audit_log_object on audit_log (object text_pattern_ops, at desc);
create index audit_log_action on audit_log (action, at desc);
create index audit_log_result on audit_log (result, at desc) where result <> 'ok';
create index audit_log_path on audit_log (agent_path, at desc);
create index audit_log_address on audit_log (address, at desc);

create function refuse_audit_change() returns trigger language plpgsql as
  'begin raise exception ''the audit log is append-only''; end';
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
