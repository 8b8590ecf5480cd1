-- A version of an app may be a file of our own instead of a page in a store, is for a channel and for countries, and may be
-- released at a time.
alter table app_versions
  add column channel text not null default 'stable' check (channel in ('stable', 'beta', 'internal')),
  add column countries text[] not null default '{}',
  add column scheduled_at timestamptz,
  add column package jsonb,
  add column downloads int not null default 0,
  drop constraint app_versions_state_check,
  add constraint app_versions_state_check check (state in ('draft', 'scheduled', 'released', 'paused', 'withdrawn')),
  add constraint app_versions_scheduled_check check ((state = 'scheduled') = (scheduled_at is not null));
comment on column app_versions.channel is 'Who is told: an installation of a channel is told of that one and of the steadier ones.';
comment on column app_versions.countries is 'ISO 3166-1 alpha-2 of the phones that are told; empty = all.';
comment on column app_versions.scheduled_at is 'When it is released by itself.';
comment on column app_versions.package is 'The file: file_name, size in bytes, sha256; null = none. It lies under the number of the version.';
comment on column app_versions.downloads is 'How often its file was begun to be fetched by a link of the update check.';
drop index app_versions_version;
create unique index app_versions_version on app_versions (app_id, platform, channel, version_key);
create index app_versions_scheduled on app_versions (scheduled_at) where state = 'scheduled';

create table app_package_uploads (
  version_id int primary key references app_versions on delete cascade,
  file jsonb not null,
  received int not null default 0,
  touched_at timestamptz not null
);
comment on table app_package_uploads is 'Packages that are on their way, one for each version; received = bytes from the beginning that are on the disk.';
create index app_package_uploads_touched on app_package_uploads (touched_at);
