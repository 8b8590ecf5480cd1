-- A service order may be about an alarm, whose snapshot it shows.
alter table service_orders add column alarm_id integer references alarms (alarm_id) on delete set null;
create index service_orders_alarm on service_orders (alarm_id) where alarm_id is not null;
comment on column service_orders.alarm_id is 'The alarm that it was created from; null = none.';
