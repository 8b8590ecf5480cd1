-- Finished days of a device become one segment a month, whose columns are read one by one.
alter table report_chunks add column head bytea;
alter table report_chunks alter head set storage external;
comment on table report_chunks is 'Reports of a device in columns (server/src/segments), one partition a month. Without head: a UTC day, body is one piece. With head: days of a month that runs, the head says where each column stands in body. Several parts: several product versions, or reports that came late.';
comment on column report_chunks.day is 'UTC day of its first report.';

-- Apart from the days, whose partition is empty afterwards and gives its space back.
create table report_months (
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
alter table report_months alter head set storage external;
alter table report_months alter body set storage external;
comment on table report_months is 'Months of devices that are over, like report_chunks with a head, one partition a month. Parts count from 1000 on: a part is named by its number in one of both tables.';

create table month_merges (
  device_id int not null,
  month date not null,
  days int not null default 0,
  is_final boolean not null default false,
  primary key (device_id, month)
);
create index month_merges_due on month_merges (month, device_id) where days >= 8 or not is_final;
comment on table month_merges is 'Days of devices that wait to be put into a segment of their month; is_final = that of the whole month is made.';
-- Months of earlier versions: made in the background, readable meanwhile.
insert into month_merges (device_id, month, days)
select device_id, date_trunc('month', day)::date, count(*) from report_chunks group by 1, 2;
