-- A device's copy of its distributor's path cannot be stale: number and path are one foreign key, and a move of the
-- distributor takes the devices with it in the same statement.

alter table distributors add constraint distributors_place unique (agent_id, agent_path);
alter table devices
  drop constraint devices_agent_id_fkey,
  add constraint devices_distributor_fkey foreign key (agent_id, agent_path)
    references distributors (agent_id, agent_path) on update cascade;
