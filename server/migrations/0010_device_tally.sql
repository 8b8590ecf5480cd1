-- Exact counts of a million devices in a millisecond. Every distributor has its number of devices in each combination of
-- product, network, recognition, online state, alarm and bus state, counted with its whole subtree; the fleet is
-- distributor 0. Writers only append what changed, so that nobody waits for anybody; who reads adds those changes to the
-- tally; fold_device_tally() moves them into it now and then.

create table device_tally (
  agent_id int not null,
  gone_hour timestamptz not null,
  product_key text not null,
  net text not null,
  identify_status text not null,
  online_state text not null,
  alarm boolean not null,
  bus_status text not null,
  n int not null,
  primary key (agent_id, gone_hour, product_key, net, identify_status, online_state, alarm, bus_status)
) with (fillfactor = 80);
comment on table device_tally is 'Devices of each distributor''s subtree by product and state; agent_id 0 is the fleet.';
comment on column device_tally.gone_hour is '-infinity = all devices of the cell; an hour (UTC) = those of them that are off line since then, told once more.';

create table device_tally_changes (
  province_id int,
  city_id int,
  county_id int,
  product_key text not null,
  net text not null,
  identify_status text not null,
  online_state text not null,
  alarm boolean not null,
  bus_status text not null,
  gone_hour timestamptz not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table device_tally_changes is 'What device_tally does not hold yet: devices that left a cell (negative) or came to it.';

-- The states of a status row by which is counted; without a row a device has never been on line.
create function tally_state(status device_status, out online_state text, out alarm boolean, out bus_status text,
  out gone_hour timestamptz) language sql immutable parallel safe as $$
  select
    case when status.online then 'online' when status.first_online_at is null then 'never' else 'offline' end,
    coalesce(status.alarm_count > 0, false),
    coalesce(status.bus_status, 'unknown'),
    case when status.online or status.first_online_at is null or status.device_id is null then '-infinity'
      else date_bin('1 hour', coalesce(status.last_offline_at, status.last_online_at, 'infinity'), 'epoch') end
$$;

-- Moves what was appended into the tally; gives how many changes. One at a time: who finds another at it leaves it to him.
create function fold_device_tally() returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522020) then return 0; end if;
  with gone as (
    delete from device_tally_changes returning *
  ), added as (
    select a.agent_id, h.gone_hour, product_key, net, identify_status, online_state, alarm, bus_status, sum(n)::int as n
    from gone
      cross join lateral (values (0), (province_id), (city_id), (county_id)) a (agent_id)
      cross join lateral (select timestamptz '-infinity' union select gone.gone_hour) h (gone_hour)
    where a.agent_id is not null
    group by 1, 2, 3, 4, 5, 6, 7, 8
    having sum(n) <> 0
  ), emptied as (
    delete from device_tally t using added
    where (t.agent_id, t.gone_hour, t.product_key, t.net, t.identify_status, t.online_state, t.alarm, t.bus_status)
        = (added.agent_id, added.gone_hour, added.product_key, added.net, added.identify_status, added.online_state,
           added.alarm, added.bus_status)
      and t.n + added.n = 0
    returning t.*
  ), kept as (
    insert into device_tally as t
      (agent_id, gone_hour, product_key, net, identify_status, online_state, alarm, bus_status, n)
    select added.* from added
    where (agent_id, gone_hour, product_key, net, identify_status, online_state, alarm, bus_status) not in
      (select agent_id, gone_hour, product_key, net, identify_status, online_state, alarm, bus_status from emptied)
    on conflict (agent_id, gone_hour, product_key, net, identify_status, online_state, alarm, bus_status)
      do update set n = t.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- Counts everything anew, once by this migration and by hand whenever somebody doubts the tally; writers wait meanwhile.
create function rebuild_device_tally() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4881522020);
  lock table devices, device_status in share mode;
  delete from device_tally;
  delete from device_tally_changes;
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_hour, count(*)
  from devices d left join device_status s on s.device_id = d.device_id, tally_state(s) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  perform fold_device_tally();
end $$;

-- A new device has no status yet; what its status row says is appended when that comes.
create function tally_new_devices() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select province_id, city_id, county_id, product_key, net, identify_status, 'never', false, 'unknown', '-infinity', count(*)
  from came group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger devices_tally_new after insert on devices
  referencing new table as came for each statement execute function tally_new_devices();

-- Moved to another distributor, another product, recognised.
create function tally_changed_devices() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_hour, sum(d.n)
  from (select *, -1 as n from was union all select *, 1 from became) d
    left join device_status s on s.device_id = d.device_id, tally_state(s) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(d.n) <> 0;
  return null;
end $$;
create trigger devices_tally_changed after update on devices
  referencing old table as was new table as became for each statement execute function tally_changed_devices();

-- Before, while the status row that goes with it is still there.
create function tally_leaving_device() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select old.province_id, old.city_id, old.county_id, old.product_key, old.net, old.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_hour, -1
  from (select) one left join device_status s on s.device_id = old.device_id, tally_state(s) t;
  return old;
end $$;
create trigger devices_tally_leaving before delete on devices
  for each row execute function tally_leaving_device();

create function tally_new_states() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_hour, sum(t.n)
  from came join devices d on d.device_id = came.device_id,
    lateral (select *, 1 as n from tally_state(came) union all select 'never', false, 'unknown', '-infinity', -1) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(t.n) <> 0;
  return null;
end $$;
create trigger device_status_tally_new after insert on device_status
  referencing new table as came for each statement execute function tally_new_states();

-- Row by row and only where a counted state is another one: a report that changes values alone never gets here.
create function tally_changed_state() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_hour, t.n
  from devices d,
    lateral (select *, -1 as n from tally_state(old) union all select *, 1 from tally_state(new)) t
  where d.device_id = new.device_id;
  return null;
end $$;
create trigger device_status_tally_changed
  after update of online, first_online_at, last_online_at, last_offline_at, alarm_count, bus_status on device_status
  for each row when (old.online <> new.online
    or (old.first_online_at is null) <> (new.first_online_at is null)
    or (old.alarm_count > 0) <> (new.alarm_count > 0)
    or old.bus_status <> new.bus_status
    or not new.online and (old.last_offline_at, old.last_online_at) is distinct from (new.last_offline_at, new.last_online_at))
  execute function tally_changed_state();

select rebuild_device_tally();
