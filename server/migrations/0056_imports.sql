-- Units come in by imports: a draft is checked and put right, then imported in one transaction.

create table device_imports (
  import_id int generated always as identity primary key,
  batch_no text not null generated always as ('I' || lpad(import_id::text, 10, '0')) stored unique,
  uid int references accounts (uid) on delete set null,
  api_token_id int references api_tokens (api_token_id) on delete set null,
  imported_user text not null,
  agent_id int,
  agent_path text collate "C" not null,
  agent_name text,
  product_key text,
  product_keys text[] not null default '{}',
  import_tag text not null,
  hardware_version text not null,
  remark text not null,
  source text not null check (source in ('paste', 'scan', 'file', 'api')),
  file_name text not null,
  state text not null default 'draft' check (state in ('draft', 'queued', 'running', 'done', 'failed', 'undone')),
  reason text,
  counts jsonb not null default '{}',
  progress int not null default 0,
  imported int not null default 0,
  repeated int not null default 0,
  failed int not null default 0,
  retry_of int references device_imports (import_id) on delete set null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  undone_by text not null default '',
  secrets_at timestamptz,
  secrets_by text not null default '',
  constraint device_imports_distributor_fkey foreign key (agent_id, agent_path)
    references distributors (agent_id, agent_path) on update cascade on delete set null (agent_id)
);
create index device_imports_path on device_imports (agent_path, import_id);
create index device_imports_uid on device_imports (uid, state);
create index device_imports_open on device_imports (state) where state in ('draft', 'queued', 'running');
comment on table device_imports is 'Batches of units that came in, and drafts of such.';
comment on column device_imports.agent_path is 'Where the units came to; "/" = stock of the manufacturer. A deleted distributor leaves its path.';
comment on column device_imports.product_keys is 'Of all its lines: a resource group of products sees batches of nothing else.';
comment on column device_imports.counts is 'Lines by verdict, as they were when it was checked last.';
comment on column device_imports.progress is 'Lines written so far; not part of the transaction that imports.';
comment on column device_imports.secrets_at is 'When the secrets were taken: once for each batch.';

create table device_import_rows (
  import_id int not null references device_imports (import_id) on delete cascade,
  row int not null,
  mac_text text not null,
  mac text,
  product_text text not null,
  product_key text,
  iccid text not null,
  hardware_version text not null,
  device_name text not null,
  serial text not null,
  secret_sealed bytea,
  own_secret boolean not null,
  flaws text[] not null,
  dropped boolean not null default false,
  verdict text not null default 'error',
  problems text[] not null default '{}',
  result text check (result in ('imported', 'repeated', 'failed', 'dropped')),
  device_id int references devices (device_id) on delete set null,
  primary key (import_id, row)
);
create index device_import_rows_device on device_import_rows (device_id) where device_id is not null;
comment on table device_import_rows is 'Lines of imports.';
comment on column device_import_rows.secret_sealed is 'Of the unit to be made, sealed as in devices; null once it is there.';
comment on column device_import_rows.flaws is 'Problems that the line has by itself; `problems` also has those it has beside others.';

alter table devices add column serial text not null default '';
comment on column devices.serial is 'What the manufacturer calls the unit, as its import said.';
