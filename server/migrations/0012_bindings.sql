-- What binding a unit to an app user rests on: one owner, a limit per product, codes by which an owner shares.

alter table products
  add column bind_limit int not null default 6 check (bind_limit between 1 and 50);
comment on column products.bind_limit is 'Most app users of one unit, its owner included.';

create unique index bindings_one_owner on bindings (device_id) where role = 'owner';

create table binding_share_codes (
  code_hash bytea primary key,
  device_id int not null references devices (device_id) on delete cascade,
  app_user_id int not null references app_users (app_user_id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table binding_share_codes is 'Codes an owner hands to somebody of the household, good once; only SHA-256 is kept.';
create index binding_share_codes_device on binding_share_codes (device_id);
create index binding_share_codes_user on binding_share_codes (app_user_id);

