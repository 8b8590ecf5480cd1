import { type PasswordOwner, passwordStrength } from '@heatfleet/contract/session/password-policy.ts'
import { useEffect, useState } from 'react'
import { type PasswordDraft, type PasswordProblem, passwordProblem } from './password-draft.ts'

const NONE: ReadonlySet<string> = new Set()

/** A new password being typed: values, violation, strength (0 to 3). */
export type NewPassword = {
  min: number
  draft: PasswordDraft
  type: (draft: PasswordDraft) => void
  problem: PasswordProblem | null
  strength: 0 | 1 | 2 | 3
}

/** Validates with the server's rule; the list of common passwords is loaded while the first letters are typed. */
export const useNewPassword = (min: number, owner: PasswordOwner): NewPassword => {
  const [draft, type] = useState<PasswordDraft>({ password: '', repeat: '' })
  const [common, setCommon] = useState(NONE)
  useEffect(() => {
    let current = true
    import('@heatfleet/contract/session/common-passwords.ts').then(
      ({ COMMON_PASSWORDS }) => current && setCommon(COMMON_PASSWORDS),
      () => {
        // Without the list the server still refuses; all other rules are validated here.
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
    strength: passwordStrength(policy, draft.password, owner),
  }
}
