-- How many devices of a subtree are in use is asked with every distributor shown: counted by the index alone.

drop index devices_scope;
create index devices_scope on devices (agent_path, mac) include (active);
