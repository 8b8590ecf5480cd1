-- Why an installer's setting was changed, and commands that are sent at a later moment.
alter table control_log add column change_reason text not null default '';
comment on column control_log.change_reason is 'Why it was set, in the words of who did; empty = no reason was asked for.';
alter table control_log drop constraint control_log_source_check;
alter table control_log add constraint control_log_source_check check (source in ('console', 'api', 'rollout', 'schedule'));

create table scheduled_commands (
  scheduled_id int generated always as identity primary key,
  device_id int not null references devices on delete cascade,
  points jsonb not null,
  change_reason text not null,
  run_at timestamptz not null,
  expires_at timestamptz not null check (expires_at >= run_at),
  uid int references accounts (uid) on delete set null,
  api_token_id int references api_tokens on delete cascade,
  operator_name text not null,
  origin jsonb not null,
  created_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'sent', 'cancelled', 'failed', 'expired')),
  reason text,
  cancelled_by text not null default '',
  control_ids bigint[] not null default '{}',
  finished_at timestamptz,
  check ((state = 'pending') = (finished_at is null))
);
comment on table scheduled_commands is 'Settings of a unit that are sent at a later moment, as a command of who scheduled them.';
comment on column scheduled_commands.expires_at is 'Until then it waits for a unit that is off line; the time itself = it does not wait.';
comment on column scheduled_commands.origin is 'Rights of who scheduled it, and from where: the command is audited as theirs.';
comment on column scheduled_commands.reason is 'Why nothing was sent, a code of a refusal; null otherwise.';
create index scheduled_commands_due on scheduled_commands (run_at) where state = 'pending';
create index scheduled_commands_device on scheduled_commands (device_id, scheduled_id desc);
create index scheduled_commands_finished on scheduled_commands (finished_at) where finished_at is not null;
create index scheduled_commands_uid on scheduled_commands (uid);
create index scheduled_commands_api_token on scheduled_commands (api_token_id) where api_token_id is not null;

-- Points that a person has on top of the control tab, in their order.
create table pinned_points (
  uid int not null references accounts (uid) on delete cascade,
  product_key text not null references products on update cascade on delete cascade,
  points text[] not null,
  primary key (uid, product_key)
);
comment on table pinned_points is 'Settings that a person has on top of the control tab of units of a product.';
create index pinned_points_product on pinned_points (product_key);
