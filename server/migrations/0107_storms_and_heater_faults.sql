-- Daily figures know for how long an electric heater did the work of a compressor that a fault had stopped. Days that are there already do
-- not: detectors read the last three.
alter table device_days add column heater_fault_minutes double precision;
comment on column device_days.heater_fault_minutes is 'Minutes of heater_minutes in which the compressor stood still under a fault of the board; null = not looked at.';

-- The plan of a trigger function is kept from its first calls, of one row: for the ten thousand alarms that join a storm, a nested loop over
-- both transition tables took half a minute.
alter function note_changed_alarms() set enable_nestloop = off;
alter function webhook_changed_alarms() set enable_nestloop = off;
