-- How the register lists of a maker are read, kept for the next of them.
create table import_mappings (
  mapping_id integer generated always as identity primary key,
  name text not null unique,
  titles text[] not null,
  columns jsonb not null,
  answers jsonb not null,
  constants jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null
);
comment on table import_mappings is 'Mappings of register lists under a name, offered for lists with like titles.';
comment on column import_mappings.titles is 'Titles of all columns of the list it was saved from.';
comment on column import_mappings.columns is 'Field of a point -> title of its column.';
comment on column import_mappings.answers is 'Answers to what such lists leave open, by id of the question.';
comment on column import_mappings.constants is 'Field -> cell text of rows that have none.';
