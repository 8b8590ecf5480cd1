-- Simulated units of a product, for trying it before hardware exists.

alter table products add column trial_of text references products (product_key);
comment on column products.trial_of is 'A copy of this product''s draft that its virtual units read by; listed nowhere. Null = a product of its own.';
comment on column product_versions.version is 'Counts up from 1 for each product.';

create table virtual_units (
  device_id int primary key references devices (device_id) on delete cascade,
  product_key text not null references products (product_key) on delete cascade,
  started_by text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null
);
comment on table virtual_units is 'Units that the simulator plays; removed with everything they reported when they end.';
comment on column virtual_units.product_key is 'The product it was started from; a unit of a draft has the copy of it as its own product.';
create index virtual_units_product on virtual_units (product_key);
