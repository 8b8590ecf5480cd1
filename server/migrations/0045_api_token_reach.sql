-- A program's token may be narrowed to one distributor and those below it, and have a pace of its own. What it asks for in
-- the background is done with its reach, and what it made is all it finds again.

alter table api_tokens
  add column agent_id int,
  add column calls_per_minute int check (calls_per_minute > 0);
comment on column api_tokens.agent_id is 'Narrowed to this distributor and those below; null = the whole reach of the account. No reference: without its distributor a token sees nothing, and never more.';
comment on column api_tokens.calls_per_minute is 'Null = no limit but that of every token.';

alter table export_jobs add column api_token_id int references api_tokens (api_token_id) on delete cascade;
comment on column export_jobs.api_token_id is 'The token that asked; null = the person.';
create index export_jobs_api_token on export_jobs (api_token_id) where api_token_id is not null;

alter table batch_jobs add column api_token_id int references api_tokens (api_token_id) on delete cascade;
comment on column batch_jobs.api_token_id is 'The token that asked; null = the person.';
create index batch_jobs_api_token on batch_jobs (api_token_id) where api_token_id is not null;
