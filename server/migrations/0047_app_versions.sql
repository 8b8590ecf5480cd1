-- Versions of the apps for end users, what phones are told of them, and where push messages reach a phone.

create table app_versions (
  version_id int generated always as identity primary key,
  app_id int not null references applications (app_id) on delete cascade,
  platform text not null,
  version text not null,
  version_key int[] not null,
  build int not null check (build > 0),
  min_os text not null default '',
  update_type text not null check (update_type in ('silent', 'optional', 'forced')),
  minimum_version text not null default '',
  staged_percent int not null check (staged_percent between 1 and 100),
  notes jsonb not null,
  store_url text not null default '',
  state text not null default 'draft' check (state in ('draft', 'released', 'paused', 'withdrawn')),
  created_by int references accounts (uid) on delete set null,
  released_by int references accounts (uid) on delete set null,
  created_at timestamptz not null,
  released_at timestamptz,
  updated_at timestamptz not null
);
comment on table app_versions is 'What the apps are told of their newer versions; the manufacturer''s, as the apps are.';
comment on column app_versions.version_key is 'The version as numbers without zeros at the end: lists compare as versions do.';
comment on column app_versions.staged_percent is 'Of the installations, so many percent are told; each decides by a hash of its name and this row''s number.';
comment on column app_versions.released_at is 'When it was first released; null = never.';
create unique index app_versions_version on app_versions (app_id, platform, version_key);
create index app_versions_released on app_versions (app_id, platform, version_key desc) where state = 'released';
create index app_versions_created_by on app_versions (created_by);
create index app_versions_released_by on app_versions (released_by);

-- What the list of apps shows is the newest released version, and no longer what somebody typed.
alter table applications drop column current_version;

-- With which version people signed in last, counted from the index alone.
create index app_users_version on app_users (app_id, platform, app_version) where last_login_at is not null and erased_at is null;

create table app_push_tokens (
  push_token_id int generated always as identity primary key,
  session_hash bytea not null unique references app_user_sessions (token_hash) on delete cascade,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  app_id int not null references applications (app_id) on delete cascade,
  platform text not null,
  token_hash bytea not null,
  token_sealed bytea not null,
  token_hint text not null,
  registered_at timestamptz not null
);
comment on table app_push_tokens is 'Where push messages reach a phone: one for each session, gone with it.';
comment on column app_push_tokens.token_hash is 'SHA-256: one phone is registered once in an app, whoever is signed in on it.';
comment on column app_push_tokens.token_sealed is 'The token itself, sealed with the key of the installation; only who sends opens it.';
comment on column app_push_tokens.token_hint is 'Its beginning and end: all that is ever shown.';
create unique index app_push_tokens_token on app_push_tokens (app_id, token_hash);
create index app_push_tokens_user on app_push_tokens (app_user_id);
