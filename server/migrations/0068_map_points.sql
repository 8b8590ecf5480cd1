-- Where units stand, for the map: narrow rows in the order of a quadtree, so that what a view shows is some ranges of one index
-- and what it counts is read without the wide rows of devices and their state.

create function map_spread(v bigint) returns bigint language sql immutable parallel safe as $$
  select (e | (e << 1)) & 6148914691236517205 from (
    select (d | (d << 2)) & 3689348814741910323 as e from (
      select (c | (c << 4)) & 1085102592571150095 as d from (
        select (b | (b << 8)) & 71777214294589695 as c from (
          select (v | (v << 16)) & 281470681808895 as b) b) c) d) e
$$;
comment on function map_spread is 'Puts a zero before each bit of a number below 2^32.';

create function map_x(lon double precision) returns integer language sql immutable parallel safe as $$
  select least(67108863, greatest(0, floor((lon + 180) / 360 * 67108864)))::integer
$$;
create function map_y(lat double precision) returns integer language sql immutable parallel safe as $$
  select least(67108863, greatest(0, floor((1 - ln(tan(radians(l)) + 1 / cos(radians(l))) / pi()) / 2 * 67108864)))::integer
  from (select least(85.05, greatest(-85.05, lat)) as l) clamped
$$;
create function map_code(x integer, y integer) returns bigint language sql immutable parallel safe as $$
  select map_spread(x) | (map_spread(y) << 1)
$$;

create table map_points (
  device_id integer primary key references devices (device_id) on delete cascade,
  x integer not null,
  y integer not null,
  code bigint not null,
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  online_state smallint not null default 0,
  severity smallint not null default 0,
  product_key text not null
) with (fillfactor = 80);
create index map_points_code on map_points (code);
create index map_points_alarm on map_points (severity, code) where severity > 0;
comment on table map_points is 'A copy, kept by triggers, of what the map counts; a row for each device with a position.';
comment on column map_points.x is 'Web Mercator, 2^26 units (0.6 m at the equator) from west to east; y from north to south.';
comment on column map_points.code is 'Bits of x and y in turn: a square of the quadtree is a range.';
comment on column map_points.online_state is '0 never online, 1 offline, 2 online.';
comment on column map_points.severity is 'Of the worst alarm: 0 none, 1 info, 2 minor, 3 major, 4 critical.';

create function map_online(s device_status) returns smallint language sql immutable as $$
  select case when s.online then 2 when s.first_online_at is not null then 1 else 0 end::smallint
$$;
create function map_severity(s device_status) returns smallint language sql immutable as $$
  select case when coalesce(s.alarm_count, 0) = 0 then 0
    else coalesce(array_position(array['info', 'minor', 'major', 'critical'], s.alarm_severity), 2) end::smallint
$$;

create function map_put_devices(ids integer[]) returns void language plpgsql as $$
begin
  -- In the order of ids: two that change the same units wait for each other instead of failing.
  perform from map_points where device_id = any(ids) order by device_id for update;
  delete from map_points p using devices d
  where d.device_id = p.device_id and p.device_id = any(ids) and (d.lat is null or d.lon is null);
  insert into map_points as p
  select d.device_id, map_x(d.lon), map_y(d.lat), map_code(map_x(d.lon), map_y(d.lat)), d.agent_id,
    d.province_id, d.city_id, d.county_id, map_online(s), map_severity(s), d.product_key
  from devices d left join device_status s on s.device_id = d.device_id
  where d.device_id = any(ids) and d.lat is not null and d.lon is not null
  order by d.device_id
  on conflict (device_id) do update set x = excluded.x, y = excluded.y, code = excluded.code, agent_id = excluded.agent_id,
    province_id = excluded.province_id, city_id = excluded.city_id, county_id = excluded.county_id,
    online_state = excluded.online_state, severity = excluded.severity, product_key = excluded.product_key;
end $$;

create function map_new_devices() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(device_id) into ids from came where lat is not null and lon is not null;
  if ids is not null then perform map_put_devices(ids); end if;
  return null;
end $$;
create trigger devices_map_new after insert on devices
  referencing new table as came for each statement execute function map_new_devices();

create function map_changed_devices() returns trigger language plpgsql as $$
declare ids integer[];
begin
  select array_agg(b.device_id) into ids from became b join was w on w.device_id = b.device_id
  where (b.lat is not null or w.lat is not null)
    and (b.lat, b.lon, b.agent_path, b.product_key) is distinct from (w.lat, w.lon, w.agent_path, w.product_key);
  if ids is not null then perform map_put_devices(ids); end if;
  return null;
