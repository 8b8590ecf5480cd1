-- A distributor asks for a unit that belongs to somebody else; its holder, or the manufacturer, releases it or refuses.

create table release_requests (
  release_id integer generated always as identity primary key,
  kind text not null check (kind in ('stock', 'binding')),
  mac text not null,
  agent_id integer references distributors (agent_id) on delete cascade,
  asked_uid integer references accounts (uid) on delete set null,
  asked_by text not null,
  asked_at timestamptz not null,
  reason text not null,
  state text not null default 'open' check (state in ('open', 'released', 'refused', 'withdrawn')),
  decided_at timestamptz,
  decided_by text not null default '',
  answer text not null default '',
  moved_to text,
  constraint release_requests_decided check ((state = 'open') = (decided_at is null))
);
create unique index release_requests_open on release_requests (mac, kind, coalesce(agent_id, 0)) where state = 'open';
create index release_requests_mac on release_requests (mac, asked_at desc);
create index release_requests_agent on release_requests (agent_id, asked_at desc);
create index release_requests_asked_uid on release_requests (asked_uid);
create index release_requests_time on release_requests (asked_at desc, release_id desc);
comment on table release_requests is 'Requests for units that belong to somebody else.';
comment on column release_requests.kind is 'stock: another distributor holds the unit; binding: it is bound to an app user.';
comment on column release_requests.mac is 'As it was asked for: whether there is such a unit is not told to the asker.';
comment on column release_requests.agent_id is 'The distributor that asks; null = the manufacturer.';
comment on column release_requests.answer is 'Reason of the decision.';
comment on column release_requests.moved_to is 'Name of the distributor that has the unit since the release; empty = the manufacturer, null = it did not move.';
