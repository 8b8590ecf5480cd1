-- A unit goes down the tree of distributors by shipments, one level at a time; how many each distributor holds, passed on and has in use is a sum.

-- Units of each distributor's subtree by product, whatever their state: only what stands in `devices` itself, so that reports
-- and units that come and go never touch it. Written and folded as the tally is; the fleet is distributor 0.
create table device_holdings (
  agent_id int not null,
  product_key text not null,
  active int not null,
  stock int not null,
  shipped int not null,
  primary key (agent_id, product_key)
) with (fillfactor = 60);
comment on table device_holdings is 'Devices of each distributor''s subtree by product: in use, held, passed on.';
comment on column device_holdings.active is 'On line at least once.';
comment on column device_holdings.stock is 'Held by the distributor itself, never on line.';
comment on column device_holdings.shipped is 'Held by the distributors below it.';

create table device_holding_changes (
  province_id int,
  city_id int,
  county_id int,
  product_key text not null,
  n int not null,
  active int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
comment on table device_holding_changes is 'What device_holdings does not hold yet: devices that went (negative) or came, and how many of them are in use.';

-- What one change is to each distributor above it, and to the fleet.
create function holdings_of(change device_holding_changes)
  returns table (agent_id int, active int, stock int, shipped int) language sql immutable parallel safe as $$
  select a.agent_id, change.active,
    case when a.agent_id = holder.agent_id then change.n - change.active else 0 end,
    case when a.agent_id = holder.agent_id then 0 else change.n end
  from (values (0), (change.province_id), (change.city_id), (change.county_id)) a (agent_id),
    (select coalesce(change.county_id, change.city_id, change.province_id, 0) as agent_id) holder
  where a.agent_id is not null
$$;

-- One at a time: who finds another at it leaves it to him.
create function fold_device_holdings() returns int language plpgsql as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(4881522022) then return 0; end if;
  with gone as (
    delete from device_holding_changes returning *
  ), kept as (
    insert into device_holdings as h (agent_id, product_key, active, stock, shipped)
    select a.agent_id, gone.product_key, sum(a.active), sum(a.stock), sum(a.shipped)
    from gone, holdings_of(gone) a
    group by 1, 2
    on conflict (agent_id, product_key) do update set active = h.active + excluded.active,
      stock = h.stock + excluded.stock, shipped = h.shipped + excluded.shipped
  )
  select count(*) into folded from gone;
  return folded;
end $$;

-- Counts everything anew, once by this migration and by hand whenever somebody doubts the sums; writers wait meanwhile.
create function rebuild_device_holdings() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(4881522022);
  lock table devices in share mode;
  delete from device_holdings;
  delete from device_holding_changes;
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from devices group by 1, 2, 3, 4;
  perform fold_device_holdings();
end $$;

create function hold_new_devices() returns trigger language plpgsql as $$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, count(*), count(*) filter (where active)
  from came group by 1, 2, 3, 4;
  return null;
end $$;
create trigger devices_hold_new after insert on devices
  referencing new table as came for each statement execute function hold_new_devices();

-- Handed to another distributor, another product, on line for the first time; of a name or a version nothing is appended.
create function hold_changed_devices() returns trigger language plpgsql as $$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, sum(n), coalesce(sum(n) filter (where active), 0)
  from (
    select province_id, city_id, county_id, product_key, active, -1 as n from was
    union all
    select province_id, city_id, county_id, product_key, active, 1 from became
  ) d
  group by 1, 2, 3, 4
  having sum(n) <> 0 or coalesce(sum(n) filter (where active), 0) <> 0;
  return null;
end $$;
create trigger devices_hold_changed after update on devices
  referencing old table as was new table as became for each statement execute function hold_changed_devices();

create function hold_gone_devices() returns trigger language plpgsql as $$
begin
  insert into device_holding_changes
  select province_id, city_id, county_id, product_key, -count(*), -count(*) filter (where active)
  from went group by 1, 2, 3, 4;
  return null;
end $$;
create trigger devices_hold_gone after delete on devices
  referencing old table as went for each statement execute function hold_gone_devices();

select rebuild_device_holdings();
analyze device_holdings;

-- One hand-over of units from a distributor (or the manufacturer) to one directly below it.
create table shipments (
  shipment_id int generated always as identity primary key,
  batch_no text not null generated always as ('S' || lpad(shipment_id::text, 10, '0')) stored unique,
  sender_id int references distributors (agent_id) on delete set null,
  sender_name text not null,
  receiver_id int,
  receiver_path text collate "C" not null,
  receiver_name text not null,
  order_no text not null,
  logistics_no text not null,
  remark text not null,
  uid int,
  operator text not null,
  shipped_at timestamptz not null,
  device_count int not null,
  constraint shipments_receiver_fkey foreign key (receiver_id, receiver_path)
    references distributors (agent_id, agent_path) on update cascade on delete set null (receiver_id)
);
comment on column shipments.sender_id is 'Null = the manufacturer, whose name is empty, or a distributor that was deleted.';
comment on column shipments.receiver_path is 'Who sees it: this distributor and those above it.';
comment on column shipments.sender_name is 'Names as they were then.';
create index devices_stock on devices (agent_path, mac) where not active;
create index shipments_receiver on shipments (receiver_path, shipment_id);
create index shipments_sender on shipments (sender_id, shipment_id);
create index shipments_order on shipments (lower(order_no) text_pattern_ops);

create table shipment_devices (
  shipment_id int not null references shipments (shipment_id) on delete cascade,
  device_id int not null references devices (device_id) on delete cascade,
  state text not null default 'shipped' check (state in ('shipped', 'confirmed', 'returned')),
  confirmed_at timestamptz,
  confirmed_by text not null default '',
  returned_at timestamptz,
  returned_by text not null default '',
  reason text not null default '',
  primary key (shipment_id, device_id)
);
comment on column shipment_devices.reason is 'Why it was returned.';
create index shipment_devices_device on shipment_devices (device_id, shipment_id);
create index shipment_devices_returned on shipment_devices (shipment_id, device_id) where state = 'returned';
