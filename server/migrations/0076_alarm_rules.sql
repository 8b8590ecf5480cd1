-- Rules of people by which values are alarms, and mutes of alarms.

create table alarm_rules (
  rule_id integer generated always as identity primary key,
  rule_name text not null,
  product_key text not null references products (product_key) on delete cascade,
  agent_id integer references distributors (agent_id) on delete cascade,
  target_by text not null check (target_by in ('product', 'agent', 'group', 'devices')),
  under_agent_id integer references distributors (agent_id) on delete set null,
  group_id integer references device_groups (group_id) on delete set null,
  device_ids integer[] not null default '{}',
  condition jsonb not null,
  hold jsonb not null,
  clear_minutes integer not null,
  schedule jsonb,
  severity text not null check (severity in ('info', 'minor', 'major', 'critical')),
  severity_rank smallint not null generated always as (case severity when 'critical' then 3 when 'major' then 2 when 'minor' then 1 else 0 end) stored,
  cool_down_minutes integer not null,
  enabled boolean not null default false,
  revision integer not null default 1,
  created_by integer references accounts (uid) on delete set null,
  updated_by integer references accounts (uid) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
comment on table alarm_rules is 'Alarm rules of people: what a unit of a product reports, for how long, is an alarm.';
comment on column alarm_rules.agent_id is 'The distributor it belongs to, whose units alone it reaches; null = the manufacturer.';
comment on column alarm_rules.under_agent_id is 'Of the target agent; null = the distributor is gone, and no unit is meant.';
comment on column alarm_rules.revision is 'Counts edits: durations that began under another one do not count.';
comment on column alarm_rules.deleted_at is 'Removed by a person; its alarms keep its name.';
create unique index alarm_rules_name on alarm_rules (coalesce(agent_id, 0), lower(rule_name)) where deleted_at is null;
create index alarm_rules_product on alarm_rules (product_key) where enabled and deleted_at is null;
create index alarm_rules_agent on alarm_rules (agent_id);
create index alarm_rules_under on alarm_rules (under_agent_id);
create index alarm_rules_group on alarm_rules (group_id);
create index alarm_rules_created_by on alarm_rules (created_by);
create index alarm_rules_updated_by on alarm_rules (updated_by);

create table alarm_rule_states (
  device_id integer not null references devices (device_id) on delete cascade,
  rule_id integer not null references alarm_rules (rule_id) on delete cascade,
  revision integer not null,
  active boolean not null,
  value double precision,
  since_at timestamptz,
  clear_since_at timestamptz,
  began_ms bigint[] not null default '{}',
  holds boolean not null,
  primary key (device_id, rule_id)
);
comment on table alarm_rule_states is 'Where a rule stands at a unit while it holds, is waited for or is active; units without a row are idle.';
comment on column alarm_rule_states.began_ms is 'When the condition began, unix ms of the unit, for rules that count repetitions.';
create index alarm_rule_states_rule on alarm_rule_states (rule_id);

create table alarm_mutes (
  mute_id integer generated always as identity primary key,
  agent_id integer references distributors (agent_id) on delete cascade,
  rule_id integer references alarm_rules (rule_id) on delete cascade,
  type text,
  rule_key text,
  code text,
  device_id integer references devices (device_id) on delete cascade,
  group_id integer references device_groups (group_id) on delete cascade,
  under_agent_id integer references distributors (agent_id) on delete cascade,
  reason text not null,
  uid integer references accounts (uid) on delete set null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  ended_at timestamptz,
  ended_by integer references accounts (uid) on delete set null
);
comment on table alarm_mutes is 'Alarms that nobody is told of for a while: what is set narrows; at least one part is.';
comment on column alarm_mutes.agent_id is 'The organisation it belongs to, whose units alone it reaches; null = the manufacturer.';
comment on column alarm_mutes.ended_at is 'Ended by a person before its time; null = it was not.';
create index alarm_mutes_until on alarm_mutes (until_at) where ended_at is null;
create index alarm_mutes_agent on alarm_mutes (agent_id, from_at);
create index alarm_mutes_rule on alarm_mutes (rule_id);
create index alarm_mutes_device on alarm_mutes (device_id);
create index alarm_mutes_group on alarm_mutes (group_id);
create index alarm_mutes_under on alarm_mutes (under_agent_id);
create index alarm_mutes_uid on alarm_mutes (uid);
create index alarm_mutes_ended_by on alarm_mutes (ended_by);

alter table alarms drop constraint alarms_type_check;
alter table alarms add constraint alarms_type_check check (type in ('device_fault', 'bus_lost', 'offline', 'no_data',
  'frost_risk', 'sim_expiry', 'model_unrecognized', 'control_mismatch', 'threshold'));
alter table alarms add column muted boolean not null default false;
comment on column alarms.muted is 'A mute applies: kept when it is raised, and when mutes begin and end.';
create index alarms_muted on alarms (last_at, alarm_id) where muted;
create index alarms_of_rule on alarms (rule_key, last_at) where type = 'threshold';
drop index alarms_path;
create index alarms_path on alarms (agent_path, handling, active, muted);

create function is_alarm_muted(a alarms) returns boolean language sql stable as $$
  select exists (
    select from alarm_mutes m
    left join distributors o on o.agent_id = m.agent_id
    left join distributors u on u.agent_id = m.under_agent_id
    where m.ended_at is null and m.until_at > now()
      and (m.agent_id is null or starts_with(a.agent_path, o.agent_path))
      and (m.rule_id is null or (a.type = 'threshold' and a.rule_key = m.rule_id::text))
      and (m.type is null or m.type = a.type)
      and (m.rule_key is null or m.rule_key = a.rule_key)
      and (m.code is null or m.code = a.code)
      and (m.device_id is null or m.device_id = a.device_id)
      and (m.under_agent_id is null or starts_with(a.agent_path, u.agent_path))
      and (m.group_id is null or exists (
        select from device_group_members g where g.group_id = m.group_id and g.device_id = a.device_id))
  )
$$;

create or replace function place_new_alarm() returns trigger language plpgsql as $$
begin
  select agent_path, product_key into new.agent_path, new.product_key from devices where device_id = new.device_id;
  new.muted := is_alarm_muted(new);
  return new;
end $$;

create function mute_returned_alarm() returns trigger language plpgsql as $$
begin
  new.muted := is_alarm_muted(new);
  return new;
end $$;
create trigger alarms_mute before update of recovered_at on alarms
  for each row when (old.recovered_at is not null and new.recovered_at is null) execute function mute_returned_alarm();
