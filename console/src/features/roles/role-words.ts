import type { DataScope } from '@heatfleet/contract/data-scope.ts'
import type { Role } from '@heatfleet/contract/roles.ts'
import { BUILT_IN_ROLES, type BuiltInRole, type RoleLevel } from '@heatfleet/contract/roles-built-in.ts'
import { useMemo } from 'react'
import { useWords } from '../../words/words.ts'

const BUILT_IN_NAMES = Object.keys(BUILT_IN_ROLES) as BuiltInRole[] // the keys of the table

type Named = Pick<Role, 'role_name' | 'built_in' | 'description'>

const useBuiltIn = () => {
  const t = useWords('rights')
  return useMemo(() => {
    const words = t(($) => $.roles, { returnObjects: true })
    return ({ role_name, built_in }: Named) => {
      const name = built_in ? BUILT_IN_NAMES.find((known) => known === role_name) : undefined
      return name === undefined ? undefined : words[name]
    }
  }, [t])
}

/** The name of a role: ours in the person's language, those people made as they wrote them. */
export const useRoleName = (): ((role: Named) => string) => {
  const builtIn = useBuiltIn()
  return useMemo(() => (role) => builtIn(role)?.name ?? role.role_name, [builtIn])
}

/** The same with the description. */
export const useRoleText = (): ((role: Named) => string) => {
  const builtIn = useBuiltIn()
  return useMemo(() => (role) => builtIn(role)?.description ?? role.description, [builtIn])
}

/** A data scope by name; what "everything" is depends on the level. */
export const useScopeName = (): ((scope: DataScope, level: RoleLevel) => string) => {
  const t = useWords('roles')
  return useMemo(() => (scope, level) => t(($) => $.scopes[level][scope].name), [t])
}
