-- A product that is not sold any more: nothing new begins with it, while the units it has go on.

alter table products add column disabled boolean not null default false;
comment on column products.disabled is 'Takes no new units and is not published; its units report, show and are controlled as before.';
