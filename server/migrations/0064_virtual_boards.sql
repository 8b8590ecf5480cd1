-- The board behind a virtual unit may be another product's, or answer nothing: detection is tried with it.
alter table virtual_units add column board_pk text references products (product_key);
alter table virtual_units add column board text not null default 'answers' check (board in ('answers', 'silent'));
comment on column virtual_units.board_pk is 'The product of the board; null = that of the unit.';
