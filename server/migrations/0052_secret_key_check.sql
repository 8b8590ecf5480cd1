create table secret_key_check (
  only_row boolean primary key default true check (only_row),
  key_check bytea not null
);
comment on table secret_key_check is 'Shows whether the key that seals secrets is the one they were sealed with; the key cannot be found from it.';
comment on column secret_key_check.key_check is 'HMAC-SHA-256 of a fixed text by the key.';
