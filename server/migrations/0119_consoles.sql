-- Open sockets of every console process on this database, so that each of them lists and closes all.
create table consoles (
  console_id uuid primary key,
  host text not null,
  seen_at timestamptz not null default now()
);
comment on table consoles is 'Main processes that have open sockets; one that was not seen for a minute is forgotten with its sockets.';

create table console_sockets (
  console_id uuid not null references consoles on delete cascade,
  socket_id int not null,
  uid int,
  user_name text not null,
  viewer text not null,
  address text not null,
  user_agent text not null,
  opened_at timestamptz not null,
  active_at timestamptz not null,
  devices int not null,
  queued_bytes int not null,
  close_requested boolean not null default false,
  primary key (console_id, socket_id)
);
comment on table console_sockets is 'Sockets as their console last published them.';
comment on column console_sockets.uid is 'Null = not authenticated yet.';
comment on column console_sockets.viewer is 'Who impersonates the account; empty = nobody.';
comment on column console_sockets.active_at is 'Of its last message, to five seconds.';
comment on column console_sockets.devices is 'Units whose values it subscribes to.';
comment on column console_sockets.queued_bytes is 'Bytes written that its network has not taken yet.';
comment on column console_sockets.close_requested is 'Its console closes it with its next look.';
