-- Devices: what is known of a unit (devices), and what changes with every report (device_status).

create table devices (
  device_id int generated always as identity primary key,
  mac text not null unique check (mac ~ '^([0-9]{15}|[0-9a-f]{12})$'),
  device_name text not null,
  product_key text not null references products (product_key),
  agent_id int not null references distributors (agent_id),
  agent_path text collate "C" not null,
  net text not null check (net in ('wifi', '4g')),
  iccid text,
  secret_sealed bytea not null,
  static_login boolean not null default false,
  software_version text not null default '',
  hardware_version text not null default '',
  module_version text not null default '',
  generic boolean not null default true,
  identify_status text not null default 'not_started'
    check (identify_status in ('recognized', 'identifying', 'not_started', 'unrecognized')),
  info_pk text,
  dtu_default_pk text,
  active boolean not null default false,
  lat double precision,
  lon double precision,
  address text not null default '',
  import_tag text not null default '',
  import_time timestamptz not null,
  import_count int not null default 1,
  imported_user text not null default '',
  simulated boolean not null default false
);
comment on column devices.mac is 'IMEI (15 digits) or MAC (12 lower-case hex): the id a module logs in with.';
comment on column devices.agent_path is 'Copy of the distributor''s path: every read of owned rows filters by its prefix.';
comment on column devices.secret_sealed is 'The module''s 32-byte secret, AES-256-GCM: nonce, tag, ciphertext. The broker needs it for HMAC.';
comment on column devices.static_login is 'May log in with mode s1 (the secret itself, TLS only): a module without a clock.';
comment on column devices.lat is 'WGS-84 degrees.';
create index devices_scope on devices (agent_path, mac);
create index devices_agent on devices (agent_id);
create index devices_product on devices (product_key, agent_path);
create index devices_name on devices (device_name);
create index devices_name_part on devices using gin (lower(device_name) gin_trgm_ops);
create index devices_mac_start on devices (mac text_pattern_ops);
create index devices_iccid on devices (iccid text_pattern_ops);
create index devices_identify on devices (identify_status, agent_path) where identify_status <> 'recognized';
create index devices_import_tag on devices (import_tag);
create index devices_import_time on devices (import_time);
create index devices_software on devices (software_version);

create table device_status (
  device_id int primary key references devices (device_id) on delete cascade,
  online boolean not null default false,
  online_since timestamptz,
  first_online_at timestamptz,
  last_online_at timestamptz,
  last_offline_at timestamptz,
  online_times int not null default 0,
  session_boot int,
  bus_status text not null default 'unknown' check (bus_status in ('ok', 'lost', 'unknown')),
  rssi_dbm smallint,
  last_report_at timestamptz,
  last_arrival_at timestamptz,
  layout_id int,
  latest_blocks bytea,
  alarm_keys text[] not null default '{}',
  alarm_count smallint not null default 0,
  last_alarm_at timestamptz
) with (fillfactor = 70);
comment on table device_status is 'One row a device, rewritten by reports; few indexes so that updates stay in their page.';
comment on column device_status.last_report_at is 'Device time of the newest report; never steps back.';
comment on column device_status.latest_blocks is 'The newest answer to each poll block with its time (server/src/ingest/latest-blocks.ts).';
alter table device_status alter latest_blocks set storage external;
create index device_status_online on device_status (online, last_online_at);
create index device_status_alarm on device_status (alarm_count) where alarm_count > 0;
create index device_status_bus on device_status (bus_status) where bus_status = 'lost';

create table device_favourites (
  uid int not null references accounts (uid) on delete cascade,
  device_id int not null references devices (device_id) on delete cascade,
  primary key (uid, device_id)
);

create table app_users (
  app_user_id int generated always as identity primary key,
  nick_name text not null default '',
  phone text,
  email text,
  created_at timestamptz not null default now()
);

create table bindings (
  device_id int not null references devices (device_id) on delete cascade,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  role text not null check (role in ('owner', 'shared')),
  bind_way text not null,
  bound_at timestamptz not null default now(),
  primary key (device_id, app_user_id)
);
create index bindings_user on bindings (app_user_id);
