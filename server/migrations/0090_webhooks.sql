-- Webhooks: events become signed calls to other programs, written in the transaction in which they happen.

create table webhooks (
  webhook_id integer generated always as identity primary key,
  webhook_name text not null check (char_length(webhook_name) between 1 and 60),
  events text[] not null,
  target text not null,
  address_sealed bytea not null,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  enabled boolean not null default true,
  agent_id integer references distributors (agent_id) on delete cascade,
  narrowed_uid integer references accounts (uid) on delete cascade,
  created_by integer references accounts (uid) on delete set null,
  failing_since timestamptz,
  failures integer not null default 0,
  wait_until timestamptz,
  paused_at timestamptz,
  last_sent_at timestamptz,
  last_error text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_old_secret check ((old_secret_sealed is null) = (old_secret_until is null))
);
create unique index webhooks_name on webhooks (coalesce(agent_id, 0), lower(webhook_name));
create index webhooks_agent on webhooks (agent_id);
create index webhooks_created_by on webhooks (created_by);
create index webhooks_narrowed on webhooks (narrowed_uid);
comment on table webhooks is 'Subscriptions of other programs to events.';
comment on column webhooks.target is 'What may be shown of the address: scheme and host.';
comment on column webhooks.address_sealed is 'The whole address, which may contain a key, sealed with the key of the installation.';
comment on column webhooks.old_secret_sealed is 'The secret before the last rotation: calls are signed with both until its end.';
comment on column webhooks.agent_id is 'The distributor that made it; null = the manufacturer. Its devices, and those below, are all that it hears of.';
comment on column webhooks.narrowed_uid is 'Who saved it last, if a resource group or own records narrow that account: it then hears of what the account sees. Null = nothing narrows it.';
comment on column webhooks.failing_since is 'The first of the failures in a row; null = the last call was accepted.';
comment on column webhooks.wait_until is 'It did not answer: one call tries again after this time.';
comment on column webhooks.paused_at is 'Paused by the system after a long failure; null = it is not.';

create table webhook_events (
  event_id bigint generated always as identity primary key,
  identity text not null unique,
  event text not null,
  device_id integer references devices (device_id) on delete cascade,
  shipment_id integer references shipments (shipment_id) on delete cascade,
  detail jsonb not null,
  happened_at timestamptz not null,
  dispatched_at timestamptz
);
comment on table webhook_events is 'What webhooks may be told of, written in the transaction in which it happens (outbox).';
comment on column webhook_events.identity is 'The same thing is written once.';
comment on column webhook_events.detail is 'What is known of it at that moment, beside the device.';
create index webhook_events_new on webhook_events (event_id) where dispatched_at is null;
create index webhook_events_device on webhook_events (device_id) where device_id is not null;
create index webhook_events_shipment on webhook_events (shipment_id) where shipment_id is not null;
create index webhook_events_happened on webhook_events (happened_at);

create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  webhook_id integer not null references webhooks (webhook_id) on delete cascade,
  event_id bigint not null references webhook_events (event_id) on delete cascade,
  message_id uuid not null default gen_random_uuid(),
  state text not null check (state in ('queued', 'sent', 'dead', 'suppressed')),
  reason text,
  status integer,
  answer text not null default '',
  took_ms integer,
  attempts integer not null default 0,
  body text,
  created_at timestamptz not null,
  due_at timestamptz,
  sent_at timestamptz,
  constraint webhook_deliveries_due check ((state = 'queued') = (due_at is not null)),
  constraint webhook_deliveries_once unique (webhook_id, event_id)
);
comment on table webhook_deliveries is 'One call of a webhook about one event, and what became of it.';
comment on column webhook_deliveries.message_id is 'The same at every attempt and when it is sent again: receivers drop what they have seen.';
comment on column webhook_deliveries.body is 'The payload, fixed at the first attempt.';
comment on column webhook_deliveries.due_at is 'Next attempt; while one is made, when it counts as lost.';
create index webhook_deliveries_queued on webhook_deliveries (webhook_id, due_at) where state = 'queued';
create index webhook_deliveries_due_first on webhook_deliveries (due_at) where state = 'queued';
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_created on webhook_deliveries (created_at, delivery_id);
create index webhook_deliveries_state on webhook_deliveries (state, created_at, delivery_id);
create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, created_at, delivery_id);

