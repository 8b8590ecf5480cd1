-- What people look like. Apart from the accounts, whose lists are read without them.

create table account_pictures (
  uid integer primary key references accounts (uid) on delete cascade,
  picture bytea not null,
  updated_at timestamptz not null
);
