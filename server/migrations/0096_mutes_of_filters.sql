-- A mute may name a group that is a filter: who is in it is looked up each minute.

create table alarm_mute_devices (
  mute_id integer not null references alarm_mutes on delete cascade,
  device_id integer not null references devices on delete cascade,
  primary key (mute_id, device_id)
);
create index alarm_mute_devices_device on alarm_mute_devices (device_id);
comment on table alarm_mute_devices is 'Units of mutes whose group is a filter, as of the last minute.';

-- Which mutes apply to an alarm now: the one place that knows.
create function mutes_of_alarm(a alarms) returns setof alarm_mutes language sql stable as $$
  select m.* from alarm_mutes m
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
    and (m.group_id is null
      or exists (select from device_group_members g where g.group_id = m.group_id and g.device_id = a.device_id)
      or exists (select from alarm_mute_devices d where d.mute_id = m.mute_id and d.device_id = a.device_id))
$$;
create or replace function is_alarm_muted(a alarms) returns boolean language sql stable as $$
  select exists (select from mutes_of_alarm(a))
$$;
