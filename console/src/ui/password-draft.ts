import {
  checkPassword,
  type PasswordFlaw,
  type PasswordOwner,
  type PasswordPolicy,
} from '@heatfleet/contract/session/password-policy.ts'

/** A new password and its repetition. */
export type PasswordDraft = { password: string; repeat: string }
export type PasswordProblem = PasswordFlaw | { code: 'differs' }

/** The first violation: of the installation's password policy, or of the repetition. Null = valid. */
export const passwordProblem = (
  policy: PasswordPolicy,
  { password, repeat }: PasswordDraft,
  owner: PasswordOwner = {},
): PasswordProblem | null =>
  checkPassword(policy, password, owner) ?? (password === repeat ? null : { code: 'differs' as const })
