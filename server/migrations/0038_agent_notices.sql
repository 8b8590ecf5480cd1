-- What people of distributors are told by those above them: it stands in the bell of their accounts.

create table agent_notices (
  notice_id int generated always as identity primary key,
  agent_id int not null references distributors (agent_id) on delete cascade,
  title text not null,
  text text not null,
  sent_at timestamptz not null,
  by_uid int references accounts (uid) on delete set null
);
comment on column agent_notices.by_uid is 'Who sent it; null = an account that is gone.';
create index agent_notices_agent on agent_notices (agent_id, sent_at desc);
create index agent_notices_sent on agent_notices (sent_at);
create index agent_notices_by on agent_notices (by_uid);
