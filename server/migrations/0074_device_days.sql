-- What each unit did on each day, derived from its reports: a row for each unit and calendar day of its own time zone.

create table device_days (
  device_id int not null references devices (device_id) on delete cascade,
  day date not null,
  time_zone text not null,
  product_key text not null,
  layout_id int,
  reports int not null,
  is_complete boolean not null,
  computed_at timestamptz not null,
  quality double precision not null check (quality between 0 and 1),
  online_share double precision check (online_share between 0 and 1),
  heat_method text check (heat_method in ('flow', 'meter')),
  electricity_method text check (electricity_method in ('meter', 'estimated')),
  heat_kwh double precision,
  heat_heating_kwh double precision,
  heat_hot_water_kwh double precision,
  heat_cooling_kwh double precision,
  electricity_kwh double precision,
  electricity_heating_kwh double precision,
  electricity_hot_water_kwh double precision,
  electricity_cooling_kwh double precision,
  cop double precision check (cop between 0 and 10),
  starts int,
  run_minutes double precision,
  heating_minutes double precision,
  hot_water_minutes double precision,
  cooling_minutes double precision,
  median_cycle_minutes double precision,
  defrosts int,
  defrost_minutes double precision,
  heater_minutes double precision,
  mean_ambient_c double precision,
  min_ambient_c double precision,
  mean_flow_c double precision,
  alarms_raised int not null,
  primary key (device_id, day)
);
comment on table device_days is 'Daily figures of units, computed by a background task (server/src/features/device-days); null = not known, never zero.';
comment on column device_days.day is 'Calendar day in time_zone, the zone of the unit.';
comment on column device_days.product_key is 'Product whose version decoded the reports of the day; layout_id is that version.';
comment on column device_days.is_complete is 'False while the day lasts: figures are of its part so far.';
comment on column device_days.quality is 'Share of the day in which all values needed for heat and electricity were known.';
comment on column device_days.online_share is 'Share of the known part of the day in which the module was on line; null = nothing is known.';
comment on column device_days.heat_method is 'flow = water flow and temperature difference, meter = counters of the board.';
comment on column device_days.electricity_method is 'meter = counters or a power meter, estimated = voltage and current.';
comment on column device_days.heat_cooling_kwh is 'Heat taken from the water while cooling; positive.';
comment on column device_days.cop is 'Heat over electricity; null below 80 % quality, below 0.5 kWh, or outside 0 to 10.';
comment on column device_days.heating_minutes is 'Time the compressor ran for heating; the same for hot water and cooling.';
comment on column device_days.median_cycle_minutes is 'Half of the runs of the compressor that ended on this day were shorter.';
comment on column device_days.mean_flow_c is 'Flow temperature while the compressor ran.';
create index device_days_product on device_days (day, product_key);
create index device_days_open on device_days (computed_at) where not is_complete;

create table device_days_due (
  device_id int not null,
  day date not null,
  mark int not null default 1,
  primary key (device_id, day)
);
comment on table device_days_due is 'UTC days of units whose reports changed after they were over: written with each segment, removed when the days are computed anew.';
comment on column device_days_due.mark is 'Rises with each change, so that one during a computation is not lost.';

-- Segments of an older version, range after range of devices.
insert into fills_due (name, after_id) select 'device_days', 0 where exists (select from report_chunks);
