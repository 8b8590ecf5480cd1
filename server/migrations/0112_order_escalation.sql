-- Service orders go up the tree of distributors (decision 0090): by themselves when nobody answers in time, or handed over by a
-- person; down only by a person.
alter table service_orders
  add column levels_up integer not null default 0 check (levels_up >= 0),
  add column escalated integer not null default 0 check (escalated >= 0),
  add column escalated_at timestamptz;
comment on column service_orders.levels_up is 'Who processes it: so many levels above the distributor of its device; above the top is the manufacturer.';
comment on column service_orders.escalated is 'How often it went up because nobody had answered in time.';
create index service_orders_unanswered on service_orders (feedback_at)
  where status = 'unresolved' and answered_at is null;

alter table service_order_lines drop constraint service_order_lines_kind_check;
alter table service_order_lines add column levels_up integer;
alter table service_order_lines add constraint service_order_lines_kind_check
  check (kind in ('answer', 'reply', 'note', 'callback', 'escalated', 'transferred'));
comment on column service_order_lines.kind is 'answer: of staff; reply: of the respondent; note and callback: for staff alone; escalated and transferred: who processes it from then on.';
comment on column service_order_lines.levels_up is 'Of escalated and transferred: the level that got it.';

create table service_order_settings (
  is_only boolean primary key default true check (is_only),
  escalation_minutes integer not null check (escalation_minutes between 0 and 10080),
  since timestamptz not null,
  updated_at timestamptz not null
);
comment on table service_order_settings is 'One row, of the manufacturer.';
comment on column service_order_settings.escalation_minutes is 'An order whose time to answer is over goes up one level, then one more each so many minutes; 0 = never.';
comment on column service_order_settings.since is 'Orders reported before stay where they are: switching it on moves nothing old.';
insert into service_order_settings (escalation_minutes, since, updated_at) values (60, now(), now());

alter table notification_events drop constraint notification_events_event_check;
alter table notification_events add constraint notification_events_event_check check (event in
  ('alarm_raised', 'alarm_recovered', 'order_created', 'order_escalated', 'order_transferred', 'order_dissatisfied',
   'rollout_halted', 'rollout_ended', 'report_ready'));

-- Each move up or down is told once, in the transaction that makes it.
create function note_moved_orders() returns trigger language plpgsql as $$
begin
  insert into notification_events (identity, event, severity, device_id, order_id, happened_at)
  select 'order-line ' || l.line_id, 'order_' || l.kind, case l.kind when 'escalated' then 'major' else 'minor' end,
    o.device_id, o.order_id, l.at
  from new_rows l join service_orders o on o.order_id = l.order_id
  where l.kind in ('escalated', 'transferred') and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger service_order_lines_notify after insert on service_order_lines referencing new table as new_rows
  for each statement execute function note_moved_orders();

-- Somebody dissatisfied is a task of who stands above the organisation that processed the order.
create function note_dissatisfied_orders() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into notification_events (identity, event, severity, device_id, order_id, happened_at)
  select 'order ' || n.order_id || ' dissatisfied', 'order_dissatisfied', 'major', n.device_id, n.order_id, n.rated_at
  from new_rows n join old_rows o on o.order_id = n.order_id
  where n.rating = 'dissatisfied' and o.rating is null and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger service_orders_notify_rated after update on service_orders
  referencing old table as old_rows new table as new_rows for each statement execute function note_dissatisfied_orders();
