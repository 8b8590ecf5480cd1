-- Frames that could not be stored can be processed once more (screen Operations).

alter table dead_letters
  add column tries integer not null default 0,
  add column tried_at timestamptz;

comment on column dead_letters.tries is 'How often it was processed once more without being stored; one that is stored is removed.';
