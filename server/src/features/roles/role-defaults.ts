import { Refusal } from '@heatfleet/contract/errors.ts'
import { LEVEL_SCOPES, type NewRole, type RoleChange, RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import type { Caller } from '../../caller.ts'
import type { RoleRow } from './store.ts'

/** A new role with what was left out: the level of the caller's organisation, and the caller's own data scope where the level has it. */
export const completeNewRole = (caller: Pick<Caller, 'agent_id' | 'data_scope'>, given: NewRole): RoleDraft => {
  const { level = caller.agent_id === null ? 'manufacturer' : 'distributor' } = given
  const own = LEVEL_SCOPES[level].find((scope) => scope === caller.data_scope)
  return parsed({ ...given, level, data_scope: given.data_scope ?? own ?? LEVEL_SCOPES[level][0] })
}

/** An edited role with what was left out: as it is. */
export const completeEdit = (before: RoleRow, given: Omit<RoleChange, 'updated_at'>): RoleDraft =>
  parsed({
    description: before.description,
    level: before.level,
    permissions: before.permissions,
    data_scope: before.data_scope,
    scope_overrides: before.scope_overrides,
    requires_totp: before.requires_totp,
    ...given,
  })

const parsed = (role: object): RoleDraft => {
  const { data, error } = RoleDraft.safeParse(role)
  if (data !== undefined) return data
  const field = error.issues[0]?.path.join('.') ?? 'data_scope'
  throw new Refusal('invalid_input', { field, details: { rule: 'scope_of_level' } })
}
