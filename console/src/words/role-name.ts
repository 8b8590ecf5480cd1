import { BUILT_IN_ROLES, type BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import { useMemo } from 'react'
import { useWords } from './words.ts'

const BUILT_IN_NAMES = Object.keys(BUILT_IN_ROLES) as BuiltInRole[] // the keys of the table

type RoleWords = Readonly<Record<BuiltInRole, { name: string; description: string }>>

/** Name and description of a built-in role in the person's language; undefined for a role that people made. */
export const useBuiltInRole = (): ((role_name: string) => RoleWords[BuiltInRole] | undefined) => {
  const t = useWords('role-names')
  return useMemo(() => {
    const words: RoleWords = t(($) => $.roles, { returnObjects: true })
    return (role_name) => {
      const name = BUILT_IN_NAMES.find((known) => known === role_name)
      return name === undefined ? undefined : words[name]
    }
  }, [t])
}

/** The name of the role of an account: ours in the person's language, those people made as they wrote them. */
export const useRoleNameText = (): ((role_name: string) => string) => {
  const builtIn = useBuiltInRole()
  return useMemo(() => (role_name) => builtIn(role_name)?.name ?? role_name, [builtIn])
}