create table webhook_attempts (
  delivery_id bigint not null references webhook_deliveries (delivery_id) on delete cascade,
  attempt_no integer not null,
  at timestamptz not null,
  reason text,
  status integer,
  answer text not null,
  took_ms integer not null,
  primary key (delivery_id, attempt_no)
);
comment on table webhook_attempts is 'Each attempt of a call, with the answer; reason null = accepted.';

-- Whether any webhook subscribes to the event. Statement triggers: a batch of reports is one call, and without a subscriber
-- nothing is written. A webhook that is off or paused counts: what it missed can be replayed.
create function webhooks_want(wanted text) returns boolean language sql stable
  return exists (select from webhooks where webhooks.events @> array[wanted]);

create function webhook_raised_alarms() returns trigger language plpgsql as $$
begin
  if not webhooks_want('alarm_raised') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'alarm ' || alarm_id || ' ' || severity, 'alarm_raised', device_id,
    jsonb_build_object('alarm_id', alarm_id, 'type', type, 'code', code, 'severity', severity, 'value', value), first_at
  from new_rows
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger alarms_webhook_raised after insert on alarms referencing new table as new_rows
  for each statement execute function webhook_raised_alarms();

create function webhook_changed_alarms() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where events && array['alarm_raised', 'alarm_recovered', 'alarm_handled']) then
    return null;
  end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'alarm ' || n.alarm_id || ' ' || n.severity, 'alarm_raised', n.device_id,
    jsonb_build_object('alarm_id', n.alarm_id, 'type', n.type, 'code', n.code, 'severity', n.severity, 'value', n.value),
    n.changed_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where n.severity_rank > o.severity_rank and n.recovered_at is null and webhooks_want('alarm_raised')
  union all
  select 'alarm ' || n.alarm_id || ' recovered ' || extract(epoch from n.recovered_at), 'alarm_recovered', n.device_id,
    jsonb_build_object('alarm_id', n.alarm_id, 'type', n.type, 'code', n.code, 'severity', n.severity), n.recovered_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where o.recovered_at is null and n.recovered_at is not null and webhooks_want('alarm_recovered')
  union all
  select 'alarm ' || n.alarm_id || ' handled ' || n.handling || ' ' || extract(epoch from clock_timestamp()),
    'alarm_handled', n.device_id,
    jsonb_build_object('alarm_id', n.alarm_id, 'type', n.type, 'code', n.code, 'severity', n.severity,
      'from', o.handling, 'to', n.handling), now()
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where n.handling <> o.handling and webhooks_want('alarm_handled')
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger alarms_webhook_changed after update on alarms referencing old table as old_rows new table as new_rows
  for each statement execute function webhook_changed_alarms();

create function webhook_created_orders() returns trigger language plpgsql as $$
begin
  if not webhooks_want('order_created') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'order ' || order_id, 'order_created', device_id,
    jsonb_build_object('order_id', order_id, 'type', type, 'source', source, 'priority', priority, 'status', status),
    feedback_at
  from new_rows
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger service_orders_webhook_created after insert on service_orders referencing new table as new_rows
  for each statement execute function webhook_created_orders();

create function webhook_moved_orders() returns trigger language plpgsql as $$
begin
  if not webhooks_want('order_moved') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'order ' || n.order_id || ' moved ' || extract(epoch from clock_timestamp()), 'order_moved', n.device_id,
    jsonb_build_object('order_id', n.order_id, 'type', n.type, 'source', n.source, 'priority', n.priority,
      'status', n.status, 'from', o.status, 'assigned', n.handler_uid is not null), now()
  from new_rows n join old_rows o on o.order_id = n.order_id
  where n.status <> o.status or n.priority <> o.priority or n.handler_uid is distinct from o.handler_uid
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger service_orders_webhook_moved after update on service_orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function webhook_moved_orders();

