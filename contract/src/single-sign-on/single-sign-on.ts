import { z } from 'zod'
import { ByUid } from '../accounts/accounts.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { exampleUserInfo, UserInfo } from '../session/session.ts'

/** Where the provider sends the browser back to; registered there, and no call of the table: it answers a redirect. */
export const CALLBACK_PATH = '/sso/callback'

/** A person at the provider who signs in to an account. */
export const Identity = z.object({
  identity_id: RowId,
  issuer: z.string(),
  /** The provider's e-mail claim at the last sign-in; empty without one. */
  email: z.string(),
  linked_at: z.string(),
  last_used_at: z.string(),
})
export type Identity = z.infer<typeof Identity>

/** What the browser brings back from the provider. */
const Answer = z.object({
  attempt: z.string().min(1).max(LIMITS.sign_on_text_max),
  /** The query with which the provider sent the browser back, whole. */
  answer: z.string().min(1).max(LIMITS.sign_on_text_max),
})
/** A begun attempt: the provider's page to open, and what to send back with its answer. */
const Attempt = z.object({ address: z.url(), attempt: z.string() })
const exampleAttempt = {
  address: 'https://login.example.com/auth?client_id=heatfleet',
  attempt: 'c2VhbGVk',
}
const ByIdentity = z.object({ identity_id: RowId })
const example: Identity = {
  identity_id: 1,
  issuer: 'https://login.example.com',
  email: 'wang@example.com',
  linked_at: '2026-11-02T08:00:00.000Z',
  last_used_at: '2026-11-27T07:12:00.000Z',
}

/** Sign-in of staff at an OpenID Connect provider of the operator. */
export const singleSignOn = endpoints({
  signOnProvider: {
    method: 'GET',
    path: '/user/sso-provider',
    kind: 'read',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    result: z.object({ name: z.string().nullable() }),
    fails: [],
    says: 'Name of the provider that staff may sign in with; null while none is set.',
    example: { name: 'Example ID' },
  },
  startSignOn: {
    method: 'POST',
    path: '/user/sso-start',
    kind: 'read',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    result: Attempt,
    fails: ['single_sign_on_off', 'single_sign_on_failed'],
    says: "Begins a sign-in: the provider's page to open, and the sealed attempt to send back afterwards, within ten minutes.",
    example: exampleAttempt,
  },
  finishSignOn: {
    method: 'POST',
    path: '/user/sso-login',
    kind: 'change',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    body: Answer,
    result: UserInfo,
    fails: [
      'single_sign_on_off',
      'single_sign_on_failed',
      'single_sign_on_expired',
      'single_sign_on_no_account',
      'single_sign_on_no_second_factor',
      'account_disabled',
    ],
    says: 'Ends a sign-in at the provider. A person that no account is linked to is refused; the operator may let the confirmed e-mail find the account.',
    example: { ...exampleUserInfo, token: 'Zm9yIHRoZSBleGFtcGxlIG9ubHk' },
  },
  ownIdentities: {
    method: 'GET',
    path: '/center/identities',
    kind: 'read',
    of: 'identity',
    needs: 'signed-in',
    about: 'unscoped',
    result: z.array(Identity),
    fails: [],
    says: 'Persons at the provider who sign in to the own account.',
    example: [example],
  },
  startIdentityLink: {
    method: 'POST',
    path: '/center/link-identity-start',
    kind: 'read',
    of: 'identity',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    result: Attempt,
    fails: ['single_sign_on_off', 'single_sign_on_failed'],
    says: 'Begins to link a person at the provider to the own account.',
    example: exampleAttempt,
  },
  linkIdentity: {
    method: 'POST',
    path: '/center/link-identity',
    kind: 'change',
    of: 'identity',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: Answer,
    result: z.null(),
    fails: ['single_sign_on_off', 'single_sign_on_failed', 'single_sign_on_expired', 'single_sign_on_taken'],
    says: 'Ends it: from now on that person signs in to the own account without its password.',
    example: null,
  },
  forgetOwnIdentity: {
    method: 'POST',
    path: '/center/forget-identity',
    kind: 'change',
    of: 'identity',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: ByIdentity,
    result: z.null(),
    fails: ['not_found'],
    says: 'Unlinks a person at the provider from the own account and ends the sessions opened that way, this one excepted.',
    example: null,
  },
  accountIdentities: {
    method: 'GET',
    path: '/account/:id/identities',
    kind: 'read',
    of: 'identity',
    needs: 'account:view',
    about: 'account',
    params: ByUid,
    result: z.array(Identity),
    fails: ['user_not_exist'],
    says: 'Persons at the provider who sign in to an account.',
    example: [example],
  },
  forgetIdentity: {
    method: 'POST',
    path: '/account/:id/forget-identity',
    kind: 'change',
    of: 'identity',
    needs: 'account:disable',
    about: 'account',
    params: ByUid,
    body: ByIdentity,
    result: z.null(),
    fails: ['user_not_exist', 'account_above_own', 'not_found'],
    says: 'Unlinks a person at the provider from an account and ends the sessions opened that way.',
    example: null,
  },
})
