-- Units that no distributor has yet are the manufacturer's stock: without a distributor, at the top of every path.
alter table devices alter column agent_id drop not null;
alter table devices add constraint devices_stock_check check ((agent_id is null) = (agent_path = '/'));
comment on column devices.agent_id is 'Null = stock of the manufacturer, whose path is "/".';
