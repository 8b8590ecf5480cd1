import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { useSession } from '../../cloud/session.ts'
import { useCodeText } from '../../messages/error-text.ts'

/**
 * Why this account cannot be changed although the permission is held: it has more permissions than the viewer, or is
 * the viewer.
 */
export const useProtectedReason = () => {
  const codeText = useCodeText()
  const own = useSession((session) => session.user?.uid)
  return ({ uid, above_own }: Account) => {
    const above = above_own ? codeText('account_above_own') : undefined
    return { above, above_or_own: above ?? (uid === own ? codeText('own_access_fixed') : undefined) }
  }
}
