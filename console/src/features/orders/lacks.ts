import type { Permission } from '@heatfleet/contract/permissions.ts'
import { usePermission } from '../../cloud/session.ts'
import { useRightWords } from '../../words/right-words.ts'
import { useWords } from '../../words/words.ts'

/** Why somebody may not do what needs a right; undefined = he may. */
export const useLacks = (right: Permission): string | undefined => {
  const t = useWords('orders')
  const { rights } = useRightWords()
  return usePermission(right) ? undefined : t(($) => $.lacks, { right: rights[right].name })
}
