-- Alarms of a resource group are counted by the places and products of their units from the index alone.
drop index alarms_path;
create index alarms_path on alarms (agent_path, product_key, handling, active, muted);
