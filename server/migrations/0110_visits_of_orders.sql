-- The visit of a service order: when, what was fitted, what it was.
alter table service_orders
  add column visit_from timestamptz,
  add column visit_to timestamptz,
  add column parts jsonb not null default '[]',
  add column cause text check (cause in ('component', 'installation', 'settings', 'operation', 'water', 'power', 'connection', 'none', 'other')),
  add column result text not null default '',
  add column visit_changed_at timestamptz,
  add constraint service_orders_visit check ((visit_from is null) = (visit_to is null) and visit_from < visit_to);
comment on column service_orders.parts is 'Parts used: name, number and quantity of each.';
comment on column service_orders.cause is 'What it was in the end; null = not said.';
comment on column service_orders.visit_changed_at is 'When visit, parts, cause or result were last changed; null = never.';
