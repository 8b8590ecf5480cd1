-- What staff wrote to people of the app: their inbox there.

create table app_user_messages (
  message_id int generated always as identity primary key,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  title text not null,
  text text not null,
  sent_at timestamptz not null,
  by_uid int references accounts (uid) on delete set null,
  agent_id int references distributors (agent_id) on delete cascade,
  read_at timestamptz
);
comment on column app_user_messages.by_uid is 'Who sent it; null = an account that is gone.';
comment on column app_user_messages.agent_id is 'The house of who sent it; null = the manufacturer, whose messages whoever sees the person reads.';
comment on column app_user_messages.read_at is 'When the person first opened it; null = not yet.';
create index app_user_messages_user on app_user_messages (app_user_id, sent_at desc);
create index app_user_messages_by on app_user_messages (by_uid);
create index app_user_messages_agent on app_user_messages (agent_id);
