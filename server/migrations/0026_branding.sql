-- How distributors appear in the console of their people; apart from their row, which is read with every list.

create table distributor_brandings (
  agent_id int primary key references distributors (agent_id) on delete cascade,
  brand_name text not null,
  brand_colour text,
  logo bytea,
  updated_at timestamptz not null
);
comment on column distributor_brandings.logo is 'A PNG as it was checked; null = none.';
