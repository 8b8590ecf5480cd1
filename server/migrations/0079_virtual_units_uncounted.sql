-- Virtual units, started from a product to try it, are no part of the fleet: sums, ranks and the map leave them out. The units of
-- the demo are simulated too, and stay in.
alter table devices add column virtual boolean not null default false;
comment on column devices.virtual is 'A virtual unit (virtual_units): left out of counts, statistics and shipments unless asked for.';
create index devices_virtual on devices (mac) where virtual;

create or replace function tally_changed_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, sum(d.n)
  from (select *, -1 as n from was where not virtual union all select *, 1 from became where not virtual) d
    left join device_status s on s.device_id = d.device_id, tally_state(s) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(d.n) <> 0;
  return null;
end $function$;

create or replace function tally_changed_state()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, t.n
  from devices d,
    lateral (select *, -1 as n from tally_state(old) union all select *, 1 from tally_state(new)) t
  where d.device_id = new.device_id and not d.virtual;
  return null;
end $function$;

create or replace function tally_leaving_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.virtual then return old; end if;
  insert into device_tally_changes
  select old.province_id, old.city_id, old.county_id, old.product_key, old.net, old.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, -1
  from (select) one left join device_status s on s.device_id = old.device_id, tally_state(s) t;
  return old;
end $function$;

create or replace function tally_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select province_id, city_id, county_id, product_key, net, identify_status, 'never', false, 'unknown', '-infinity', count(*)
  from came where not virtual group by 1, 2, 3, 4, 5, 6;
  return null;
end $function$;

create or replace function tally_new_states()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, sum(t.n)
  from came join devices d on d.device_id = came.device_id and not d.virtual,
    lateral (select *, 1 as n from tally_state(came) union all select 'never', false, 'unknown', '-infinity', -1) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(t.n) <> 0;
  return null;
end $function$;

create or replace function rebuild_device_tally(keep_since timestamp with time zone DEFAULT (now() - '2 days'::interval))
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4881522020);
  lock table devices, device_status in share mode;
  delete from device_tally;
  delete from device_totals;
  delete from device_tally_changes;
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, count(*)
  from devices d left join device_status s on s.device_id = d.device_id, tally_state(s) t
  where not d.virtual
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  perform fold_device_tally(keep_since);
end $function$;

create or replace function hold_changed_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, sum(n), coalesce(sum(n) filter (where active), 0)
  from (
    select province_id, city_id, county_id, product_key, active, -1 as n from was where replaced_at is null and not virtual
    union all
    select province_id, city_id, county_id, product_key, active, 1 from became where replaced_at is null and not virtual
  ) d
  group by 1, 2, 3, 4
  having sum(n) <> 0 or coalesce(sum(n) filter (where active), 0) <> 0;
  return null;
end $function$;

create or replace function hold_gone_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, -count(*), -count(*) filter (where active)
  from went where replaced_at is null and not virtual group by 1, 2, 3, 4;
  return null;
end $function$;

create or replace function hold_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from came where replaced_at is null and not virtual group by 1, 2, 3, 4;
  return null;
end $function$;

create or replace function rebuild_device_holdings()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(4881522022);
  lock table devices in share mode;
  delete from device_holdings;
  delete from device_holding_changes;
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from devices where replaced_at is null and not virtual group by 1, 2, 3, 4;
  perform fold_device_holdings();
end $function$;

create or replace function rank_gone_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_rank_changes select left(mac, 10), -count(*) from went where not virtual group by 1;
  return null;
end $function$;

create or replace function rank_new_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into device_rank_changes select left(mac, 10), count(*) from came where not virtual group by 1;
  return null;
end $function$;

create or replace function rank_renamed_device()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.virtual then return null; end if;
  insert into device_rank_changes values (left(old.mac, 10), -1), (left(new.mac, 10), 1);
  return null;
end $function$;

create or replace function map_put_devices(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- In the order of ids: two that change the same units wait for each other instead of failing.
  perform from map_points where device_id = any(ids) order by device_id for update;
  delete from map_points p using devices d
  where d.device_id = p.device_id and p.device_id = any(ids) and (d.lat is null or d.lon is null or d.virtual);
  insert into map_points as p
  select d.device_id, map_x(d.lon), map_y(d.lat), map_code(map_x(d.lon), map_y(d.lat)), d.agent_id,
    d.province_id, d.city_id, d.county_id, map_online(s), map_severity(s), d.product_key
  from devices d left join device_status s on s.device_id = d.device_id
  where d.device_id = any(ids) and d.lat is not null and d.lon is not null and not d.virtual
  order by d.device_id
  on conflict (device_id) do update set x = excluded.x, y = excluded.y, code = excluded.code, agent_id = excluded.agent_id,
    province_id = excluded.province_id, city_id = excluded.city_id, county_id = excluded.county_id,
    online_state = excluded.online_state, severity = excluded.severity, product_key = excluded.product_key;
end $function$;

-- Those that run now: sums and map follow by the triggers, ranks by their changes.
insert into device_rank_changes
select left(mac, 10), -count(*) from devices join virtual_units on virtual_units.device_id = devices.device_id group by 1;
update devices set virtual = true from virtual_units where virtual_units.device_id = devices.device_id;
delete from map_points using virtual_units where virtual_units.device_id = map_points.device_id;
