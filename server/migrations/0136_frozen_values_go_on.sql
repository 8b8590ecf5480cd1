-- A turn that looks for frozen values goes on behind the unit at which the one before ran out of time.
create table alarm_frozen_progress (
  is_only boolean primary key default true check (is_only),
  device_id integer not null default 0
);
comment on table alarm_frozen_progress is 'One row: the unit that was looked at last for frozen values. No foreign key: a unit that is gone has a place among the others too.';
insert into alarm_frozen_progress default values;
