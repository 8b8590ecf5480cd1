-- Diagnosis: what a module and the cloud say to each other for some minutes, and a ping of the module. One of each a device.
create table device_captures (
  device_id integer primary key references devices on delete cascade,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  stopped_at timestamptz,
  by_uid integer references accounts on delete set null
);
comment on table device_captures is 'The last capture of raw frames of a device; a new one takes its place.';
comment on column device_captures.stopped_at is 'Ended before its time: by a person, or because it was full.';
create index device_captures_ends on device_captures (ends_at);

create table device_capture_frames (
  device_id integer not null references device_captures on delete cascade,
  frame_no integer not null,
  at timestamptz not null,
  direction text not null check (direction in ('up', 'down')),
  channel text not null,
  payload bytea not null,
  primary key (device_id, frame_no)
);
comment on table device_capture_frames is 'Messages between a module and the cloud, as they were on the wire; secrets are left out.';

create table device_pings (
  device_id integer primary key references devices on delete cascade,
  ping_id integer generated always as identity unique,
  asked_at timestamptz not null,
  ended_at timestamptz,
  result text check (result in ('answered', 'refused', 'offline', 'no_answer')),
  round_trip_ms integer,
  plan_version integer
);
comment on table device_pings is 'The last ping of a module: a command that only has to be answered.';
