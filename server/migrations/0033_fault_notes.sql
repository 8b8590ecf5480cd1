-- Parts and a manual for a fault code, and what people noted at it after a repair.

alter table fault_codes
  add column parts text[] not null default '{}',
  add column manual_url text not null default '';
comment on column fault_codes.parts is 'Names or numbers of spare parts.';

create table fault_notes (
  note_id int generated always as identity primary key,
  fault_id int not null references fault_codes (fault_id) on delete cascade,
  agent_id int references distributors (agent_id) on delete cascade,
  uid int references accounts (uid) on delete set null,
  text text not null,
  at timestamptz not null
);
comment on column fault_notes.agent_id is 'The house of who wrote it; null = the manufacturer, whose notes everybody reads.';
comment on column fault_notes.uid is 'Who wrote it; null = an account that is gone.';
create index fault_notes_fault on fault_notes (fault_id, at desc);
create index fault_notes_agent on fault_notes (agent_id);
create index fault_notes_uid on fault_notes (uid);
