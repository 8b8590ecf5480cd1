-- Firmware of modules and boards, and the upgrade of each unit.

create table firmware_keys (
  product_key text primary key references products (product_key) on delete cascade on update cascade,
  public_key text not null,
  private_key_sealed bytea not null,
  created_at timestamptz not null
);
comment on table firmware_keys is 'Ed25519 key pair that images of a product are signed with; its modules hold the public one.';
comment on column firmware_keys.public_key is 'PEM.';
comment on column firmware_keys.private_key_sealed is 'PKCS 8, sealed with the key of the installation.';

create table firmware (
  firmware_id int generated always as identity primary key,
  product_key text not null references products (product_key) on delete cascade on update cascade,
  module text not null check (module in ('dtu', 'mcu')),
  name text not null,
  hardware_version text not null,
  software_version text not null,
  version_key int[] not null,
  min_software_version text not null default '',
  auto_upgrade boolean not null default false,
  enabled boolean not null default true,
  notes jsonb not null,
  file_name text not null,
  size int not null check (size > 0),
  sha256 text not null,
  crc32 text not null,
  signature bytea not null,
  uid int references accounts (uid) on delete set null,
  uploader text not null,
  uploaded_at timestamptz not null,
  deleted_at timestamptz
);
comment on table firmware is 'Images that units can be upgraded to; the file is in the folder of firmware under its id.';
comment on column firmware.module is 'dtu = communication module, mcu = main board.';
comment on column firmware.deleted_at is 'The file is gone; the row is kept for the history of upgrades.';
create unique index firmware_version on firmware (product_key, module, hardware_version, version_key) where deleted_at is null;
create index firmware_product on firmware (product_key, firmware_id desc);
create index firmware_uid on firmware (uid);

create table firmware_uploads (
  upload_id int generated always as identity primary key,
  uid int not null references accounts (uid) on delete cascade,
  draft jsonb not null,
  file jsonb not null,
  received int not null default 0,
  touched_at timestamptz not null
);
comment on table firmware_uploads is 'Files that are not complete yet; one that nobody went on with is thrown away.';
create index firmware_uploads_uid on firmware_uploads (uid);

alter table rollouts drop constraint rollouts_kind_check;
alter table rollouts add constraint rollouts_kind_check check (kind in ('settings', 'firmware'));
alter table rollouts add column firmware_id int references firmware (firmware_id) on delete cascade;
alter table rollouts add column upgrade_type text check (upgrade_type in ('single', 'automatic', 'list'));
alter table rollouts add constraint rollouts_of_firmware
  check ((kind = 'firmware') = (firmware_id is not null and upgrade_type is not null));
comment on column rollouts.upgrade_type is 'How it was begun: for one unit by hand, by version number, or for a list of units.';
create index rollouts_firmware on rollouts (firmware_id, rollout_id desc) where firmware_id is not null;
alter table rollout_units add column not_before timestamptz;
comment on column rollout_units.not_before is 'It may not be begun before this moment: it was too cold, or heat was needed.';

create table upgrades (
  upgrade_id int generated always as identity primary key,
  firmware_id int not null references firmware (firmware_id) on delete cascade,
  device_id int not null references devices (device_id) on delete cascade,
  rollout_id int references rollouts (rollout_id) on delete set null,
  from_version text not null,
  state text not null check (state in ('waiting', 'announced', 'accepted', 'downloading', 'verifying', 'restarting',
    'success', 'comm_exception', 'check_error', 'rejected', 'cancelled')),
  reason text,
  percent int not null default 0 check (percent between 0 and 100),
  announcements int not null default 0,
  created_at timestamptz not null,
  moved_at timestamptz not null,
  deadline_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz
);
comment on table upgrades is 'The upgrade of one unit; its id is the job on the wire.';
comment on column upgrades.deadline_at is 'The state ends by then, whatever the module does.';
comment on column upgrades.expires_at is 'A unit that has not begun by then is not upgraded any more.';
-- A module has one download at a time.
create unique index upgrades_open on upgrades (device_id) where finished_at is null;
create index upgrades_device on upgrades (device_id, upgrade_id desc);
create index upgrades_firmware on upgrades (firmware_id);
create index upgrades_rollout on upgrades (rollout_id, device_id, upgrade_id desc);
create index upgrades_due on upgrades (deadline_at) where finished_at is null;
