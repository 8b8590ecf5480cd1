-- A count adds up a few rows whatever the fleet does. Beside the cells of product and state each distributor has its sums
-- in one row, and what went off line is told by the hour and by the minute: of the hour in which the limit of a day lies
-- only the units of one minute are looked at one by one. What went off line long ago is told by no hour any more.

drop function tally_state(device_status);
drop function fold_device_tally();
drop function rebuild_device_tally();
drop table device_tally;

alter table device_tally_changes rename column gone_hour to gone_minute;

create table device_tally (
  agent_id int not null,
  span_minutes smallint not null check (span_minutes in (0, 1, 60)),
  gone_from timestamptz not null,
  product_key text not null,
  net text not null,
  identify_status text not null,
  online_state text not null,
  alarm boolean not null,
  bus_status text not null,
  n int not null,
  primary key (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status)
) with (fillfactor = 80);
comment on table device_tally is 'Devices of each distributor''s subtree by product and state; agent_id 0 is the fleet.';
comment on column device_tally.span_minutes is '0 = all devices of the cell; else those of them that went off line in the hour or the minute that begins at gone_from, told once more.';
comment on column device_tally.gone_from is '-infinity where span_minutes is 0.';

create table device_totals (
  agent_id int not null,
  span_minutes smallint not null check (span_minutes in (0, 1, 60)),
  gone_from timestamptz not null,
  n int not null,
  online int not null,
  never_online int not null,
  alarm int not null,
  unrecognized int not null,
  primary key (agent_id, span_minutes, gone_from)
) with (fillfactor = 60);
comment on table device_totals is 'Sums of device_tally: what is counted without asking for a product or a state.';

-- The states of a status row by which is counted; without a row a device has never been on line.
create function tally_state(status device_status)
  returns table (online_state text, alarm boolean, bus_status text, gone_minute timestamptz)
  language sql immutable parallel safe as $$
  select
    case when status.online then 'online' when status.first_online_at is null then 'never' else 'offline' end,
    coalesce(status.alarm_count > 0, false),
    coalesce(status.bus_status, 'unknown'),
    case when status.online or status.first_online_at is null or status.device_id is null then timestamptz '-infinity'
      else date_bin('1 minute', coalesce(status.last_offline_at, status.last_online_at, 'infinity'), timestamptz 'epoch') end
$$;

-- Moves what was appended into the tally and its sums; gives how many changes. One at a time: who finds another at it leaves
-- it to him. What went off line before keep_since is told by no hour and no minute.
create function fold_device_tally(keep_since timestamptz) returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522020) then return 0; end if;
  with gone as (
    delete from device_tally_changes returning *
  ), told as (
    select a.agent_id, s.span_minutes, s.gone_from, gone.*
    from gone
      cross join lateral (values (0), (province_id), (city_id), (county_id)) a (agent_id)
      cross join lateral (
        select 0, timestamptz '-infinity'
        union all
        select minutes, date_bin(make_interval(mins => minutes), gone_minute, timestamptz 'epoch')
        from (values (1), (60)) spans (minutes) where gone_minute >= keep_since and gone_minute > '-infinity'
      ) s (span_minutes, gone_from)
    where a.agent_id is not null
  ), added as (
    select agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status, sum(n)::int as n
    from told
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(n) <> 0
  ), emptied as (
    delete from device_tally t using added
    where (t.agent_id, t.span_minutes, t.gone_from, t.product_key, t.net, t.identify_status, t.online_state, t.alarm, t.bus_status)
        = (added.agent_id, added.span_minutes, added.gone_from, added.product_key, added.net, added.identify_status,
           added.online_state, added.alarm, added.bus_status)
      and t.n + added.n = 0
    returning t.*
  ), kept as (
    insert into device_tally as t
      (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status, n)
    select added.* from added
    where (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status) not in
      (select agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status from emptied)
    on conflict (agent_id, span_minutes, gone_from, product_key, net, identify_status, online_state, alarm, bus_status)
      do update set n = t.n + excluded.n
  ), summed as (
    insert into device_totals as t
      (agent_id, span_minutes, gone_from, n, online, never_online, alarm, unrecognized)
    select agent_id, span_minutes, gone_from, sum(n),
      coalesce(sum(n) filter (where online_state = 'online'), 0),
      coalesce(sum(n) filter (where online_state = 'never'), 0),
      coalesce(sum(n) filter (where alarm), 0),
      coalesce(sum(n) filter (where identify_status = 'unrecognized'), 0)
    from told
    group by 1, 2, 3
    having span_minutes = 0 or sum(n) <> 0
    on conflict (agent_id, span_minutes, gone_from) do update set n = t.n + excluded.n, online = t.online + excluded.online,
      never_online = t.never_online + excluded.never_online, alarm = t.alarm + excluded.alarm,
      unrecognized = t.unrecognized + excluded.unrecognized
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- Forgets the hours and minutes nobody asks for any more, and the sums of distributors that have no devices.
create function prune_device_tally(keep_since timestamptz) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4881522020);
  delete from device_tally where span_minutes > 0 and gone_from < keep_since;
  delete from device_totals where span_minutes > 0 and gone_from < keep_since or n = 0;
end $$;

-- Counts everything anew, once by this migration and by hand whenever somebody doubts the tally; writers wait meanwhile.
create function rebuild_device_tally(keep_since timestamptz default now() - interval '2 days') returns void language plpgsql as $$
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
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10;
  perform fold_device_tally(keep_since);
end $$;

create or replace function tally_changed_devices() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, sum(d.n)
  from (select *, -1 as n from was union all select *, 1 from became) d
    left join device_status s on s.device_id = d.device_id, tally_state(s) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(d.n) <> 0;
  return null;
end $$;

create or replace function tally_leaving_device() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select old.province_id, old.city_id, old.county_id, old.product_key, old.net, old.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, -1
  from (select) one left join device_status s on s.device_id = old.device_id, tally_state(s) t;
  return old;
end $$;

create or replace function tally_new_states() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, sum(t.n)
  from came join devices d on d.device_id = came.device_id,
    lateral (select *, 1 as n from tally_state(came) union all select 'never', false, 'unknown', '-infinity', -1) t
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
  having sum(t.n) <> 0;
  return null;
end $$;

create or replace function tally_changed_state() returns trigger language plpgsql as $$
begin
  insert into device_tally_changes
  select d.province_id, d.city_id, d.county_id, d.product_key, d.net, d.identify_status,
    t.online_state, t.alarm, t.bus_status, t.gone_minute, t.n
  from devices d,
    lateral (select *, -1 as n from tally_state(old) union all select *, 1 from tally_state(new)) t
  where d.device_id = new.device_id;
  return null;
end $$;
select rebuild_device_tally();
analyze device_tally, device_totals;
