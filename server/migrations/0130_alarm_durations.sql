-- The alarm list is narrowed by how long alarms were active.
create index alarms_duration on alarms ((recovered_at - last_at));
-- Without statistics of the expression the planner expects a third of all alarms.
analyze alarms;
