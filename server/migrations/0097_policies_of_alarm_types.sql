-- A notification policy may be about some types of alarms only.
alter table notification_policies add column alarm_types text[] not null default '{}';
comment on column notification_policies.alarm_types is 'Types of alarms it is about; empty = all. Other events have none.';
