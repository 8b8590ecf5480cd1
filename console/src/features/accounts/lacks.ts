import type { Account } from '@heatfleet/contract/account-row.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { usePermission, useSession } from '../../cloud/session.ts'
import { useCodeText } from '../../words/error-text.ts'
import { useRightWords } from '../../words/right-words.ts'
import { useWords } from '../../words/words.ts'

/** Why a button needs more than the role has; undefined when the right is held. */
export const useLacks = (permission: Permission): string | undefined => {
  const t = useWords('accounts')
  const { rights } = useRightWords()
  return usePermission(permission) ? undefined : t(($) => $.actions.lacks, { right: rights[permission].name })
}

/** Why this account may not be touched although the right is held: it has more than oneself, or is oneself. */
export const useUntouchable = () => {
  const codeText = useCodeText()
  const own = useSession((session) => session.user?.uid)
  return ({ uid, above_own }: Account) => {
    const above = above_own ? codeText('account_above_own') : undefined
    return { above, above_or_own: above ?? (uid === own ? codeText('own_access_fixed') : undefined) }
  }
}
