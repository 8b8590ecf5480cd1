-- Service orders of years: what their list is narrowed and sorted by.

-- Hours are as long in every zone, which the type of an interval does not say.
create function order_due(feedback_at timestamptz, priority text) returns timestamptz
  language sql immutable parallel safe
  return feedback_at + case priority when 'high' then interval '4 hours' when 'low' then interval '72 hours' else interval '24 hours' end;
alter table service_orders add column due_at timestamptz not null generated always as (order_due(feedback_at, priority)) stored;
comment on column service_orders.due_at is 'Until when staff are to answer it for the first time.';

-- What is not answered, resolved or replied to comes last in both directions, which takes an index for each.
create index service_orders_due on service_orders (
  (case when status = 'unresolved' and answered_at is null then due_at end), order_id);
create index service_orders_due_last on service_orders (
  (case when status = 'unresolved' and answered_at is null then due_at end) desc nulls last, order_id desc);
create index service_orders_last_reply_first on service_orders (last_reply_at, order_id);
drop index service_orders_resolved;
create index service_orders_resolved on service_orders (resolved_at desc nulls last, order_id desc);
create index service_orders_resolved_first on service_orders (resolved_at, order_id);

-- A rare value is found, and a frequent one counted, without a look at the others.
create index service_orders_type on service_orders (type, feedback_at desc, order_id desc);
create index service_orders_source on service_orders (source, feedback_at desc, order_id desc);
create index service_orders_priority on service_orders (priority, feedback_at desc, order_id desc);
create index service_orders_cause on service_orders (cause, feedback_at desc, order_id desc);
create index service_orders_rating on service_orders (rating, feedback_at desc, order_id desc);
create index service_orders_escalated on service_orders (feedback_at desc, order_id desc) where escalated > 0;
create index service_orders_commented on service_orders (feedback_at desc, order_id desc) where comment <> '';

-- Of a part of the fleet all open orders are looked at: those go with their units, wherever these are.
drop index service_orders_open;
create index service_orders_open on service_orders (feedback_at desc, order_id desc)
  include (status, device_id, agent_id, app_user_id, answered_at, due_at) where status = 'unresolved';
drop index service_orders_unanswered;
create index service_orders_unanswered on service_orders (due_at)
  include (status, device_id, agent_id, app_user_id, answered_at, feedback_at, order_id) where status = 'unresolved' and answered_at is null;
drop index service_orders_statistics;
create index service_orders_statistics on service_orders (feedback_at)
  include (device_id, agent_id, app_user_id, status, due_at, answered_at, resolved_at, cause, escalated, erased_at);
-- Open orders are counted in their index alone where vacuum has seen their pages; an order changes several times, so not only once a fifth did.
alter table service_orders set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Without statistics of the expression the planner expects no order to be due.
analyze service_orders;