create function webhook_answered_orders() returns trigger language plpgsql as $$
begin
  if not webhooks_want('order_answered') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'order-line ' || l.line_id, 'order_answered', o.device_id,
    jsonb_build_object('order_id', o.order_id, 'type', o.type, 'source', o.source, 'priority', o.priority,
      'status', o.status, 'by', case l.kind when 'answer' then 'staff' else 'respondent' end), l.at
  from new_rows l join service_orders o on o.order_id = l.order_id
  where l.kind in ('answer', 'reply')
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger service_order_lines_webhook after insert on service_order_lines referencing new table as new_rows
  for each statement execute function webhook_answered_orders();

-- One event of a shipment and a state, with all units that the statement moved.
create function webhook_shipped() returns trigger language plpgsql as $$
begin
  if not webhooks_want('shipment_moved') then return null; end if;
  insert into webhook_events (identity, event, shipment_id, detail, happened_at)
  select 'shipment ' || s.shipment_id || ' ' || n.state || ' ' || extract(epoch from clock_timestamp()), 'shipment_moved',
    s.shipment_id,
    jsonb_build_object('batch_no', s.batch_no, 'order_no', s.order_no, 'sender', s.sender_name,
      'receiver', s.receiver_name, 'state', n.state, 'device_ids', jsonb_agg(n.device_id order by n.device_id)), now()
  from new_rows n join shipments s on s.shipment_id = n.shipment_id
  group by s.shipment_id, n.state
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger shipment_devices_webhook_new after insert on shipment_devices referencing new table as new_rows
  for each statement execute function webhook_shipped();

create function webhook_shipment_moved() returns trigger language plpgsql as $$
begin
  if not webhooks_want('shipment_moved') then return null; end if;
  insert into webhook_events (identity, event, shipment_id, detail, happened_at)
  select 'shipment ' || s.shipment_id || ' ' || n.state || ' ' || extract(epoch from clock_timestamp()), 'shipment_moved',
    s.shipment_id,
    jsonb_build_object('batch_no', s.batch_no, 'order_no', s.order_no, 'sender', s.sender_name,
      'receiver', s.receiver_name, 'state', n.state, 'device_ids', jsonb_agg(n.device_id order by n.device_id)), now()
  from new_rows n join old_rows o on o.shipment_id = n.shipment_id and o.device_id = n.device_id
    join shipments s on s.shipment_id = n.shipment_id
  where n.state <> o.state
  group by s.shipment_id, n.state
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger shipment_devices_webhook_moved after update on shipment_devices
  referencing old table as old_rows new table as new_rows
  for each statement execute function webhook_shipment_moved();

create function webhook_finished_upgrades() returns trigger language plpgsql as $$
begin
  if not webhooks_want('upgrade_finished') then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'upgrade ' || n.upgrade_id, 'upgrade_finished', n.device_id,
    jsonb_build_object('upgrade_id', n.upgrade_id, 'state', n.state, 'reason', n.reason, 'from_version', n.from_version,
      'to_version', f.software_version), n.finished_at
  from new_rows n join old_rows o on o.upgrade_id = n.upgrade_id join firmware f on f.firmware_id = n.firmware_id
  where o.finished_at is null and n.finished_at is not null
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger upgrades_webhook_finished after update on upgrades referencing old table as old_rows new table as new_rows
  for each statement execute function webhook_finished_upgrades();

create function webhook_connections() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where events && array['device_online', 'device_offline']) then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'device-event ' || event_id, 'device_' || kind, device_id, '{}', at from new_rows
  where kind in ('online', 'offline') and webhooks_want('device_' || kind)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger device_events_webhook after insert on device_events referencing new table as new_rows
  for each statement execute function webhook_connections();

create function webhook_bindings() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where events && array['device_bound', 'device_unbound']) then return null; end if;
  insert into webhook_events (identity, event, device_id, detail, happened_at)
  select 'binding-event ' || binding_event_id,
    case action when 'unbound' then 'device_unbound' else 'device_bound' end, device_id,
    jsonb_build_object('action', action, 'bind_way', bind_way), at
  from new_rows
  where action <> 'marked' and webhooks_want(case action when 'unbound' then 'device_unbound' else 'device_bound' end)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger binding_events_webhook after insert on binding_events referencing new table as new_rows
  for each statement execute function webhook_bindings();
