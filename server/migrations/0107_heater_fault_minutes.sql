-- Daily figures know for how long an electric heater did the work of a compressor that a fault had stopped. Days that are there already do
-- not: detectors read the last three.
alter table device_days add column heater_fault_minutes double precision;
comment on column device_days.heater_fault_minutes is 'Minutes of heater_minutes in which the compressor stood still under a fault of the board; null = not looked at.';
