-- What the map counts, by the size of who looks: sums of squares by province for wide views, sums by distributor for regions, and indexes
-- that find the units of one city or county without reading all others in the view.

drop function fold_map_cells();
drop function prune_map_cells();
drop table map_cells;

create table map_cells (
  bits smallint not null check (bits in (11, 13, 15, 17)),
  cell bigint not null,
  province_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  x bigint not null,
  y bigint not null,
  constraint map_cells_key unique nulls not distinct (bits, cell, province_id, product_key, online_state, severity)
) with (fillfactor = 80);
comment on table map_cells is 'Units of map_points by square, province of the distributor, product and state.';
comment on column map_cells.cell is 'Code of the square: map_points.code without 2 * bits; 1.2, 5, 20 and 78 km wide at the equator.';
comment on column map_cells.x is 'Sum of x of the units; y likewise.';

create table map_agents (
  agent_id integer,
  province_id integer,
  city_id integer,
  county_id integer,
  product_key text not null,
  online_state smallint not null,
  severity smallint not null,
  n integer not null,
  constraint map_agents_key unique nulls not distinct
    (agent_id, province_id, city_id, county_id, product_key, online_state, severity)
) with (fillfactor = 80);
comment on table map_agents is 'Units of map_points by the distributor that holds them, product and state.';

-- In the order of the list beside the map: alarms, the worst first; units that are off line; all others.
drop index map_points_alarm;
create index map_points_alarm on map_points (severity desc, code) where severity > 0;
create index map_points_offline on map_points (code) where severity = 0 and online_state = 1;
create index map_points_offline_province on map_points (province_id, code) where severity = 0 and online_state = 1;
create index map_points_province on map_points (province_id, code);
create index map_points_city on map_points (city_id, code);
create index map_points_county on map_points (county_id, code);
create index map_points_agent on map_points (agent_id, code);

create function fold_map_cells() returns integer language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522023) then return 0; end if;
  with gone as (
    delete from map_cell_changes returning *
  ), squares as (
    insert into map_cells as c
    select b.bits, gone.code >> (2 * b.bits) as cell, province_id, product_key, online_state, severity, sum(n)::int,
      sum(x)::bigint, sum(y)::bigint
    from gone cross join (values (11), (13), (15), (17)) as b (bits)
    group by 1, 2, 3, 4, 5, 6
    having sum(n) <> 0 or sum(x) <> 0 or sum(y) <> 0
    order by 1, 2, 3, 4, 5, 6
    on conflict on constraint map_cells_key
    do update set n = c.n + excluded.n, x = c.x + excluded.x, y = c.y + excluded.y
  ), agents as (
    insert into map_agents as a
    select agent_id, province_id, city_id, county_id, product_key, online_state, severity, sum(n)::int
    from gone
    group by 1, 2, 3, 4, 5, 6, 7
    having sum(n) <> 0
    order by 1, 2, 3, 4, 5, 6, 7
    on conflict on constraint map_agents_key do update set n = a.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $$;

create function prune_map_cells() returns void language sql as $$
  delete from map_cells where n = 0;
  delete from map_agents where n = 0
$$;

delete from map_cell_changes;
insert into map_cell_changes
select code, agent_id, province_id, city_id, county_id, product_key, online_state, severity, count(*), sum(x), sum(y)
from map_points group by 1, 2, 3, 4, 5, 6, 7, 8;
select fold_map_cells();
analyze map_points, map_cells, map_agents;
