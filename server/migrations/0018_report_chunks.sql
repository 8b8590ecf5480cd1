-- Finished days of history, packed: one chunk of columns per device, day and product version.

create table report_chunks (
  device_id int not null,
  day date not null,
  part int not null,
  layout_id int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  reports int not null,
  body bytea not null,
  primary key (device_id, day, part)
) partition by range (day);
comment on table report_chunks is 'Reports of a device and UTC day in columns (server/src/chunks), one partition a month. Several parts of a day: several product versions, or reports that came late.';
alter table report_chunks alter body set storage external;

-- What is being packed: taken out of report_hot, so that nothing is added to it; its rows stay until all are packed.
create table report_packing (
  device_id int not null,
  at timestamptz not null,
  layout_id int not null,
  raw bytea not null
) partition by range (at);
comment on table report_packing is 'Partitions of report_hot that are being packed; read together with report_hot and report_chunks.';
alter table report_packing alter raw set storage external;
create index report_packing_device on report_packing (device_id, at);

create table packing_progress (
  packing_id int generated always as identity primary key,
  source text not null,
  from_at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  next_device_id int not null default 0,
  rows_read bigint not null default 0,
  reports bigint not null default 0,
  repeats bigint not null default 0,
  unpackable bigint not null default 0,
  chunks bigint not null default 0,
  bytes bigint not null default 0
);
comment on table packing_progress is 'How far each packing is; moved on in the transaction that stores the chunks. reports + repeats + unpackable = rows_read.';
create unique index packing_progress_open on packing_progress (source) where finished_at is null;

create table chunk_merges (
  device_id int not null,
  day date not null,
  primary key (device_id, day)
);
comment on table chunk_merges is 'Days of devices that have several parts, to be made one.';

create table damaged_chunks (
  device_id int not null,
  day date not null,
  part int not null,
  found_at timestamptz not null,
  reason text not null,
  primary key (device_id, day, part)
);
comment on table damaged_chunks is 'Chunks that were found damaged; they are never read, merged or answered from.';

alter table products add column history_days int check (history_days > 0);
comment on column products.history_days is 'Days for which the history of its devices is kept; null = as long as the setting HEATFLEET_HISTORY_DAYS says.';
