-- Places of the tree whose counts of units changed, for the consoles that show counts: written when changes are folded, every two
-- seconds, so that writers pay nothing.

create table changed_places (
  agent_path text collate "C" not null,
  is_many boolean not null,
  changed_at timestamptz not null,
  primary key (agent_path, is_many)
) with (fillfactor = 70);
comment on table changed_places is 'Where counts of units changed, and when: the path of who holds them, the path of the fleet for the manufacturer''s stock.';
comment on column changed_places.is_many is 'Of a fold that changed very many places: they are not told apart.';
create index changed_places_changed on changed_places (changed_at);

create function note_changed_places() returns trigger language plpgsql as $$
declare
  -- Above it, places are not told apart: a large fleet changes at thousands of them all the time.
  many constant int := 100;
begin
  with places as materialized (
    select distinct case
      when province_id is null then '/'
      when city_id is null then '/' || province_id || '/'
      when county_id is null then '/' || province_id || '/' || city_id || '/'
      else '/' || province_id || '/' || city_id || '/' || county_id || '/' end as agent_path
    from gone
  )
  insert into changed_places (agent_path, is_many, changed_at)
  select agent_path, false, clock_timestamp() from places where (select count(*) from places) <= many
  union all
  select '/', true, clock_timestamp() where (select count(*) from places) > many
  order by 1
  on conflict (agent_path, is_many) do update set changed_at = excluded.changed_at;
  return null;
end $$;
create trigger device_tally_changes_places after delete on device_tally_changes
  referencing old table as gone for each statement execute function note_changed_places();
