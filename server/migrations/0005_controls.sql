-- Control log: what people set on devices, and what came of it.

create table control_log (
  control_id bigint generated always as identity primary key,
  device_id int not null references devices (device_id) on delete cascade,
  uid int not null references accounts (uid),
  operator_name text not null,
  operator_email text not null default '',
  operator_phone text not null default '',
  source text not null check (source in ('console', 'api')),
  control_time timestamptz not null,
  finish_time timestamptz,
  point_key text not null,
  layout_id int not null references product_versions (layout_id),
  old_value double precision,
  new_value double precision not null,
  read_back double precision,
  state text not null
    check (state in ('queued', 'sent', 'acked', 'verified', 'mismatch', 'failed', 'expired')),
  reason text,
  control_data text not null default '',
  sends smallint not null default 0,
  expires_at timestamptz not null
);
comment on column control_log.control_data is 'Raw words as written to the bus, hex.';
comment on column control_log.sends is 'How often the command was published: once, and once more when nothing answered.';
create index control_log_device on control_log (device_id, control_time desc);
create index control_log_time on control_log (control_time desc);
create index control_log_open on control_log (expires_at) where state in ('queued', 'sent', 'acked');
create index control_log_uid on control_log (uid, control_time desc);
