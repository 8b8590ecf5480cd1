-- Alarms of one type that many units of an area raise at once belong together: a power cut is one event.

create table alarm_storms (
  storm_id integer generated always as identity primary key,
  type text not null,
  agent_id integer not null references distributors on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz
);
comment on table alarm_storms is 'Of a distributor and all below it; ends when half as many units as make a storm still have the alarm.';
create unique index alarm_storms_open on alarm_storms (agent_id, type) where ended_at is null;
create index alarm_storms_ended on alarm_storms (ended_at);

alter table alarms add column storm_id integer references alarm_storms on delete set null;
create index alarms_storm on alarms (storm_id, last_at, alarm_id) where storm_id is not null;
-- What may become a storm: few rows at any time.
create index alarms_fresh on alarms (changed_at) where recovered_at is null and storm_id is null and handling = 'unprocessed';
