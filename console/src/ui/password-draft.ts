import { LIMITS } from '@heatfleet/contract/limits.ts'

/** A new password as typed twice. */
export type PasswordDraft = { fresh: string; repeat: string }
export type PasswordProblem = 'length' | 'differs'

/** Spec 5: 6 to 16 characters, case sensitive; and twice the same. Null = may be sent. */
export const passwordProblem = ({ fresh, repeat }: PasswordDraft): PasswordProblem | null => {
  if (fresh.length < LIMITS.password_min || fresh.length > LIMITS.password_max) return 'length'
  return fresh === repeat ? null : 'differs'
}
