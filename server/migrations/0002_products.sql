-- Products, their immutable versions, and the names controllers announce.

create table products (
  product_key text primary key check (product_key ~ '^[a-z0-9][a-z0-9-]{1,62}$'),
  name text not null unique,
  english_name text not null,
  category text not null,
  network_type text[] not null,
  state text not null check (state in ('debugging', 'published')),
  built_in boolean not null default false,
  layout_id int,
  created_at timestamptz not null default now()
);
comment on column products.layout_id is 'Version in use; reports keep the version under which they came.';

create table product_versions (
  layout_id int generated always as identity primary key,
  product_key text not null references products (product_key),
  version int not null,
  points jsonb not null,
  poll_blocks jsonb not null,
  published_at timestamptz,
  unique (product_key, version)
);
comment on table product_versions is 'Immutable once published: old bytes are never re-interpreted.';
alter table products add constraint products_layout foreign key (layout_id) references product_versions (layout_id);

create table product_registers (
  product_key text not null references products (product_key),
  register_name text not null,
  primary key (product_key, register_name)
);
