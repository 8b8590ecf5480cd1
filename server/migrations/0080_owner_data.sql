-- Who reads the data of a unit beside its owner (EU Data Act), and how often it is read.

create table data_grants (
  grant_id int generated always as identity primary key,
  device_id int not null references devices (device_id) on delete cascade,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  recipient text not null,
  purpose text not null,
  token_hash bytea not null unique,
  token_hint text not null,
  data_from timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_by text check (ended_by in ('owner', 'operator', 'binding')),
  ended_by_uid int references accounts (uid) on delete set null,
  end_reason text not null default '',
  last_access_at timestamptz,
  last_address text not null default '',
  access_count int not null default 0,
  check ((ended_at is null) = (ended_by is null)),
  check (expires_at > created_at)
);
comment on table data_grants is 'A third party that the owner of a unit lets read its data; ended ones stay as a record.';
comment on column data_grants.recipient is 'The third party, as the owner named it; emptied with the purpose when the owner is erased.';
comment on column data_grants.token_hash is 'SHA-256 of the token, which the owner saw once.';
comment on column data_grants.data_from is 'Reports before it are not read: the beginning of the grant, or of the owner''s binding.';
create index data_grants_device on data_grants (device_id);
create index data_grants_user on data_grants (app_user_id);
create index data_grants_time on data_grants (created_at, grant_id);

create table data_accesses (
  device_id int not null references devices (device_id) on delete cascade,
  grant_id int references data_grants (grant_id) on delete cascade,
  call text not null check (call in ('metadata', 'latest', 'history', 'export')),
  day date not null,
  count int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_address text not null,
  unique nulls not distinct (device_id, grant_id, call, day)
);
comment on table data_accesses is 'Reads of a unit''s data by its owner (no grant) and by third parties, counted for each UTC day.';

-- However a binding ends (app, console, transfer, erasure), the grants of that owner end in the same transaction.
create function end_data_grants() returns trigger language plpgsql as $$
begin
  update data_grants set ended_at = now(), ended_by = 'binding'
    where device_id = old.device_id and app_user_id = old.app_user_id and ended_at is null;
  return null;
end $$;
create trigger bindings_end_data_grants after delete on bindings
  for each row when (old.role = 'owner') execute function end_data_grants();

-- Points say whether they are a trade secret; what was stored before says that they are none.
update product_versions set points = (
  select jsonb_agg(point || '{"trade_secret":""}'::jsonb order by place) from jsonb_array_elements(points) with ordinality as rows (point, place))
where jsonb_array_length(points) > 0 and not points -> 0 ? 'trade_secret';
update product_drafts set points = (
  select jsonb_agg(point || '{"trade_secret":""}'::jsonb order by place) from jsonb_array_elements(points) with ordinality as rows (point, place))
where jsonb_array_length(points) > 0 and not points -> 0 ? 'trade_secret';
