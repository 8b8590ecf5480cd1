-- What the manufacturer sets of built-in types of alarms; detectors as types; the time within which an alarm is to be processed.

alter table alarms drop constraint alarms_type_check;
alter table alarms add constraint alarms_type_check check (type in ('device_fault', 'bus_lost', 'offline', 'no_data', 'frost_risk',
  'sim_expiry', 'model_unrecognized', 'control_mismatch', 'ota_failed', 'parse_failed', 'short_cycling', 'heater_overuse',
  'charge_drift', 'low_flow', 'stuck_sensor', 'threshold')) not valid;
alter table alarms validate constraint alarms_type_check;

create table alarm_type_settings (
  type text primary key,
  enabled boolean not null,
  severity text check (severity in ('info', 'minor', 'major', 'critical')),
  frost_below_c double precision,
  updated_at timestamptz not null,
  updated_by integer references accounts on delete set null
);
comment on table alarm_type_settings is 'Built-in types that differ from their defaults (contract/src/alarms/types.ts): detectors, and offline.';
comment on column alarm_type_settings.frost_below_c is 'Of offline: critical below this outdoor temperature; null = never for that reason.';
create index alarm_type_settings_updated_by on alarm_type_settings (updated_by);

create table alarm_detector_units (
  device_id integer primary key references devices on delete cascade,
  looked_at timestamptz not null
);
comment on table alarm_detector_units is 'When the daily figures of a unit were last held against the detectors that are types of alarms.';

create table alarm_time_limits (
  severity text primary key check (severity in ('info', 'minor', 'major', 'critical')),
  minutes integer check (minutes > 0)
);
comment on table alarm_time_limits is 'Within which alarms are to be processed; null = no limit.';
insert into alarm_time_limits values ('critical', 240), ('major', 1440), ('minor', 4320), ('info', null);

alter table alarms add column reason text check (reason in ('frost'));
alter table alarms add column due_at timestamptz;
alter table alarms add column handled_at timestamptz;
alter table alarms add column sla_at timestamptz not null generated always as (
  case when recovered_at is null and handling in ('unprocessed', 'in_process') and due_at is not null then due_at
    else 'infinity'::timestamptz end) stored;
comment on column alarms.reason is 'Why the severity is not that of the type; null = it is.';
comment on column alarms.due_at is 'Until when it is to be processed, by its severity when it was raised; sooner where it became worse.';
comment on column alarms.handled_at is 'When it was processed or closed; null = it is not.';
comment on column alarms.sla_at is 'due_at while the clock runs; infinity once it was processed or has recovered.';
create index alarms_sla on alarms (sla_at, alarm_id);
-- The quick tab of a distributor counts its own.
create index alarms_sla_path on alarms (agent_path, sla_at) where sla_at < 'infinity';

create or replace function place_new_alarm() returns trigger language plpgsql as $$
begin
  select agent_path, product_key into new.agent_path, new.product_key from devices where device_id = new.device_id;
  new.muted := is_alarm_muted(new);
  if new.due_at is null then
    select new.first_at + make_interval(mins => minutes) into new.due_at from alarm_time_limits where severity = new.severity;
  end if;
  return new;
end $$;

-- What becomes worse is due sooner, counted from now; what becomes milder keeps its time.
create function hasten_alarm() returns trigger language plpgsql as $$
begin
  select least(new.due_at, clock_timestamp() + make_interval(mins => minutes)) into new.due_at
  from alarm_time_limits where severity = new.severity;
  return new;
end $$;
-- severity_rank is generated, and not known before the update.
create trigger alarms_hasten before update of severity on alarms for each row
  when (array_position(array['info', 'minor', 'major', 'critical'], new.severity)
    > array_position(array['info', 'minor', 'major', 'critical'], old.severity))
  execute function hasten_alarm();

update alarms a set due_at = a.first_at + make_interval(mins => l.minutes)
from alarm_time_limits l where l.severity = a.severity and a.recovered_at is null and a.handling in ('unprocessed', 'in_process');
