-- Staff may invite once more to rate a resolved order; the app asks by itself before.
alter table service_orders add column rating_invited_at timestamptz;
comment on column service_orders.rating_invited_at is 'When staff invited the respondent to rate it, once; null = not.';
