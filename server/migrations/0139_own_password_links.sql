-- A person without a password asks for a link by e-mail. It stands beside one that an administrator made: whoever types a
-- stranger's name ends no link but the one that was asked for before.
alter table password_links alter column created_by drop not null;
alter table password_links drop constraint password_links_uid_key;
create unique index password_links_uid on password_links (uid) where created_by is not null;
create unique index password_links_own on password_links (uid) where created_by is null;
comment on column password_links.created_by is 'Who may reset the password and made the link; null = the person asked for it at the sign-in.';
comment on table password_links is 'For each person at most one made by others and one asked for: a newer link of a kind makes the one before it worthless.';
comment on column login_failures.subject is '"account:<name>" or "address:<ip>": the two counters are separate, so that nobody locks out others; "link-account:" and "link-address:" count requests of password links.';
