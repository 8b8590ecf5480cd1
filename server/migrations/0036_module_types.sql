-- Modules tell which hardware they are; products name those they are sold with.
alter table devices add column module_type text not null default '';

update product_versions set settings = jsonb_set(settings, '{access,module_types}', '[]')
where settings -> 'access' is not null and not settings -> 'access' ? 'module_types';
update product_drafts set settings = jsonb_set(settings, '{access,module_types}', '[]')
where settings -> 'access' is not null and not settings -> 'access' ? 'module_types';

-- The protocol carries register blocks in two forms, as bytes and as JSON; it never carried decoded values.
alter table products drop constraint products_data_type_check;
update products set data_type = 'registers-json' where data_type = 'values';
alter table products add constraint products_data_type_check check (data_type in ('registers', 'registers-json'));
