-- Several days of a month that runs, apart from single days: a table of either kind is empty once its month is made, and is dropped then.
create table report_month_parts (
  device_id int not null,
  day date not null,
  part int not null,
  layout_id int not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  reports int not null,
  head bytea not null,
  body bytea not null,
  primary key (device_id, day, part)
) partition by range (day);
alter table report_month_parts alter head set storage external;
alter table report_month_parts alter body set storage external;
comment on table report_month_parts is 'Eight days or more of a device in a month that is not over, in columns like report_months, one partition a month. Parts count from 500 on: a part is named by its number in one of the three tables.';
comment on table report_chunks is 'Reports of a device in columns (server/src/segments), one partition a month. Without head: a UTC day, body is one piece. With head (written before report_month_parts): days of a month that runs, the head says where each column stands in body. Several parts: several product versions, or reports that came late.';
comment on table report_months is 'Months of devices that are over, like report_month_parts, one partition a month. Parts count from 1000 on: a part is named by its number in one of the three tables.';
