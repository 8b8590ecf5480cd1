import type { DataScope } from '@heatfleet/contract/data-scope.ts'
import type { RoleLevel } from '@heatfleet/contract/roles/built-in.ts'
import type { Role } from '@heatfleet/contract/roles/roles.ts'
import { useMemo } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useBuiltInRole } from '../../messages/role-name.ts'

type RoleTexts = Pick<Role, 'role_name' | 'built_in' | 'description'>

/** The name of a role: built-in ones are translated, others as stored. */
export const useRoleName = (): ((role: RoleTexts) => string) => {
  const builtIn = useBuiltInRole()
  return useMemo(
    () => (role) => (role.built_in ? builtIn(role.role_name)?.name : undefined) ?? role.role_name,
    [builtIn],
  )
}

/** The description of a role: built-in ones are translated. */
export const useRoleText = (): ((role: RoleTexts) => string) => {
  const builtIn = useBuiltInRole()
  return useMemo(
    () => (role) => (role.built_in ? builtIn(role.role_name)?.description : undefined) ?? role.description,
    [builtIn],
  )
}

/** The name of a data scope; that of "everything" depends on the level. */
export const useScopeName = (): ((scope: DataScope, level: RoleLevel) => string) => {
  const t = useMessages('roles')
  return useMemo(() => (scope, level) => t(($) => $.scopes[level][scope].name), [t])
}
