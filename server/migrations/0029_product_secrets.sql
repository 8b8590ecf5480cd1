-- A program that names a product on the socket shows the product's secret (spec 7, product_info).

alter table products add column secret_generation int not null default 1;
comment on column products.secret_generation is 'Counts the secrets of a product: each is derived from the server''s key and this number, so renewing ends the old one.';
