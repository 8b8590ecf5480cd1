-- A unit whose reports cannot be parsed is an alarm.
alter table alarms drop constraint alarms_type_check;
alter table alarms add constraint alarms_type_check check (type in ('device_fault', 'bus_lost', 'offline', 'no_data', 'frost_risk',
  'sim_expiry', 'model_unrecognized', 'control_mismatch', 'ota_failed', 'parse_failed', 'threshold')) not valid;
alter table alarms validate constraint alarms_type_check;
