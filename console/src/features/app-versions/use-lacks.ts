import type { Permission } from '@heatfleet/contract/permissions.ts'
import { usePermission } from '../../cloud/session.ts'
import { useRightWords } from '../../words/right-words.ts'
import { useWords } from '../../words/words.ts'

/** Why a button needs more than the role has; undefined when the right is held. */
export const useLacks = (permission: Permission): string | undefined => {
  const t = useWords('apps')
  const { rights } = useRightWords()
  return usePermission(permission) ? undefined : t(($) => $.lacks, { right: rights[permission].name })
}
