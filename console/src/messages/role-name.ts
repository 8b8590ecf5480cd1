import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import { useMemo } from 'react'
import { useMessages } from './messages.ts'

type RoleTexts = Readonly<Record<BuiltInRole, { name: string; description: string }>>

/** Name and description of a built-in role in the person's language; undefined for a role that people made. */
export const useBuiltInRole = (): ((role_name: string) => RoleTexts[BuiltInRole] | undefined) => {
  const t = useMessages('shared')
  return useMemo(() => {
    const texts: RoleTexts = t(($) => $.role_names, { returnObjects: true })
    const isBuiltIn = (role_name: string): role_name is BuiltInRole => Object.hasOwn(texts, role_name)
    return (role_name) => (isBuiltIn(role_name) ? texts[role_name] : undefined)
  }, [t])
}

/** The name of the role of an account: ours in the person's language, those people made as they wrote them. */
export const useRoleNameText = (): ((role_name: string) => string) => {
  const builtIn = useBuiltInRole()
  return useMemo(() => (role_name) => builtIn(role_name)?.name ?? role_name, [builtIn])
}
