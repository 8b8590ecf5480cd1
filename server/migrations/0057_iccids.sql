-- SIM cards of modules (product 3.14): when they end, what they used, and which unit they are in.

create table iccids (
  card_id int generated always as identity primary key,
  iccid text not null check (iccid ~ '^89[0-9]{17}[0-9A-Z]?$'),
  iccid_key text not null generated always as (left(iccid, 19)) stored unique,
  checksum_wrong boolean not null,
  msisdn text not null default '',
  operator text not null default '',
  plan text not null default '',
  activated_at timestamptz,
  expires_at timestamptz,
  status text not null default 'in_stock'
    check (status in ('test', 'in_stock', 'active', 'stopped', 'expired', 'cancelled')),
  traffic_used_mb double precision,
  traffic_total_mb double precision,
  remark text not null default '',
  synced_at timestamptz,
  device_id int references devices (device_id) on delete set null,
  moved_at timestamptz,
  reminded_days int,
  imported_user text not null default '',
  imported_at timestamptz not null
);
comment on table iccids is 'SIM cards. One without a device is the manufacturer''s; else it is of the distributor that has the device.';
comment on column iccids.iccid_key is 'Cards are the same by 19 characters: some makers leave out the 20th, or print a letter.';
comment on column iccids.device_id is 'The device that reported the card last, or that a person named.';
comment on column iccids.moved_at is 'When another device reported it; null = never, or a person confirmed it.';
comment on column iccids.reminded_days is 'The lowest threshold whose reminder was sent for this end; null = none.';
create index iccids_device on iccids (device_id);
create index iccids_expires on iccids (expires_at, card_id);
create index iccids_number on iccids (iccid text_pattern_ops);

-- Which devices report a card, compared as cards are.
create index devices_iccid_key on devices (left(iccid, 19)) where iccid is not null;

create table iccid_events (
  event_id bigint generated always as identity primary key,
  card_id int not null references iccids (card_id) on delete cascade,
  device_id int references devices (device_id) on delete set null,
  at timestamptz not null,
  what text not null,
  was text not null default '',
  became text not null default '',
  user_name text not null default ''
);
comment on table iccid_events is 'What happened to a card, in codes; user_name is empty for the system.';
create index iccid_events_card on iccid_events (card_id, event_id);
create index iccid_events_notices on iccid_events (at) where what in ('reminded', 'moved', 'twice');

create table iccid_traffic (
  card_id int not null references iccids (card_id) on delete cascade,
  day date not null,
  mb double precision not null,
  primary key (card_id, day)
);

create table iccid_reminders (
  only_row boolean primary key default true check (only_row),
  days int[] not null,
  manufacturer boolean not null,
  distributors boolean not null
);
comment on table iccid_reminders is 'Thresholds of the reminders and who is told; one row.';
insert into iccid_reminders (days, manufacturer, distributors) values ('{60,30,7,1}', true, true);
