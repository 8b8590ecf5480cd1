-- What people report about their units, and what was done about it (decision 0034).

create table service_orders (
  order_id int generated always as identity primary key,
  device_id int not null references devices (device_id) on delete cascade,
  app_user_id int references app_users (app_user_id) on delete set null,
  agent_id int references distributors (agent_id) on delete set null,
  type text not null check (type in ('fault', 'usage', 'installation', 'suggestion', 'app')),
  source text not null check (source in ('app', 'console')),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  status text not null default 'unresolved' check (status in ('unresolved', 'resolved')),
  problem text not null,
  pictures int not null default 0 check (pictures between 0 and 3),
  feedback_at timestamptz not null,
  created_by int references accounts (uid) on delete set null,
  handler_uid int references accounts (uid) on delete set null,
  answered_at timestamptz,
  last_reply_at timestamptz,
  resolved_at timestamptz,
  rating text check (rating in ('dissatisfied', 'satisfied', 'very_satisfied')),
  comment text not null default '',
  rated_at timestamptz,
  revisited_at timestamptz,
  erased_at timestamptz,
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((rating is null) = (rated_at is null))
);
comment on table service_orders is 'Service orders: feedback of app users and what staff entered for them.';
comment on column service_orders.app_user_id is 'The respondent; null = entered by staff for nobody of the app.';
comment on column service_orders.agent_id is 'The distributor that had the unit when it was reported, then when it was resolved: who is judged by it. Null = one that is gone.';
comment on column service_orders.answered_at is 'When staff first answered; an order without an answer is not resolved.';
comment on column service_orders.last_reply_at is 'When staff or the respondent last wrote.';
comment on column service_orders.revisited_at is 'When staff last called back.';
comment on column service_orders.erased_at is 'When the respondent was erased, and with him all words and pictures.';
create index service_orders_device on service_orders (device_id, feedback_at desc);
create index service_orders_user on service_orders (app_user_id, order_id desc);
create index service_orders_agent on service_orders (agent_id, resolved_at);
create index service_orders_open on service_orders (feedback_at desc) where status = 'unresolved';
create index service_orders_time on service_orders (feedback_at desc, order_id desc);
create index service_orders_resolved on service_orders (resolved_at desc) where status = 'resolved';
create index service_orders_handler on service_orders (handler_uid);
create index service_orders_created_by on service_orders (created_by);

create table service_order_lines (
  line_id int generated always as identity primary key,
  order_id int not null references service_orders (order_id) on delete cascade,
  kind text not null check (kind in ('answer', 'reply', 'note', 'callback')),
  uid int references accounts (uid) on delete set null,
  text text not null,
  at timestamptz not null
);
comment on column service_order_lines.kind is 'answer: of staff; reply: of the respondent; note and callback: for staff alone.';
comment on column service_order_lines.uid is 'Who wrote it; null = the respondent, or an account that is gone.';
create index service_order_lines_order on service_order_lines (order_id, line_id);
create index service_order_lines_uid on service_order_lines (uid);

create table service_order_pictures (
  order_id int not null references service_orders (order_id) on delete cascade,
  picture_no int not null check (picture_no between 1 and 3),
  picture bytea not null,
  primary key (order_id, picture_no)
);
