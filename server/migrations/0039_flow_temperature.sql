-- The flow water temperature stands beside the newest blocks: a list shows it of each device, and need not unpack them.

alter table device_status add column flow_c double precision;
comment on column device_status.flow_c is 'Flow water temperature of latest_blocks, decoded under layout_id; null = unknown.';

-- Columns that a newer version added and the program itself must fill, for only it can decode: taken away when done.
create table fills_due (
  name text primary key,
  after_id int not null default 0
);
comment on column fills_due.after_id is 'Rows up to this id are done.';
insert into fills_due (name) select 'device_status.flow_c' where exists (select from device_status where latest_blocks is not null);
