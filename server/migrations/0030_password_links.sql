-- Links with which somebody chooses his own new password: made by who may reset it, used once. Only their hash is kept.

create table password_links (
  token_hash bytea primary key,
  uid int unique references accounts (uid) on delete cascade,
  app_user_id int unique references app_users (app_user_id) on delete cascade,
  created_by int not null references accounts (uid) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(uid, app_user_id) = 1)
);
comment on table password_links is 'One for each person at most: a newer link makes the one before it worthless.';
create index password_links_creator on password_links (created_by);
create index password_links_end on password_links (expires_at);
