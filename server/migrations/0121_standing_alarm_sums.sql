-- Alarms that stand are summed as units change, so that the front page need not read them one by one (decision 0101).

create table standing_alarm_changes (
  device_id integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table standing_alarm_changes is 'Units whose standing alarms changed since they were summed: appended by writers, so that none waits for another; folded every two seconds. A reader counts these units by their rows.';

create table standing_alarm_units (
  device_id integer not null,
  agent_path text collate "C" not null,
  product_key text not null,
  codes text[] not null,
  severity_ranks smallint[] not null,
  unprocessed boolean[] not null,
  ranks integer not null,
  primary key (device_id, agent_path, product_key)
);
comment on table standing_alarm_units is 'What of each unit is contained in the sums.';
comment on column standing_alarm_units.codes is 'An element for each alarm, as in the two next columns; empty = without a code.';
comment on column standing_alarm_units.ranks is 'Which severities it has, bit 0 = info.';

create table standing_alarm_sums (
  agent_path text collate "C" not null,
  below boolean not null,
  product_key text not null,
  code text not null,
  severity_rank smallint not null,
  unprocessed boolean not null,
  n integer not null,
  primary key (agent_path, below, product_key, code, severity_rank, unprocessed)
);
comment on table standing_alarm_sums is 'Alarms that stand, those of virtual units among them.';
comment on column standing_alarm_sums.below is 'With all distributors below the path; else those of the path alone.';
create index standing_alarm_sums_gone on standing_alarm_sums (agent_path) where n = 0;

create table standing_unit_sums (
  agent_path text collate "C" not null,
  below boolean not null,
  product_key text not null,
  ranks integer not null,
  n integer not null,
  primary key (agent_path, below, product_key, ranks)
);
comment on table standing_unit_sums is 'Units with alarms that stand, by the severities that they have.';
create index standing_unit_sums_gone on standing_unit_sums (agent_path) where n = 0;

create function standing_alarms_raised() returns trigger language plpgsql as $$
begin
  insert into standing_alarm_changes select distinct device_id from new_rows where recovered_at is null;
  return null;
end $$;
create function standing_alarms_deleted() returns trigger language plpgsql as $$
begin
  insert into standing_alarm_changes select distinct device_id from old_rows where recovered_at is null;
  return null;
end $$;
create function standing_alarms_changed() returns trigger language plpgsql as $$
begin
  insert into standing_alarm_changes
  select distinct device_id from (
    select device_id from (
      select device_id, agent_path, product_key, code, severity_rank, handling = 'unprocessed' as unprocessed, 1 as n
      from new_rows where recovered_at is null
      union all
      select device_id, agent_path, product_key, code, severity_rank, handling = 'unprocessed', -1
      from old_rows where recovered_at is null
    ) rows group by device_id, agent_path, product_key, code, severity_rank, unprocessed having sum(n) <> 0
  ) changed;
  return null;
end $$;
create trigger alarms_standing_raised after insert on alarms
  referencing new table as new_rows for each statement execute function standing_alarms_raised();
create trigger alarms_standing_deleted after delete on alarms
  referencing old table as old_rows for each statement execute function standing_alarms_deleted();
create trigger alarms_standing_changed after update on alarms
  referencing old table as old_rows new table as new_rows for each statement execute function standing_alarms_changed();

-- Sums are what the units contain, added up; the rows of a unit that no change names are what it contains. Both hold after each fold.
create function fold_standing_alarms() returns integer language plpgsql as $$
declare ids integer[];
begin
  if not pg_try_advisory_xact_lock(4881522025) then return 0; end if;
  with gone as (delete from standing_alarm_changes returning device_id)
  select array_agg(distinct device_id) into ids from gone;
  if ids is null then return 0; end if;

  with was as materialized (
    select * from standing_alarm_units where device_id = any(ids)
  ), became as materialized (
    select device_id, agent_path, product_key, array_agg(coalesce(code, '') order by alarm_id) as codes,
      array_agg(severity_rank order by alarm_id) as severity_ranks,
      array_agg(handling = 'unprocessed' order by alarm_id) as unprocessed, bit_or(1 << severity_rank) as ranks
    from alarms where device_id = any(ids) and recovered_at is null group by device_id, agent_path, product_key
  ), removed as (
    delete from standing_alarm_units u using was
    where (u.device_id, u.agent_path, u.product_key) = (was.device_id, was.agent_path, was.product_key)
      and (was.device_id, was.agent_path, was.product_key) not in (select device_id, agent_path, product_key from became)
  ), put as (
    insert into standing_alarm_units select * from became
    on conflict (device_id, agent_path, product_key) do update set codes = excluded.codes,
      severity_ranks = excluded.severity_ranks, unprocessed = excluded.unprocessed, ranks = excluded.ranks
  ), signed as materialized (
    select *, 1 as sign from became union all select *, -1 from was
  ), alarms_at as (
    select agent_path, product_key, cell.code, cell.severity_rank, cell.is_unprocessed, sum(sign) as n
    from signed cross join unnest(codes, severity_ranks, unprocessed) as cell (code, severity_rank, is_unprocessed)
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0
  ), units_at as (
    select agent_path, product_key, ranks, sum(sign) as n from signed group by 1, 2, 3 having sum(sign) <> 0
  ), alarm_sums as (
    insert into standing_alarm_sums as s
    select path, below, product_key, code, severity_rank, is_unprocessed, sum(n)
    from alarms_at cross join paths_above(agent_path) group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
    on conflict (agent_path, below, product_key, code, severity_rank, unprocessed) do update set n = s.n + excluded.n
  )
  insert into standing_unit_sums as s
  select path, below, product_key, ranks, sum(n)
  from units_at cross join paths_above(agent_path) group by 1, 2, 3, 4 having sum(n) <> 0
  on conflict (agent_path, below, product_key, ranks) do update set n = s.n + excluded.n;

  delete from standing_alarm_sums where n = 0;
  delete from standing_unit_sums where n = 0;
  return cardinality(ids);
end $$;

-- Of '/1/5/': itself alone, and all that it is below: '/', '/1/', '/1/5/'.
create function paths_above(agent_path text, out path text, out below boolean) returns setof record
language sql immutable as $$
  select agent_path, false
  union all
  select left(agent_path, place), true from generate_series(1, length(agent_path)) place where substr(agent_path, place, 1) = '/'
$$;

insert into standing_alarm_changes select distinct device_id from alarms where recovered_at is null;
select fold_standing_alarms();
