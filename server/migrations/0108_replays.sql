-- A virtual unit may show the last day of another unit again.
create table virtual_unit_replays (
  device_id integer primary key references virtual_units(device_id) on delete cascade,
  of_mac text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  speed integer not null,
  track bytea not null
);
comment on table virtual_unit_replays is 'What the boards of virtual units show that replay another unit.';
comment on column virtual_unit_replays.of_mac is 'The unit that is shown; it may be gone by now.';
comment on column virtual_unit_replays.speed is 'Seconds of the record in a second.';
comment on column virtual_unit_replays.track is 'Its values: JSON compressed by gzip (contract/src/simulator/replay.ts).';
