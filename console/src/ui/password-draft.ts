import {
  checkPassword,
  type PasswordFlaw,
  type PasswordOwner,
  type PasswordPolicy,
} from '@heatfleet/contract/session/password-policy.ts'

/** A new password as typed twice. */
export type PasswordDraft = { fresh: string; repeat: string }
export type PasswordProblem = PasswordFlaw | { code: 'differs' }

/** What is wrong with it: the installation's policy, and twice the same. Null = may be sent. */
export const passwordProblem = (
  policy: PasswordPolicy,
  { fresh, repeat }: PasswordDraft,
  owner: PasswordOwner = {},
): PasswordProblem | null =>
  checkPassword(policy, fresh, owner) ?? (fresh === repeat ? null : { code: 'differs' as const })
