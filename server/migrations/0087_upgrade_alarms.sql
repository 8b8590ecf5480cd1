-- An upgrade that failed is an alarm until one of the same part succeeds.

alter table alarms drop constraint alarms_type_check;
alter table alarms add constraint alarms_type_check check (type in ('device_fault', 'bus_lost', 'offline', 'no_data',
  'frost_risk', 'sim_expiry', 'model_unrecognized', 'control_mismatch', 'ota_failed', 'threshold'));
create index upgrades_finished on upgrades (finished_at) where finished_at is not null;
