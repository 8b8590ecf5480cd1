-- Distributors, roles, accounts, sessions, audit.

create extension if not exists pg_trgm;

create table distributors (
  agent_id int generated always as identity primary key,
  agent_name text not null unique check (char_length(agent_name) between 1 and 30),
  agent_level smallint not null check (agent_level between 1 and 3),
  parent_id int references distributors (agent_id),
  agent_path text collate "C" not null unique,
  country text not null default 'CN',
  region_code text,
  address text not null default '',
  phone text,
  email text,
  remark text not null default '' check (char_length(remark) <= 100),
  created_at timestamptz not null default now(),
  check ((agent_level = 1) = (parent_id is null))
);
comment on table distributors is 'Distributors (agents), three levels: 1 province, 2 city, 3 county.';
comment on column distributors.agent_path is 'Ids from the top, "/1/7/33/"; a subtree is a prefix. Always ends with a slash.';
create index distributors_parent on distributors (parent_id);

create table roles (
  role_id int generated always as identity primary key,
  role_name text not null unique,
  permissions text[] not null,
  built_in boolean not null default false,
  creator text not null default 'system',
  created_at timestamptz not null default now()
);

create table accounts (
  uid int generated always as identity primary key,
  user_name text not null unique check (char_length(user_name) between 1 and 64),
  nick_name text not null default '',
  phone text,
  email text,
  gender text not null default 'unknown' check (gender in ('male', 'female', 'unknown')),
  password_hash text not null,
  must_change_password boolean not null default false,
  role_id int not null references roles (role_id),
  agent_id int references distributors (agent_id),
  disabled boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null default now()
);
comment on column accounts.agent_id is 'Null = the manufacturer: the whole fleet.';
create index accounts_role on accounts (role_id);
create index accounts_agent on accounts (agent_id);

create table sessions (
  token_hash bytea primary key,
  uid int not null references accounts (uid) on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  address text not null,
  user_agent text not null
);
comment on table sessions is 'Open sessions. Only the SHA-256 of the token is kept.';
create index sessions_uid on sessions (uid);
create index sessions_last_seen on sessions (last_seen_at);

create table login_failures (
  subject text not null,
  failed_at timestamptz not null
);
comment on column login_failures.subject is '"account:<name>" or "address:<ip>": the two counters are separate, so that nobody locks out others.';
create index login_failures_subject on login_failures (subject, failed_at);

create table audit_log (
  audit_id bigint generated always as identity primary key,
  at timestamptz not null,
  uid int,
  user_name text not null,
  address text not null,
  action text not null,
  object text not null,
  detail jsonb not null default '{}',
  result text not null,
  request_id text not null
);
comment on table audit_log is 'Append-only: every change and every refused access. Never a secret.';
create index audit_log_at on audit_log (at desc);
create index audit_log_uid on audit_log (uid, at desc);
