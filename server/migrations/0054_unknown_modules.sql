-- First contact: modules that no device stands for, and the first log-in with the secret of a product.

create table unknown_modules (
  mac text primary key,
  address text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  tries int not null,
  auth_mode text not null constraint unknown_modules_auth_mode_check check (auth_mode in ('h1', 's1', 'p1')),
  product_key text references products (product_key) on delete set null,
  state text not null default 'waiting'
    constraint unknown_modules_state_check check (state in ('waiting', 'rejected', 'banned')),
  decided_by text not null default '',
  decided_at timestamptz
);
comment on table unknown_modules is 'Modules that tried to log in under an id that no device has; bounded, the oldest give way.';
comment on column unknown_modules.product_key is 'The product whose secret it proved to know; null = none.';
create index unknown_modules_seen on unknown_modules (state, last_seen_at);
create index unknown_modules_address on unknown_modules (address, last_seen_at);

alter table products add column provision_quota int
  constraint products_provision_quota_check check (provision_quota > 0);
alter table products add column provisioned int not null default 0;
comment on column products.provision_quota is 'How many units may log in with the product''s secret the first time, all together; null = none.';
comment on column products.provisioned is 'How many units did.';

alter table device_status add column provisioned_at timestamptz;
alter table device_status add column own_secret_at timestamptz;
comment on column device_status.provisioned_at is 'First log-in with the secret of the product; null = none.';
comment on column device_status.own_secret_at is 'First log-in with the own secret after that: from then on the product''s is refused.';