end $$;
create trigger devices_map_changed after update on devices
  referencing old table as was new table as became for each statement execute function map_changed_devices();

create function map_new_states() returns trigger language plpgsql as $$
begin
  update map_points p set online_state = map_online(c), severity = map_severity(c)
  from came c where c.device_id = p.device_id;
  return null;
end $$;
create trigger device_status_map_new after insert on device_status
  referencing new table as came for each statement execute function map_new_states();

create function map_changed_state() returns trigger language plpgsql as $$
begin
  update map_points set online_state = map_online(new), severity = map_severity(new) where device_id = new.device_id;
  return null;
end $$;
create trigger device_status_map_changed
  after update of online, first_online_at, alarm_count, alarm_severity on device_status
  for each row when (old.online <> new.online or (old.first_online_at is null) <> (new.first_online_at is null)
    or (old.alarm_count > 0) <> (new.alarm_count > 0) or old.alarm_severity is distinct from new.alarm_severity)
  execute function map_changed_state();

-- Sums of the same by squares of three sizes, so that a view of a whole country is some ten thousand rows instead of every unit.

create table map_cells (
  bits smallint not null check (bits in (11, 14, 17)),
  cell bigint not null,
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  x bigint not null,
  y bigint not null,
  constraint map_cells_key unique nulls not distinct
    (bits, cell, agent_id, province_id, city_id, county_id, product_key, online_state, severity)
) with (fillfactor = 80);
comment on table map_cells is 'Units of map_points by square, place of the distributor, product and state.';
comment on column map_cells.cell is 'Code of the square: map_points.code without 2 * bits; 1.2, 10 and 78 km wide at the equator.';
comment on column map_cells.x is 'Sum of x of the units; y likewise.';

create table map_cell_changes (
  code bigint not null,
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  x bigint not null,
  y bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table map_cell_changes is 'What map_cells does not hold yet: units that left a square (negative) or came to it.';

create function map_points_come() returns trigger language plpgsql as $$
begin
  insert into map_cell_changes
  select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, 1, x, y from came;
  return null;
end $$;
create trigger map_points_come after insert on map_points
  referencing new table as came for each statement execute function map_points_come();

create function map_points_go() returns trigger language plpgsql as $$
begin
  insert into map_cell_changes
  select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, -1, -x, -y from went;
  return null;
end $$;
create trigger map_points_go after delete on map_points
  referencing old table as went for each statement execute function map_points_go();

create function map_points_move() returns trigger language plpgsql as $$
begin
  insert into map_cell_changes
  select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, sum(n), sum(n * x), sum(n * y)
  from (select *, -1 as n from was union all select *, 1 from became) moved
  group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(n) <> 0;
  return null;
end $$;
create trigger map_points_move after update on map_points
  referencing old table as was new table as became for each statement execute function map_points_move();

create function fold_map_cells() returns integer language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522023) then return 0; end if;
  with gone as (
    delete from map_cell_changes returning *
  ), added as (
    select b.bits, gone.code >> (2 * b.bits) as cell, agent_id, province_id, city_id, county_id, product_key, online_state,
      severity, sum(n)::int as n, sum(x)::bigint as x, sum(y)::bigint as y
    from gone cross join (values (11), (14), (17)) as b (bits)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(n) <> 0 or sum(x) <> 0 or sum(y) <> 0
  ), kept as (
    insert into map_cells as c
    select * from added order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict on constraint map_cells_key
    do update set n = c.n + excluded.n, x = c.x + excluded.x, y = c.y + excluded.y
  )
  select count(*) into folded from gone;
  return folded;
end $$;

create function prune_map_cells() returns void language sql as $$
  delete from map_cells where n = 0
$$;

insert into map_points
select d.device_id, map_x(d.lon), map_y(d.lat), map_code(map_x(d.lon), map_y(d.lat)), d.agent_id,
  d.province_id, d.city_id, d.county_id, map_online(s), map_severity(s), d.product_key
from devices d left join device_status s on s.device_id = d.device_id
where d.lat is not null and d.lon is not null
order by 4;

-- Units without a position are listed, to be placed.
create index devices_unplaced on devices (mac) where lat is null;

select fold_map_cells();
