-- What people plant at simulated units (screen Simulator).

create table planted_events (
  event_id integer generated always as identity primary key,
  kind text not null check (kind in ('fault', 'power_cut', 'bus_cut', 'weak_signal', 'cold_wave')),
  product_key text references products on delete cascade,
  fault_key text,
  delta_k double precision,
  target jsonb not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  check (ends_at > starts_at),
  check (kind <> 'fault' or (fault_key is not null and product_key is not null)),
  check (kind <> 'cold_wave' or delta_k is not null)
);
create index planted_events_newest on planted_events (created_at desc, event_id desc);
create index planted_events_open on planted_events (ends_at) where ended_at is null;
comment on table planted_events is 'What was planted at simulated units; the simulator plays those that are neither over nor taken back.';
comment on column planted_events.delta_k is 'Cold wave: difference of the outdoor temperature in K.';
comment on column planted_events.ended_at is 'Taken back by a person before its end; null = not.';

create table planted_event_units (
  event_id integer not null references planted_events on delete cascade,
  device_id integer not null references devices on delete cascade,
  primary key (event_id, device_id)
);
create index planted_event_units_device on planted_event_units (device_id);
