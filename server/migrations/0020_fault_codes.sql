-- The knowledge base of faults, and faults nobody has named yet.

create table fault_codes (
  fault_id int generated always as identity primary key,
  set_name text not null,
  code text not null,
  code_num int,
  register int,
  bit int,
  names jsonb not null,
  category text not null,
  severity text not null check (severity in ('info', 'warning', 'fault', 'lockout')),
  causes text not null,
  remedies text not null,
  source text not null default '',
  built_in boolean not null default false,
  updated_by text not null default '',
  updated_at timestamptz not null,
  unique (set_name, code)
);
comment on column fault_codes.code_num is 'The code as a fault word tells it; null = a bit stands for it.';

create table unknown_faults (
  product_key text not null references products (product_key) on delete cascade,
  point_key text not null,
  value double precision not null,
  device_id int not null references devices (device_id) on delete cascade,
  times int not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (product_key, point_key, value, device_id)
);
comment on table unknown_faults is 'Values of fault words, and fault bits, that the version they came under does not name.';
