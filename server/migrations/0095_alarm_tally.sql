-- Alarms of each distributor and of all below it are counted as they change, so that quick tabs need not read a million rows.

create table alarm_tally_changes (
  agent_path text collate "C" not null,
  handling text not null,
  active boolean not null,
  muted boolean not null,
  n integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table alarm_tally_changes is 'Appended by writers, so that none waits for another; folded into alarm_tally every two seconds.';

create table alarm_tally (
  agent_path text collate "C" not null,
  below boolean not null,
  handling text not null,
  active boolean not null,
  muted boolean not null,
  n integer not null,
  primary key (agent_path, below, handling, active, muted)
);
comment on column alarm_tally.below is 'With all distributors below the path; else those of the path alone.';

create function tally_raised_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally_changes
  select agent_path, handling, active, muted, count(*) from new_rows group by 1, 2, 3, 4;
  return null;
end $$;
create function tally_deleted_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally_changes
  select agent_path, handling, active, muted, -count(*) from old_rows group by 1, 2, 3, 4;
  return null;
end $$;
create function tally_changed_alarms() returns trigger language plpgsql as $$
begin
  insert into alarm_tally_changes
  select agent_path, handling, active, muted, sum(n) from (
    select agent_path, handling, active, muted, 1 as n from new_rows
    union all
    select agent_path, handling, active, muted, -1 from old_rows
  ) changed
  group by 1, 2, 3, 4 having sum(n) <> 0;
  return null;
end $$;
create trigger alarms_tally_raised after insert on alarms
  referencing new table as new_rows for each statement execute function tally_raised_alarms();
create trigger alarms_tally_deleted after delete on alarms
  referencing old table as old_rows for each statement execute function tally_deleted_alarms();
create trigger alarms_tally_changed after update on alarms
  referencing old table as old_rows new table as new_rows for each statement execute function tally_changed_alarms();

create function fold_alarm_tally() returns integer language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522024) then return 0; end if;
  with gone as (
    delete from alarm_tally_changes returning *
  ), told as (
    select agent_path, false as below, handling, active, muted, n from gone
    union all
    -- '/1/5/' is below '/' and '/1/' and itself.
    select left(agent_path, place), true, handling, active, muted, n
    from gone cross join lateral generate_series(1, length(agent_path)) place
    where substr(agent_path, place, 1) = '/'
  ), added as (
    select agent_path, below, handling, active, muted, sum(n)::int as n from told group by 1, 2, 3, 4, 5 having sum(n) <> 0
  ), kept as (
    insert into alarm_tally as t select * from added
    on conflict (agent_path, below, handling, active, muted) do update set n = t.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $$;

insert into alarm_tally_changes
select agent_path, handling, active, muted, count(*) from alarms group by 1, 2, 3, 4;
select fold_alarm_tally();
