-- A subtree in the order of the list: with its ancestors as columns a device is found by an equality that an index
-- continues with the id, so that a page of a county, a province or the fleet costs the same. A prefix range cannot be
-- walked in the order of another column.

alter table devices
  add column province_id int generated always as (nullif(split_part(agent_path, '/', 2), '')::int) stored,
  add column city_id int generated always as (nullif(split_part(agent_path, '/', 3), '')::int) stored,
  add column county_id int generated always as (nullif(split_part(agent_path, '/', 4), '')::int) stored;
comment on column devices.province_id is 'Distributor of level 1 above the device, or its own; read off agent_path. city_id and county_id likewise, null below the own level.';
create index devices_province on devices (province_id, mac);
create index devices_city on devices (city_id, mac);
create index devices_county on devices (county_id, mac);

-- One product in the order of the list; its old form, by path, served no query that these do not serve better.
drop index devices_product;
create index devices_product on devices (product_key, mac);

-- How long a unit has been off line; touched only when it comes or goes.
create index device_status_gone on device_status (coalesce(last_offline_at, last_online_at))
  where not online and first_online_at is not null;
