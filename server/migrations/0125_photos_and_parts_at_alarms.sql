-- Photos at what is written at an alarm or a service order; what the handling of an alarm came down to, and the parts used for it.
alter table alarm_log add column cause text check (cause in ('component', 'installation', 'settings', 'operation', 'water', 'power',
  'connection', 'none', 'other'));
alter table alarm_log add column parts jsonb not null default '[]';
alter table alarm_log add column pictures smallint not null default 0 check (pictures between 0 and 3);
comment on column alarm_log.cause is 'Of a result: what it came down to; null = not said.';
comment on column alarm_log.parts is 'Of a result: parts used, name, number of the maker and quantity.';

create table alarm_log_pictures (
  log_id integer not null references alarm_log (log_id) on delete cascade,
  picture_no smallint not null check (picture_no between 1 and 3),
  picture bytea not null,
  primary key (log_id, picture_no)
);
comment on table alarm_log_pictures is 'Photos at a comment or a result, PNG.';

alter table service_order_lines add column pictures smallint not null default 0 check (pictures between 0 and 3);
create table service_order_line_pictures (
  line_id integer not null references service_order_lines (line_id) on delete cascade,
  picture_no smallint not null check (picture_no between 1 and 3),
  picture bytea not null,
  primary key (line_id, picture_no)
);
comment on table service_order_line_pictures is 'Photos at an answer or a note, PNG; those of the problem are service_order_pictures.';
