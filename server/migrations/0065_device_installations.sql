create table device_installations (
  device_id integer primary key references devices (device_id) on delete cascade,
  installer text not null,
  installed_on date,
  warranty_months integer,
  parts jsonb not null default '[]',
  note text not null,
  updated_by text not null,
  updated_at timestamptz not null
);
comment on column device_installations.warranty_months is 'From the first time online; null = none agreed.';
comment on column device_installations.parts is 'Parts with their serial numbers: [{ part, serial }].';

create table device_files (
  file_id integer generated always as identity primary key,
  device_id integer not null references devices (device_id) on delete cascade,
  file_name text not null,
  content_type text not null,
  content bytea not null,
  added_by text not null,
  added_at timestamptz not null,
  constraint device_files_content_type_check check (content_type in ('image/png', 'image/jpeg', 'application/pdf'))
);
create index device_files_device on device_files (device_id, file_id);
comment on table device_files is 'Photos and documents of units; their content decides the type.';
