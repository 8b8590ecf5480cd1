-- How exactly it is known where a unit stands: an estimate is on the map as what it is, and stays among the units without position.
alter table devices add column position_accuracy_m integer check (position_accuracy_m > 0);
comment on column devices.position_accuracy_m is
  'The unit is within so many metres of lat and lon; null = placed by a person. Above 1,000 it is an estimate.';

drop index devices_unplaced;
create index devices_unplaced on devices (mac) where lat is null or position_accuracy_m > 1000;
