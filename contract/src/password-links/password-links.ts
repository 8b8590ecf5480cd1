import { z } from 'zod'
import { AccountLanguage } from '../accounts/draft.ts'
import { endpoints } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { RowIdText } from '../row-id.ts'
import { Password } from '../session/session.ts'

const ById = z.object({ id: RowIdText })
const Token = z.string().min(1).max(LIMITS.token_max)
const token = 'Zm9yIHRoZSBleGFtcGxlIG9ubHk'
const expires_time = '2026-11-22T09:15:00.000Z'

/**
 * A link, returned once to its creator; the console builds the address of its own page from the token. `mail_to` is the address it
 * can be sent to: null where its owner has none, no e-mail channel reaches the creator, or the product does not know its own address.
 */
export const PasswordLink = z.object({
  name: z.string(),
  token: z.string(),
  expires_time: z.iso.datetime(),
  mail_to: z.email().nullable(),
})
export type PasswordLink = z.infer<typeof PasswordLink>

/** Whose link it is: what his new password must not be like, and the fewest characters it has. */
export const PasswordLinkOwner = z.object({
  kind: z.enum(['account', 'app-user']),
  name: z.string(),
  password_min: z.number().int(),
  expires_time: z.iso.datetime(),
})
export type PasswordLinkOwner = z.infer<typeof PasswordLinkOwner>

const LINK_FAILS = ['password_link_invalid', 'account_disabled'] as const satisfies readonly ErrorCode[]
const example: PasswordLink = { name: 'hangzhou', token, expires_time, mail_to: 'hangzhou@example.com' }

/** Choosing a new password by a link: one that an administrator hands over (product 3.20, 3.29), or one by e-mail (3.1). */
export const passwordLinks = endpoints({
  passwordRecovery: {
    method: 'GET',
    path: '/user/password-recovery',
    kind: 'read',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    result: z.object({ by_mail: z.boolean() }),
    fails: [],
    says: 'Whether a person may ask for a link to a new password: the console knows its own address and an e-mail channel is on.',
    example: { by_mail: true },
  },
  requestPasswordLink: {
    method: 'POST',
    path: '/user/password-recovery',
    kind: 'change',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    body: z.object({
      /** User name, phone or e-mail, as at the sign-in. */
      user_name: z.string().trim().min(1).max(LIMITS.email_max),
      /** Of the mail to an account that has no language of its own. */
      language: AccountLanguage.default(''),
    }),
    result: z.object({ minutes: z.number().int() }),
    fails: ['password_recovery_off', 'too_many_attempts'],
    says: 'Sends a link to a new password to the e-mail of the account. The answer is the same whether there is such an account or not.',
    example: { minutes: 30 },
  },
  accountPasswordLink: {
    method: 'POST',
    path: '/account/:id/password-link',
    kind: 'change',
    of: 'account',
    needs: 'account:reset-password',
    about: 'account',
    params: ById,
    result: PasswordLink,
    fails: ['user_not_exist', 'account_above_own', 'own_access_fixed', 'account_disabled'],
    says: 'Makes a link, told this once and good for one use, with which the account chooses a new password. The present one works until then.',
    example,
  },
  appUserPasswordLink: {
    method: 'POST',
    path: '/user-manage/:id/password-link',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:edit',
    about: 'app_user',
    params: ById,
    result: PasswordLink,
    fails: ['app_user_not_found', 'app_user_erased', 'account_disabled'],
    says: 'The same for an app user.',
    example: { name: 'Anna', token, expires_time, mail_to: null },
  },
  sendPasswordLink: {
    method: 'POST',
    path: '/user/password-link/send',
    kind: 'change',
    of: 'session',
    needs: 'signed-in',
    about: 'unscoped',
    body: z.object({ token: Token }),
    result: z.object({ mail_to: z.email() }),
    fails: [...LINK_FAILS, 'password_link_mail', 'password_link_mailed'],
    says: 'Sends a link that the caller made to its owner by e-mail, once; answers when the mail server has taken it.',
    example: { mail_to: 'hangzhou@example.com' },
  },
  passwordLink: {
    method: 'POST',
    path: '/user/password-link',
    kind: 'read',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    body: z.object({ token: Token }),
    result: PasswordLinkOwner,
    fails: LINK_FAILS,
    says: 'Whose link it is, as long as it may be used.',
    example: { kind: 'account', name: 'hangzhou', password_min: 6, expires_time },
  },
  usePasswordLink: {
    method: 'POST',
    path: '/user/password-link/use',
    kind: 'change',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    body: z.object({ token: Token, new_password: Password }),
    result: z.null(),
    fails: [...LINK_FAILS, 'password_length', 'password_common', 'password_like_name'],
    says: 'Sets the new password, ends every session of that person, and makes the link worthless.',
    example: null,
  },
})
