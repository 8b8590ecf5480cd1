-- Built-in types of alarms: a stopped SIM card, one with little traffic left, one that went to another module; values that stand still.
alter table alarms drop constraint alarms_type_check;
alter table alarms add constraint alarms_type_check check (type in ('device_fault', 'bus_lost', 'offline', 'no_data', 'frozen_values',
  'frost_risk', 'sim_expiry', 'sim_stopped', 'sim_traffic', 'sim_moved', 'model_unrecognized', 'control_mismatch', 'ota_failed',
  'parse_failed', 'short_cycling', 'heater_overuse', 'charge_drift', 'low_flow', 'stuck_sensor', 'threshold')) not valid;
alter table alarms validate constraint alarms_type_check;

create table alarm_frozen_units (
  device_id integer primary key references devices on delete cascade,
  digest text not null,
  since_at timestamptz not null
);
comment on table alarm_frozen_units is 'Measured values of units whose compressor runs, as one digest, and since which report it is the same; kept while the type is switched on.';

-- What the checks of cards read.
create index iccids_stopped on iccids (device_id) where status = 'stopped' and device_id is not null;
create index iccids_moved on iccids (device_id) where moved_at is not null and device_id is not null;
