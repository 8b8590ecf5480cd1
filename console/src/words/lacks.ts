import type { Permission } from '@heatfleet/contract/permissions.ts'
import { usePermission } from '../cloud/session.ts'
import { useRightName } from './right-words.ts'
import { useWords } from './words.ts'

/** Says that the role lacks a right, by the right's name. */
export const useLackText = () => {
  const t = useWords('ui')
  const nameOf = useRightName()
  return (permission: Permission): string => t(($) => $.states.lacks, { right: nameOf(permission) })
}

/** Why somebody may not do what needs a right; undefined when it is held, or none is needed (null). Only says so: the server decides. */
export const useLacks = (permission: Permission | null): string | undefined => {
  const textOf = useLackText()
  const may = usePermission(permission)
  return may || permission === null ? undefined : textOf(permission)
}
