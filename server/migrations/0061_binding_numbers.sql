-- Bindings are named by a number, so that many of them can be ended by one batch.

alter table bindings add binding_id integer generated always as identity;
create unique index bindings_number on bindings (binding_id);
create index bindings_time on bindings (bound_at, binding_id);
create index binding_share_codes_expiry on binding_share_codes (expires_at);
