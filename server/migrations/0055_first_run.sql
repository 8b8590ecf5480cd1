-- The first run of an empty installation, and how the manufacturer appears in the console.

create table first_run (
  only_row boolean primary key default true constraint first_run_only_row_check check (only_row),
  begun_at timestamptz,
  set_aside text[] not null default '{}',
  dismissed_at timestamptz
);
comment on column first_run.begun_at is 'The installation began empty; null = it did not, and the console does not open with it.';
insert into first_run default values;

create table manufacturer_branding (
  only_row boolean primary key default true constraint manufacturer_branding_only_row_check check (only_row),
  brand_name text not null,
  brand_colour text,
  logo bytea,
  updated_at timestamptz not null
);
comment on column manufacturer_branding.logo is 'A PNG as it was checked; null = none.';
