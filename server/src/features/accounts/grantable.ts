import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { isGroupGrantable, isRoleGrantable } from './rules.ts'
import { listGroups, listRoles } from './store-grants.ts'

/** Roles and resource groups the caller may grant to at least one account in scope: for pickers. */
export const listGrantable = async (db: Kysely<Tables>, caller: Caller) => {
  const [roles, groups] = await Promise.all([listRoles(db), listGroups(db)])
  return {
    roles: roles
      .filter((role) => isRoleGrantable(caller, role))
      .map(({ role_id, role_name, description, level, data_scope, built_in }) => ({
        role_id,
        role_name,
        description,
        level,
        data_scope,
        built_in,
      })),
    resource_groups: groups
      .filter((group) => isGroupGrantable(caller, group))
      .map(({ resource_group_id, group_name, group_everything }) => ({
        resource_group_id,
        group_name,
        whole_fleet: group_everything,
      })),
    manufacturer: caller.agent_path === EVERYTHING.agent_path,
  }
}
