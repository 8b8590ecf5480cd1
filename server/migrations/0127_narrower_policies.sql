-- A notification policy may be narrower than the tree of its owner: products, and a resource group.
alter table notification_policies add column product_keys text[] not null default '{}';
alter table notification_policies add column resource_group_id integer;
comment on column notification_policies.product_keys is 'Only units of these products; empty = of all.';
comment on column notification_policies.resource_group_id is 'Only units in this resource group; null = all. No foreign key: of a group that is gone the policy tells nobody, rather than everybody.';
