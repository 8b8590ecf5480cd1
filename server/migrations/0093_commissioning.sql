-- Signed commissioning reports of units.
create table device_commissionings (
  device_id integer primary key references devices (device_id) on delete cascade,
  findings jsonb not null,
  note text not null,
  file_ids integer[] not null,
  signed_name text not null,
  drawn bytea,
  uid integer references accounts (uid) on delete set null,
  signed_by text not null,
  signed_at timestamptz not null
);
create index device_commissionings_uid on device_commissionings (uid);
comment on table device_commissionings is 'Commissioning reports that are signed: what was found in the first 72 hours of a unit, as it was when it was signed.';
comment on column device_commissionings.findings is 'Checks with figures and limits, and settings that differ from their defaults.';
comment on column device_commissionings.file_ids is 'Photos among device_files; one that was removed since is left out.';
comment on column device_commissionings.drawn is 'The drawn signature as PNG; null = confirmed by the account.';
