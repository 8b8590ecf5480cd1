import type { Permission } from '@heatfleet/contract/permissions.ts'
import { usePermission } from '../cloud/session.ts'
import { useMessages } from './messages.ts'
import { useRightName } from './right-name.ts'

/** The text for a missing permission, by the right's name. */
export const useMissingPermissionText = () => {
  const t = useMessages('ui')
  const nameOf = useRightName()
  return (permission: Permission): string => t(($) => $.states.lacks, { right: nameOf(permission) })
}

/** Why an action that needs a right is not permitted; undefined when the right is held or none is needed (null). The server decides. */
export const useMissingPermission = (permission: Permission | null): string | undefined => {
  const textOf = useMissingPermissionText()
  const may = usePermission(permission)
  return may || permission === null ? undefined : textOf(permission)
}
