-- Statistics of service orders read one period: what they need of an order is in the index.
create index service_orders_statistics on service_orders (feedback_at)
  include (device_id, agent_id, app_user_id, status, priority, answered_at, resolved_at, cause, escalated, erased_at);
