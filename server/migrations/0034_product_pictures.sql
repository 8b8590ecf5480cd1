-- What products look like. Apart from the products, whose lists are read without them.

create table product_pictures (
  product_key text primary key references products (product_key) on delete cascade,
  picture bytea not null,
  updated_at timestamptz not null
);
