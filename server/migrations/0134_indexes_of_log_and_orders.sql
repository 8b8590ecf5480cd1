-- The device log is narrowed by what happened, of which some is rare.
create index device_events_kind on device_events (kind, at desc, event_id desc);

-- Service orders are sorted by their last reply, and found by who processes them.
create index service_orders_last_reply on service_orders (last_reply_at desc nulls last, order_id desc);
drop index service_orders_handler;
create index service_orders_handler on service_orders (handler_uid, feedback_at desc, order_id desc);
