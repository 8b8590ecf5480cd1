-- Trusted browsers are named by a number; a log-in may be by phone or e-mail.

alter table trusted_browsers add column browser_id int generated always as identity unique;
comment on column trusted_browsers.browser_id is 'Its name in lists; the hash stays inside.';

create index accounts_phone on accounts (phone) where phone is not null;
create index accounts_email on accounts (lower(email)) where email is not null;
