-- Notification policies: events become messages in the transaction that raises them, and are sent until they arrive.

create table notification_channels (
  channel_id integer generated always as identity primary key,
  channel_name text not null check (char_length(channel_name) between 1 and 60),
  kind text not null check (kind in ('email', 'webhook', 'wecom', 'dingtalk', 'slack', 'sms', 'push')),
  language text not null default 'en' check (language in ('en', 'zh', 'pl')),
  shared boolean not null default false,
  settings jsonb not null,
  target text not null,
  secrets_sealed bytea not null,
  has_secret boolean not null default false,
  enabled boolean not null default true,
  agent_id integer references distributors (agent_id) on delete cascade,
  created_by integer references accounts (uid) on delete set null,
  paused_until timestamptz,
  last_sent_at timestamptz,
  last_error text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index notification_channels_name on notification_channels (coalesce(agent_id, 0), lower(channel_name));
create index notification_channels_agent on notification_channels (agent_id);
create index notification_channels_created_by on notification_channels (created_by);
comment on table notification_channels is 'Ways by which notifications leave the product.';
comment on column notification_channels.shared is 'Distributors below may name it in their policies.';
comment on column notification_channels.secrets_sealed is 'Address and secret as JSON, sealed with the key of the installation.';
comment on column notification_channels.target is 'What may be shown of where it sends to.';
comment on column notification_channels.agent_id is 'The distributor that made it; null = the manufacturer.';
comment on column notification_channels.paused_until is 'It did not answer: nothing is sent before.';

create table notification_policies (
  policy_id integer generated always as identity primary key,
  policy_name text not null check (char_length(policy_name) between 1 and 60),
  events text[] not null,
  least text not null check (least in ('info', 'minor', 'major', 'critical')),
  role_ids integer[] not null,
  to_distributor boolean not null,
  to_app_users boolean not null,
  in_app boolean not null,
  quiet_hours jsonb not null,
  time_zone text not null,
  digest_minutes integer not null,
  escalation jsonb not null,
  enabled boolean not null default true,
  agent_id integer references distributors (agent_id) on delete cascade,
  narrowed_uid integer references accounts (uid) on delete cascade,
  created_by integer references accounts (uid) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index notification_policies_name on notification_policies (coalesce(agent_id, 0), lower(policy_name));
create index notification_policies_agent on notification_policies (agent_id);
create index notification_policies_created_by on notification_policies (created_by);
create index notification_policies_narrowed on notification_policies (narrowed_uid);
comment on table notification_policies is 'Which events are notified to whom by which channels.';
comment on column notification_policies.agent_id is 'The distributor that made it; null = the manufacturer. Its devices and accounts, and those below, are all that the policy reaches.';
comment on column notification_policies.narrowed_uid is 'Who saved it last, if a resource group or own records narrow that account: the policy then reaches what the account sees. Null = nothing narrows it.';

create table notification_policy_channels (
  policy_id integer not null references notification_policies (policy_id) on delete cascade,
  channel_id integer not null references notification_channels (channel_id) on delete cascade,
  primary key (policy_id, channel_id)
);
create index notification_policy_channels_channel on notification_policy_channels (channel_id);

create table notification_events (
  event_id bigint generated always as identity primary key,
  identity text not null unique,
  event text not null check (event in ('alarm_raised', 'alarm_recovered', 'order_created', 'rollout_halted', 'rollout_ended')),
  severity text not null check (severity in ('info', 'minor', 'major', 'critical')),
  device_id integer references devices (device_id) on delete cascade,
  alarm_id integer references alarms (alarm_id) on delete cascade,
  order_id integer references service_orders (order_id) on delete cascade,
  rollout_id integer references rollouts (rollout_id) on delete cascade,
  happened_at timestamptz not null,
  dispatched_at timestamptz
);
comment on table notification_events is 'What policies may notify of, written in the transaction in which it happens (outbox).';
comment on column notification_events.identity is 'The same thing is written once.';
create index notification_events_new on notification_events (event_id) where dispatched_at is null;
create index notification_events_device on notification_events (device_id);
create index notification_events_alarm on notification_events (alarm_id) where alarm_id is not null;
create index notification_events_order on notification_events (order_id) where order_id is not null;
create index notification_events_rollout on notification_events (rollout_id) where rollout_id is not null;
create index notification_events_happened on notification_events (happened_at);

create table notification_escalations (
  event_id bigint not null references notification_events (event_id) on delete cascade,
  policy_id integer not null references notification_policies (policy_id) on delete cascade,
  step integer not null,
  due_at timestamptz not null,
  primary key (event_id, policy_id, step)
);
create index notification_escalations_due on notification_escalations (due_at);
create index notification_escalations_policy on notification_escalations (policy_id);
comment on table notification_escalations is 'Steps that are still to come; gone once they were taken, or once somebody accepted the alarm.';

create table notification_deliveries (
  delivery_id bigint generated always as identity primary key,
  event_id bigint not null references notification_events (event_id) on delete cascade,
  policy_id integer references notification_policies (policy_id) on delete set null,
  channel_id integer references notification_channels (channel_id) on delete set null,
  step integer not null default 0,
  recipient_key text not null,
  uid integer references accounts (uid) on delete set null,
  app_user_id integer references app_users (app_user_id) on delete set null,
  agent_id integer references distributors (agent_id) on delete cascade,
  policy_name text not null,
  channel_kind text not null,
  channel_name text not null,
  recipient text not null,
  recipient_address text not null,
  language text not null,
  state text not null check (state in ('queued', 'sent', 'failed', 'dead', 'suppressed')),
  reason text,
  answer text not null default '',
  attempts integer not null default 0,
  gathered boolean not null default false,
  together integer not null default 1,
  message_id uuid,
  created_at timestamptz not null,
  due_at timestamptz,
  sent_at timestamptz,
  constraint notification_deliveries_due check ((state = 'queued') = (due_at is not null))
);
comment on table notification_deliveries is 'One message to one recipient about one event, and what became of it.';
comment on column notification_deliveries.recipient_key is 'account <uid>, app-user <id>, or channel.';
comment on column notification_deliveries.agent_id is 'Owner of the policy; null = the manufacturer.';
comment on column notification_deliveries.message_id is 'Set before the first attempt and kept by every further one; deliveries with the same one are one message.';
comment on column notification_deliveries.gathered is 'Waits for others, to be sent with them: digest or quiet hours.';
comment on column notification_deliveries.due_at is 'Next attempt; while one is made, when it counts as lost.';
create unique index notification_deliveries_once
  on notification_deliveries (event_id, policy_id, step, coalesce(channel_id, 0), recipient_key);
create index notification_deliveries_queued on notification_deliveries (due_at) where state = 'queued';
create index notification_deliveries_message on notification_deliveries (message_id) where message_id is not null;
create index notification_deliveries_created on notification_deliveries (created_at, delivery_id);
create index notification_deliveries_state on notification_deliveries (state, created_at, delivery_id);
create index notification_deliveries_channel on notification_deliveries (channel_id, created_at);
create index notification_deliveries_policy on notification_deliveries (policy_id, created_at);
create index notification_deliveries_agent on notification_deliveries (agent_id, created_at);
create index notification_deliveries_uid on notification_deliveries (uid, created_at);
create index notification_deliveries_app_user on notification_deliveries (app_user_id);

-- Statement triggers: a batch of reports is one call, and without an enabled policy nothing is written.
create function note_raised_alarms() returns trigger language plpgsql as $$
begin
  insert into notification_events (identity, event, severity, device_id, alarm_id, happened_at)
  select 'alarm ' || alarm_id || ' ' || severity, 'alarm_raised', severity, device_id, alarm_id, first_at from new_rows
  where exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger alarms_notify_raised after insert on alarms referencing new table as new_rows
  for each statement execute function note_raised_alarms();

create function note_changed_alarms() returns trigger language plpgsql as $$
begin
  insert into notification_events (identity, event, severity, device_id, alarm_id, happened_at)
  select 'alarm ' || n.alarm_id || ' ' || n.severity, 'alarm_raised', n.severity, n.device_id, n.alarm_id, n.changed_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where n.severity_rank > o.severity_rank and n.recovered_at is null
    and exists (select from notification_policies where enabled)
  union all
  select 'alarm ' || n.alarm_id || ' recovered', 'alarm_recovered', n.severity, n.device_id, n.alarm_id, n.recovered_at
  from new_rows n join old_rows o on o.alarm_id = n.alarm_id
  where o.recovered_at is null and n.recovered_at is not null
    and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger alarms_notify_changed after update on alarms referencing old table as old_rows new table as new_rows
  for each statement execute function note_changed_alarms();

create function note_created_orders() returns trigger language plpgsql as $$
begin
  insert into notification_events (identity, event, severity, device_id, order_id, happened_at)
  select 'order ' || order_id, 'order_created', 'minor', device_id, order_id, feedback_at from new_rows
  where exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger service_orders_notify after insert on service_orders referencing new table as new_rows
  for each statement execute function note_created_orders();

create function note_rollout_events() returns trigger language plpgsql as $$
begin
  insert into notification_events (identity, event, severity, rollout_id, happened_at)
  select 'rollout-event ' || event_id, case what when 'halted' then 'rollout_halted' else 'rollout_ended' end,
    case what when 'halted' then 'major' else 'info' end, rollout_id, at
  from new_rows
  where what in ('halted', 'finished') and exists (select from notification_policies where enabled)
  on conflict (identity) do nothing;
  return null;
end $$;
create trigger rollout_events_notify after insert on rollout_events referencing new table as new_rows
  for each statement execute function note_rollout_events();
