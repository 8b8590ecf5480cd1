-- A password link is sent by e-mail once: null = it was not.
alter table password_links add column mailed_at timestamptz;
