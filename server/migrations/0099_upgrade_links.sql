-- Modules that can fetch their image over HTTP, by a link of their own.

create table upgrade_links (
  upgrade_id int primary key references upgrades (upgrade_id) on delete cascade,
  token_hash bytea not null unique,
  issued int not null default 1,
  bytes_left bigint not null,
  expires_at timestamptz not null
);
comment on table upgrade_links is 'The link of a running upgrade to its image; a new one takes the place of the one before.';
comment on column upgrade_links.token_hash is 'SHA-256 of the token; the token itself is in the link alone.';
comment on column upgrade_links.issued is 'Links that this upgrade has had.';
comment on column upgrade_links.bytes_left is 'So many bytes may still be fetched by it.';
