import { BUILT_IN_ROLES, type BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import { useMemo } from 'react'
import { useMessages } from './messages.ts'

const BUILT_IN_NAMES = Object.keys(BUILT_IN_ROLES) as BuiltInRole[] // the keys of the table

type RoleTexts = Readonly<Record<BuiltInRole, { name: string; description: string }>>

/** Name and description of a built-in role in the person's language; undefined for a role that people made. */
export const useBuiltInRole = (): ((role_name: string) => RoleTexts[BuiltInRole] | undefined) => {
  const t = useMessages('shared')
  return useMemo(() => {
    const texts: RoleTexts = t(($) => $.role_names, { returnObjects: true })
    return (role_name) => {
      const name = BUILT_IN_NAMES.find((known) => known === role_name)
      return name === undefined ? undefined : texts[name]
    }
  }, [t])
}

/** The name of the role of an account: ours in the person's language, those people made as they wrote them. */
export const useRoleNameText = (): ((role_name: string) => string) => {
  const builtIn = useBuiltInRole()
  return useMemo(() => (role_name) => builtIn(role_name)?.name ?? role_name, [builtIn])
}
