-- One thing done to many in the background, object by object.

create table batch_jobs (
  batch_id int generated always as identity primary key,
  uid int not null references accounts (uid) on delete cascade,
  input jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled')),
  total int not null,
  done int not null default 0,
  failed int not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
comment on column batch_jobs.input is 'What was asked, the rights of who asked (a program has fewer than its account), and from where.';
create index batch_jobs_uid on batch_jobs (uid, created_at desc);

create table batch_items (
  batch_id int not null references batch_jobs (batch_id) on delete cascade,
  position int not null,
  object_id int not null,
  name text not null,
  result text,
  primary key (batch_id, position)
);
comment on column batch_items.result is '"ok" or the code of the refusal; null = it was not its turn (yet).';
