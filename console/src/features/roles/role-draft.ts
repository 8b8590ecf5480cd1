import type { Role, RoleDraft } from '@heatfleet/contract/roles/roles.ts'

/** Converts a role to form values. */
export const draftOf = (role: Role): RoleDraft => {
  const { role_name, description, level, permissions, data_scope, scope_overrides, requires_totp } = role
  return { role_name, description, level, permissions, data_scope, scope_overrides, requires_totp }
}
