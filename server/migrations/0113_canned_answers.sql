-- Answers that service people use again and again, by organisation and language.
create table canned_answers (
  canned_answer_id integer generated always as identity primary key,
  agent_id integer references distributors (agent_id) on delete cascade,
  language text not null check (language in ('en', 'zh', 'pl')),
  title text not null,
  text text not null,
  uid integer references accounts (uid) on delete set null,
  updated_at timestamptz not null
);
comment on table canned_answers is 'Prepared answers to service orders.';
comment on column canned_answers.agent_id is 'The distributor that keeps it, offered to its own people and to those below; null = the manufacturer.';
comment on column canned_answers.text is 'With placeholders {{device}}, {{person}} and {{distributor}}.';
comment on column canned_answers.uid is 'Who changed it last; null = an account that is gone.';
create unique index canned_answers_title on canned_answers (coalesce(agent_id, 0), language, lower(title));
create index canned_answers_agent on canned_answers (agent_id);
create index canned_answers_uid on canned_answers (uid);
