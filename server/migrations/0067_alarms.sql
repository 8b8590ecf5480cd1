-- An alarm is a row (decision 0053): raised and recovered by reports and by checks, handled by people.

create table alarms (
  alarm_id integer generated always as identity primary key,
  device_id integer not null references devices (device_id) on delete cascade,
  -- Copies of the device's, by which lists are read in their order; triggers keep them.
  agent_path text collate "C" not null default '/',
  product_key text not null default '',
  type text not null check (type in ('device_fault', 'bus_lost', 'offline', 'no_data', 'frost_risk', 'sim_expiry',
    'model_unrecognized', 'control_mismatch')),
  rule_key text not null default '',
  code text,
  severity text not null check (severity in ('info', 'minor', 'major', 'critical')),
  severity_rank smallint not null generated always as (case severity when 'critical' then 3 when 'major' then 2 when 'minor' then 1 else 0 end) stored,
  value double precision,
  first_at timestamptz not null,
  last_at timestamptz not null,
  recovered_at timestamptz,
  active boolean not null generated always as (recovered_at is null) stored,
  count integer not null default 1,
  handling text not null default 'unprocessed' check (handling in ('unprocessed', 'in_process', 'processed', 'closed')),
  assignee_uid integer references accounts (uid) on delete set null,
  snapshot_id integer,
  snapshot_done boolean not null default false,
  changed_at timestamptz not null default now()
) with (fillfactor = 90);
comment on table alarms is 'Alarms of devices: one row from the first time it is raised, with a count, until it recovers and its cool-down is over.';
comment on column alarms.agent_path is 'Of the device, now: an alarm follows its device to the next distributor.';
comment on column alarms.rule_key is 'Key of the fault point or the setting, number of the SIM card; empty where the type says all.';
comment on column alarms.value is 'Measured at the trigger; null = nothing was.';
comment on column alarms.first_at is 'Times of the device for what reports raise, of the server for what checks raise.';
comment on column alarms.snapshot_done is 'The half hour after the trigger was looked at; without a snapshot_id the device reported nothing.';
comment on column alarms.changed_at is 'Of the database, for pushes.';

-- A condition that holds has one alarm.
create unique index alarms_active on alarms (device_id, type, rule_key) where recovered_at is null;
create index alarms_device on alarms (device_id, last_at desc);
create index alarms_last on alarms (last_at, alarm_id);
create index alarms_first on alarms (first_at, alarm_id);
create index alarms_severity on alarms (severity_rank, last_at, alarm_id);
create index alarms_type on alarms (type, last_at, alarm_id);
create index alarms_code on alarms (code, last_at, alarm_id) where code is not null;
create index alarms_product on alarms (product_key, last_at, alarm_id);
create index alarms_handling on alarms (handling, active, last_at, alarm_id);
create index alarms_path on alarms (agent_path, handling, active);
create index alarms_assignee on alarms (assignee_uid, last_at) where assignee_uid is not null;
create index alarms_repeated on alarms (last_at, alarm_id) where count > 1;
create index alarms_standing on alarms (last_at, alarm_id) where recovered_at is null;
create index alarms_unsnapped on alarms (first_at) where not snapshot_done;
create index alarms_changed on alarms (changed_at);

create table alarm_log (
  log_id integer generated always as identity primary key,
  alarm_id integer not null references alarms (alarm_id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('escalated', 'accepted', 'released', 'assigned', 'processed', 'closed', 'reopened',
    'comment')),
  uid integer references accounts (uid) on delete set null,
  text text not null default ''
);
comment on table alarm_log is 'What people did with an alarm and said of it, and escalations; when it was raised and has recovered are columns of the alarm.';
create index alarm_log_alarm on alarm_log (alarm_id, log_id);

create table alarm_snapshots (
  snapshot_id integer generated always as identity primary key,
  device_id integer not null references devices (device_id) on delete cascade,
  trigger_at timestamptz not null,
  layout_id integer,
  body bytea not null
);
comment on table alarm_snapshots is 'All points of a device half an hour before and after a trigger, compressed; kept where history is dropped. Alarms of one minute share one.';
alter table alarm_snapshots alter body set storage external;
create index alarm_snapshots_device on alarm_snapshots (device_id, trigger_at);
alter table alarms add foreign key (snapshot_id) references alarm_snapshots (snapshot_id) on delete set null;

create function place_new_alarm() returns trigger language plpgsql as $$
begin
  select agent_path, product_key into new.agent_path, new.product_key from devices where device_id = new.device_id;
  return new;
end $$;
create trigger alarms_place before insert on alarms for each row execute function place_new_alarm();

create function move_alarms_of_device() returns trigger language plpgsql as $$
begin
  update alarms set agent_path = new.agent_path, product_key = new.product_key where device_id = new.device_id;
  return null;
end $$;
create trigger devices_alarms_move after update of agent_path, product_key on devices
  for each row when (old.agent_path <> new.agent_path or old.product_key <> new.product_key)
  execute function move_alarms_of_device();

-- What stands at the time of the upgrade.
insert into alarms (device_id, type, rule_key, severity, first_at, last_at)
select device_id, 'device_fault', key, coalesce(alarm_severity, 'major'), coalesce(last_alarm_at, last_report_at, now()),
  coalesce(last_alarm_at, last_report_at, now())
from device_status, unnest(alarm_keys) key group by 1, 2, 3, 4, 5, 6;
insert into alarms (device_id, type, severity, first_at, last_at)
select device_id, 'bus_lost', 'major', coalesce(last_report_at, now()), coalesce(last_report_at, now())
from device_status where bus_status = 'lost';
