-- Orders from alarms and from phone calls, and videos of orders.
alter table service_orders drop constraint service_orders_source_check,
  add constraint service_orders_source_check check (source in ('app', 'console', 'alarm', 'phone'));
update service_orders set source = 'alarm' where source = 'console' and alarm_id is not null;

alter table service_orders add column videos int not null default 0 check (videos between 0 and 2);
create table service_order_videos (
  order_id int not null references service_orders on delete cascade,
  video_no int not null check (video_no between 1 and 2),
  content_type text not null check (content_type in ('video/mp4', 'video/webm', 'video/quicktime')),
  video bytea not null,
  uid int references accounts on delete set null,
  at timestamptz not null,
  primary key (order_id, video_no)
);
-- It is compressed already.
alter table service_order_videos alter column video set storage external;
create index service_order_videos_uid on service_order_videos (uid);
comment on column service_order_videos.uid is 'Who of the staff attached it; null = the respondent, or an account that is gone.';
