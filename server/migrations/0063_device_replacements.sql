-- A new module takes the place of an old one: the unit keeps its device_id, and with it history, bindings and orders; the row
-- of the new module becomes the retired one, under the id of the old module (decision 0050).

alter table devices add replaced_at timestamptz;
comment on column devices.replaced_at is 'The module was replaced by another one and is refused; null = in service.';

create table device_replacements (
  replacement_id integer generated always as identity primary key,
  device_id integer not null references devices on delete cascade,
  retired_device_id integer references devices on delete set null,
  old_mac text not null,
  new_mac text not null,
  kind text not null constraint device_replacements_kind_check check (kind in ('module', 'unit')),
  reason text not null,
  sim_moved boolean not null,
  replaced_at timestamptz not null,
  by_uid integer,
  claim_generation integer not null,
  retired_active boolean not null,
  retired_status jsonb,
  undone_at timestamptz,
  undone_by_uid integer,
  undo_reason text not null default ''
);
comment on table device_replacements is 'Modules that took the place of others.';
comment on column device_replacements.device_id is 'The unit that goes on.';
comment on column device_replacements.retired_device_id is 'The row that holds the old module since.';
comment on column device_replacements.claim_generation is 'Of the new module when it came.';
comment on column device_replacements.retired_active is 'Whether the new module had ever been on line; for the undo, like retired_status.';
create index device_replacements_device on device_replacements (device_id, replacement_id desc);
create index device_replacements_retired on device_replacements (retired_device_id);
create index device_replacements_old on device_replacements (old_mac);
create index device_replacements_new on device_replacements (new_mac);

-- A replaced module is neither in stock nor in use.

create or replace function hold_new_devices() returns trigger language plpgsql as $$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from came where replaced_at is null group by 1, 2, 3, 4;
  return null;
end $$;

create or replace function hold_gone_devices() returns trigger language plpgsql as $$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, -count(*), -count(*) filter (where active)
  from went where replaced_at is null group by 1, 2, 3, 4;
  return null;
end $$;

create or replace function hold_changed_devices() returns trigger language plpgsql as $$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, sum(n), coalesce(sum(n) filter (where active), 0)
  from (
    select province_id, city_id, county_id, product_key, active, -1 as n from was where replaced_at is null
    union all
    select province_id, city_id, county_id, product_key, active, 1 from became where replaced_at is null
  ) d
  group by 1, 2, 3, 4
  having sum(n) <> 0 or coalesce(sum(n) filter (where active), 0) <> 0;
  return null;
end $$;

create or replace function rebuild_device_holdings() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4881522022);
  lock table devices in share mode;
  delete from device_holdings;
  delete from device_holding_changes;
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from devices where replaced_at is null group by 1, 2, 3, 4;
  perform fold_device_holdings();
end $$;
