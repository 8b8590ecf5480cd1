-- Names of roles and resource groups are unique within the house that made them: another distributor's are not told by a refusal.

alter table roles drop constraint roles_role_name_key;
create unique index roles_name on roles (coalesce(agent_id, 0), lower(role_name));
alter table resource_groups drop constraint resource_groups_group_name_key;
create unique index resource_groups_name on resource_groups (coalesce(agent_id, 0), lower(group_name));
create index roles_agent on roles (agent_id);
create index resource_groups_agent on resource_groups (agent_id);
