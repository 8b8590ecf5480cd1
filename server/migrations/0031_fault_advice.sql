-- What helps with a fault is told in the person's language, and what to look at apart from what to do.

alter table fault_codes
  alter column causes type jsonb using jsonb_build_object('en', causes, 'zh', '', 'pl', ''),
  alter column remedies type jsonb using jsonb_build_object('en', remedies, 'zh', '', 'pl', ''),
  add column checks jsonb not null default '{"en": "", "zh": "", "pl": ""}';
alter table fault_codes alter column checks drop default;
comment on column fault_codes.causes is 'By language; an empty one is told in English. Likewise checks and remedies.';
