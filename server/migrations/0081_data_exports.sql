-- The whole data of a unit as one file for its owner; a new one takes the place of the last.

create table data_exports (
  device_id int primary key references devices (device_id) on delete cascade,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  finished_at timestamptz,
  rows int not null default 0,
  bytes bigint not null default 0
);
comment on table data_exports is 'Files in the folder of exports, owner-data-<device_id>.jsonl.gz; the row goes with the binding of its owner.';
create index data_exports_user on data_exports (app_user_id);

create or replace function end_data_grants() returns trigger language plpgsql as $$
begin
  update data_grants set ended_at = now(), ended_by = 'binding'
    where device_id = old.device_id and app_user_id = old.app_user_id and ended_at is null;
  delete from data_exports where device_id = old.device_id and app_user_id = old.app_user_id;
  return null;
end $$;
