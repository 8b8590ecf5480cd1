-- How bad the worst alarm of a unit is, by the alarm defaults of its product's version.

alter table device_status add column alarm_severity text
  check (alarm_severity in ('info', 'minor', 'major', 'critical'));
comment on column device_status.alarm_severity is 'Of the worst of alarm_keys; null = no alarm.';
update device_status set alarm_severity = 'major' where alarm_count > 0;
