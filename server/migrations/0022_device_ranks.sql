-- How many devices begin with the same ten characters: a page in the middle of a million is found by adding up some
-- thousand numbers, and then read from the first of its characters on. Written and folded as the tally is.

create table device_ranks (
  prefix text primary key,
  n int not null
);
comment on table device_ranks is 'Devices by the first ten characters of their id, in whose order lists are.';

create table device_rank_changes (
  prefix text not null,
  n int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table device_rank_changes is 'What device_ranks does not hold yet: devices that went (negative) or came.';

-- One at a time: who finds another at it leaves it to him.
create function fold_device_ranks() returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522021) then return 0; end if;
  with gone as (
    delete from device_rank_changes returning *
  ), added as (
    select prefix, sum(n)::int as n from gone group by 1 having sum(n) <> 0
  ), kept as (
    insert into device_ranks as r (prefix, n) select prefix, n from added
    on conflict (prefix) do update set n = r.n + excluded.n
  )
  select count(*) into folded from gone;
  return folded;
end $$;

create function rank_new_devices() returns trigger language plpgsql as $$
begin
  insert into device_rank_changes select left(mac, 10), count(*) from came group by 1;
  return null;
end $$;
create trigger devices_ranks_new after insert on devices
  referencing new table as came for each statement execute function rank_new_devices();

create function rank_gone_devices() returns trigger language plpgsql as $$
begin
  insert into device_rank_changes select left(mac, 10), -count(*) from went group by 1;
  return null;
end $$;
create trigger devices_ranks_gone after delete on devices
  referencing old table as went for each statement execute function rank_gone_devices();

create function rank_renamed_device() returns trigger language plpgsql as $$
begin
  insert into device_rank_changes values (left(old.mac, 10), -1), (left(new.mac, 10), 1);
  return null;
end $$;
create trigger devices_ranks_renamed after update of mac on devices
  for each row when (old.mac <> new.mac) execute function rank_renamed_device();

insert into device_ranks select left(mac, 10), count(*) from devices group by 1;
