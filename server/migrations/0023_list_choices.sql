-- What people choose for their lists is kept with the account, not in one browser.

create table list_layouts (
  uid int not null references accounts (uid) on delete cascade,
  list text not null,
  layout jsonb not null,
  primary key (uid, list)
);
comment on table list_layouts is 'Columns and row height of a list as an account laid it out; list and layout as in the contract.';

create table list_views (
  view_id int generated always as identity primary key,
  uid int not null references accounts (uid) on delete cascade,
  list text not null,
  view_name text not null,
  query text not null,
  layout jsonb,
  unique (uid, list, view_name)
);
comment on table list_views is 'Saved views of lists: filters and order as the address of the list has them, and columns.';
comment on column list_views.layout is 'Null = as the table is drawn before anybody lays it out.';
