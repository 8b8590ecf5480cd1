import { usePermission } from '../../cloud/session.ts'
import { useRightWords } from '../../words/right-words.ts'
import { useWords } from '../../words/words.ts'

/** Why fault codes cannot be changed; undefined when the right is held. */
export const useLacksEdit = (): string | undefined => {
  const t = useWords('faults')
  const { rights } = useRightWords()
  return usePermission('faultcode:edit') ? undefined : t(($) => $.lacks, { right: rights['faultcode:edit'].name })
}
