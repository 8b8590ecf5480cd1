-- The inbox of the console reads what stands written already; kept are only how far it was seen, and the ways to it.

alter table accounts add column notices_seen_at timestamptz;
comment on column accounts.notices_seen_at is 'Up to when the notices were seen; null = never.';

create index device_events_notable on device_events (at desc) where kind in ('offline', 'alarm');
create index binding_events_at on binding_events (at desc);
