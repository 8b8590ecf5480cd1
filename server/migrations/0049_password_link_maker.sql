-- A link acts in the name of who made it; where a program did, with the program's reach.

alter table password_links add column api_token_id int references api_tokens (api_token_id) on delete cascade;
comment on column password_links.api_token_id is 'The token that made it; null = the person.';
create index password_links_api_token on password_links (api_token_id) where api_token_id is not null;
