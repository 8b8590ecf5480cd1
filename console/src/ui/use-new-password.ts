import { type PasswordOwner, passwordStrength } from '@heatfleet/contract/session/password-policy.ts'
import { useEffect, useState } from 'react'
import { type PasswordDraft, type PasswordProblem, passwordProblem } from './password-draft.ts'

const NONE: ReadonlySet<string> = new Set()

/** A new password in the hands of a person: what is typed, what is wrong with it, how strong it is (0 to 3). */
export type NewPassword = {
  min: number
  draft: PasswordDraft
  type: (draft: PasswordDraft) => void
  problem: PasswordProblem | null
  strength: 0 | 1 | 2 | 3
}

/** Judges by the same rule as the server; its list of common passwords comes while the first letters are typed. */
export const useNewPassword = (min: number, owner: PasswordOwner): NewPassword => {
  const [draft, type] = useState<PasswordDraft>({ fresh: '', repeat: '' })
  const [common, setCommon] = useState(NONE)
  useEffect(() => {
    let current = true
    import('@heatfleet/contract/session/common-passwords.ts').then(
      ({ COMMON_PASSWORDS }) => current && setCommon(COMMON_PASSWORDS),
      () => {
        // Without the list the server still refuses; everything else is judged here.
      },
    )
    return () => {
      current = false
    }
  }, [])
  const policy = { min, common }
  return {
    min,
    draft,
    type,
    problem: passwordProblem(policy, draft, owner),
    strength: passwordStrength(policy, draft.fresh, owner),
  }
}
