-- The control log keeps what a command was on the bus, when each of its steps came, and where it came from; and it is
-- found by each of these (product 3.19).

alter table control_log
  add column sent_at timestamptz,
  add column acked_at timestamptz,
  add column frame text not null default '',
  add column read_back_data text not null default '',
  add column address text not null default '',
  add column request_id text not null default '',
  add column rollout_id integer references rollouts on delete set null;
comment on column control_log.sent_at is 'First time it was published to the module; null = never.';
comment on column control_log.acked_at is 'When the module first said that it has written; null = never.';
comment on column control_log.frame is 'The Modbus RTU request that the module puts on the bus, hex.';
comment on column control_log.read_back_data is 'Raw words as they were read back, hex.';
comment on column control_log.address is 'Network address of the operator; empty for rows of older versions.';
comment on column control_log.rollout_id is 'The rollout that sent it; null = none.';

create index control_log_rollout on control_log (rollout_id, control_time desc) where rollout_id is not null;
create index control_log_state on control_log (state, control_time desc);
create index control_log_source on control_log (source, control_time desc);
create index control_log_point on control_log (point_key, control_time desc);
create index control_log_request on control_log (request_id) where request_id <> '';
create index control_log_email_part on control_log using gin (lower(operator_email) gin_trgm_ops);
create index control_log_phone_part on control_log using gin (operator_phone gin_trgm_ops);
