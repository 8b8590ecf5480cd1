-- One thing done to many units in waves; each unit's command is a row of the control log like any other.

create table rollouts (
  rollout_id int generated always as identity primary key,
  kind text not null default 'settings' check (kind in ('settings')),
  name text not null,
  remark text not null default '',
  product_key text not null references products (product_key) on delete cascade,
  uid int references accounts (uid) on delete set null,
  api_token_id int,
  creator text not null,
  agent_path text not null,
  group_id int,
  origin jsonb not null,
  settings jsonb not null,
  target jsonb not null,
  rules jsonb not null,
  state text not null check (state in ('proposed', 'approved', 'running', 'paused', 'done', 'stopped', 'rejected')),
  halted text check (halted in ('manual', 'failures', 'wave')),
  wave int not null default 0,
  wave_sizes int[] not null default '{}',
  tolerated int not null default 0,
  counts jsonb not null default '{}',
  of_rollout_id int references rollouts (rollout_id) on delete cascade,
  approver text not null default '',
  created_at timestamptz not null,
  approved_at timestamptz,
  started_at timestamptz,
  deadline_at timestamptz,
  finished_at timestamptz
);
comment on table rollouts is 'What is done to many units in waves, proposed, approved and then run.';
comment on column rollouts.agent_path is 'Place of who proposed it: seen from there and above.';
comment on column rollouts.group_id is 'Resource group of who proposed it; null = none that narrows.';
comment on column rollouts.origin is 'Rights of who proposed it (a program has fewer than its account), and from where.';
comment on column rollouts.settings is 'Values by point, and the template they came from; of a rollback none, each unit has its own.';
comment on column rollouts.tolerated is 'Failed units that somebody has seen and let pass.';
comment on column rollouts.counts is 'Units by state as of the last turn.';
comment on column rollouts.of_rollout_id is 'The rollout whose changes this one takes back.';
create index rollouts_path on rollouts (agent_path, rollout_id desc);
create index rollouts_product on rollouts (product_key);
create index rollouts_uid on rollouts (uid);
create index rollouts_of on rollouts (of_rollout_id);
create index rollouts_active on rollouts (rollout_id) where state in ('running', 'paused', 'stopped', 'done');

create table rollout_units (
  rollout_id int not null references rollouts (rollout_id) on delete cascade,
  device_id int not null references devices (device_id) on delete cascade,
  position int not null,
  wave int not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'sent', 'done', 'equal', 'failed', 'expired', 'skipped')),
  reason text,
  own_values jsonb,
  old_values jsonb not null default '{}',
  read_back jsonb not null default '{}',
  control_ids bigint[] not null default '{}',
  tries int not null default 0,
  begun_at timestamptz,
  finished_at timestamptz,
  primary key (rollout_id, device_id)
);
comment on column rollout_units.own_values is 'Values by point where this unit has its own; null = those of the rollout.';
comment on column rollout_units.old_values is 'Value of each point before the first try that changed it; null = it was not known.';
comment on column rollout_units.control_ids is 'Commands of the last try, in the control log.';
create unique index rollout_units_position on rollout_units (rollout_id, position);
create index rollout_units_state on rollout_units (rollout_id, wave, state);
create index rollout_units_device on rollout_units (device_id);

alter table control_log drop constraint control_log_source_check;
alter table control_log add constraint control_log_source_check check (source in ('console', 'api', 'rollout'));
