-- A page deep in the whole fleet begins at the last start of an id with few enough devices before it. How many lie before
-- each start is kept beside it: adding them up for every page took longer than the page.

alter table device_ranks add column before bigint not null default 0;
comment on column device_ranks.before is 'Devices whose id begins with less, as far as folded.';
create index device_ranks_before on device_ranks (before, prefix);

create function place_device_ranks() returns void language sql as $$
  update device_ranks set before = placed.before
  from (
    select prefix, sum(n) over (order by prefix rows unbounded preceding) - n as before from device_ranks
  ) placed
  where placed.prefix = device_ranks.prefix and placed.before <> device_ranks.before
$$;

create or replace function fold_device_ranks() returns int language plpgsql as $$
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
  if folded > 0 then perform place_device_ranks(); end if;
  return folded;
end $$;

select place_device_ranks();
