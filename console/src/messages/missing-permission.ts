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

const ANY_RIGHT = '\u0000'

/** Tells the reason {@link useMissingPermission} gives, which no waiting changes, from every other. */
export const useIsMissingPermission = (): ((reason: string | undefined) => boolean) => {
  const t = useMessages('ui')
  const [before = '', after = ''] = t(($) => $.states.lacks, { right: ANY_RIGHT }).split(ANY_RIGHT)
  return (reason) => reason?.startsWith(before) === true && reason.endsWith(after)
}

/** Why an action that needs a right is not permitted; undefined when the right is held or none is needed (null). The server decides. */
export const useMissingPermission = (permission: Permission | null): string | undefined => {
  const textOf = useMissingPermissionText()
  const may = usePermission(permission)
  return may || permission === null ? undefined : textOf(permission)
}
