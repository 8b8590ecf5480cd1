create table device_groups (
  group_id integer generated always as identity primary key,
  group_name text not null,
  description text not null default '',
  filter jsonb,
  agent_id integer references distributors (agent_id) on delete cascade,
  created_by integer references accounts (uid) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint device_groups_group_name_check check (char_length(group_name) between 1 and 60),
  constraint device_groups_description_check check (char_length(description) <= 200)
);
create unique index device_groups_name on device_groups (coalesce(agent_id, 0), lower(group_name));
create index device_groups_agent on device_groups (agent_id);
create index device_groups_created_by on device_groups (created_by);
comment on table device_groups is 'Lists of devices, and filters under a name.';
comment on column device_groups.filter is 'A filter of the device list; null = a static list.';
comment on column device_groups.agent_id is 'The distributor that made it; null = the manufacturer.';

create table device_group_members (
  group_id integer not null references device_groups (group_id) on delete cascade,
  device_id integer not null references devices (device_id) on delete cascade,
  primary key (group_id, device_id)
);
create index device_group_members_device on device_group_members (device_id);
