-- Sign-in of staff at an OpenID Connect provider (decision 0068).

create table account_identities (
  identity_id int generated always as identity primary key,
  uid int not null references accounts (uid) on delete cascade,
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  email text not null default '' check (length(email) <= 254),
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
comment on table account_identities is 'Persons at an OpenID Connect provider who sign in to an account.';
comment on column account_identities.subject is 'The provider''s own number of the person; an e-mail may pass to somebody else.';
comment on column account_identities.email is 'As the provider told it at the last sign-in; shown, never compared.';
create index account_identities_uid on account_identities (uid);

alter table sessions add column by_provider boolean not null default false;
comment on column sessions.by_provider is 'Opened at the provider: neither password nor second factor of the account was asked for.';
