-- History: raw frames, decoded on read under the product version they came with.

create table report_hot (
  device_id int not null,
  at timestamptz not null,
  layout_id int not null,
  raw bytea not null
) partition by range (at);
comment on table report_hot is 'Reports as they arrived (HPLink block report), one partition a day, made before the first row.';
comment on column report_hot.at is 'Device time; arrival time where the clock was unknown or ahead.';
alter table report_hot alter raw set storage external;
create index report_hot_device on report_hot (device_id, at);

create table dead_letters (
  dead_letter_id bigint generated always as identity primary key,
  at timestamptz not null,
  mac text not null,
  topic text not null,
  reason text not null,
  payload bytea not null
);
comment on table dead_letters is 'Frames that could not be taken, with the reason; bounded by the gateway.';
create index dead_letters_at on dead_letters (at desc);

create table device_events (
  event_id bigint generated always as identity primary key,
  device_id int not null references devices (device_id) on delete cascade,
  at timestamptz not null,
  kind text not null,
  detail jsonb not null default '{}'
);
comment on table device_events is 'What happened to a device: online, offline, 485, boot, cloned id.';
create index device_events_device on device_events (device_id, at desc);

create table attr_savings (
  uid int not null references accounts (uid) on delete cascade,
  product_key text not null references products (product_key) on delete cascade,
  savings jsonb not null,
  primary key (uid, product_key)
);
