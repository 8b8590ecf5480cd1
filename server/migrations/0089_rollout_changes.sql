-- Consoles are informed of rollouts and upgrades as they move.

alter table rollouts add column changed_at timestamptz not null default clock_timestamp();
alter table upgrades add column changed_at timestamptz not null default clock_timestamp();
comment on column rollouts.changed_at is 'Of the database, for pushes.';
comment on column upgrades.changed_at is 'Of the database, for pushes.';
create index rollouts_changed on rollouts (changed_at);
create index upgrades_changed on upgrades (changed_at);

create function mark_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger rollouts_mark_changed before update on rollouts for each row when (old is distinct from new) execute function mark_changed();
create trigger upgrades_mark_changed before update on upgrades for each row when (old is distinct from new) execute function mark_changed();
