-- Dissatisfied people whom nobody has called back are a list of their own (product 3.37).

create index service_orders_to_call on service_orders (resolved_at desc)
  where rating = 'dissatisfied' and revisited_at is null;
