import { z } from 'zod'
import { AccountLanguage } from '../accounts/draft.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { MenuEntry } from '../menu-entry.ts'
import { PERMISSIONS } from '../permissions.ts'
import { DEFAULT_PREFERENCES, Preferences } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { SecondFactorCode } from './second-factor.ts'
import { SignInProof } from './sign-in-proof.ts'

/** Spec 5: 6 to 16 characters, case sensitive, not empty. */
export const Password = z.string().min(LIMITS.password_min).max(LIMITS.password_max)

/** Who is signed in; the console keeps it as `UserInfo`. */
export const UserInfo = z.object({
  token: z.string(),
  uid: RowId,
  user_name: z.string(),
  nick_name: z.string(),
  role_name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  must_change_password: z.boolean(),
  /** Fewest characters of a password here (decision 0011). */
  password_min: z.number().int(),
  /** Where the installation has its realtime socket (spec 7); null = at the console's own address. */
  push_url: z.string().nullable().default(null),
  /** User name of who looks through this account's eyes, read-only; null = the account itself. */
  viewer_name: z.string().nullable(),
  /** The role requires a second factor and none is enrolled: until then this session can do nothing else. */
  must_enrol_second_factor: z.boolean(),
  /** Empty = the browser's. */
  language: AccountLanguage,
  time_zone: z.string(),
  preferences: Preferences,
})
export type UserInfo = z.infer<typeof UserInfo>

/** What the log-in returned beside the account. */
const LoggedIn = UserInfo.extend({
  /** Kept by the browser that was to be trusted: it needs no code for thirty days. */
  browser_token: z.string().nullable(),
})

/** The signed-in account without its token: may be returned again after the log-in. */
export const SignedIn = UserInfo.omit({ token: true })
export type SignedIn = z.infer<typeof SignedIn>

/** An example that matches the schema, for the API page and tests. */
export const exampleUserInfo: SignedIn = {
  uid: 1,
  user_name: 'admin',
  nick_name: 'Administrator',
  role_name: 'Platform admin',
  permissions: ['device:view'],
  agent_id: null,
  agent_name: null,
  must_change_password: false,
  password_min: 6,
  push_url: null,
  viewer_name: null,
  must_enrol_second_factor: false,
  language: '',
  time_zone: '',
  preferences: DEFAULT_PREFERENCES,
}

export const session = endpoints({
  login: {
    method: 'POST',
    path: '/user/login',
    kind: 'change',
    of: 'session',
    needs: 'application',
    about: 'unscoped',
    body: z.object({
      /** User name, phone or e-mail. */
      user_name: z.string().trim().min(1).max(LIMITS.email_max),
      password: z.string().min(1).max(64),
      /** The second step of an account with a second factor. */
      code: SecondFactorCode.optional(),
      trust_browser: z.boolean().default(false),
      browser_token: z.string().max(LIMITS.token_max).optional(),
      /** After failed attempts: the challenge of the refusal, solved. */
      proof: SignInProof.optional(),
    }),
    result: LoggedIn,
    fails: [
      'account_or_password_error',
      'account_locked',
      'account_disabled',
      'second_factor_required',
      'second_factor_wrong',
      'too_many_attempts',
      'sign_in_proof_required',
    ],
    says: 'Signs in; the token is sent as header `token` from then on and ends after two idle hours. After three failures `error.details` has a `challenge`: a number is sent with it for which SHA-256 of `<challenge>.<number>` begins with `bits` zero bits.',
    example: { ...exampleUserInfo, token: 'Zm9yIHRoZSBleGFtcGxlIG9ubHk', browser_token: null },
  },
  logoff: {
    method: 'POST',
    path: '/user/logoff',
    kind: 'change',
    of: 'session',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    open_during: ['change_password', 'enrol_second_factor', 'read_only_view'],
    result: z.null(),
    fails: [],
    says: 'Ends this session; its token is dead at once.',
    example: null,
  },
  modifyPassword: {
    method: 'POST',
    path: '/user/modify-password',
    kind: 'change',
    of: 'session',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    open_during: ['change_password', 'enrol_second_factor'],
    body: z.object({ old_password: z.string().min(1).max(64), new_password: Password }),
    result: z.null(),
    fails: [
      'old_password_wrong',
      'password_unchanged',
      'password_length',
      'password_common',
      'password_like_name',
      'too_many_attempts',
    ],
    says: 'Changes the own password and ends every other session of the account.',
    example: null,
  },
  roleMenu: {
    method: 'GET',
    path: '/account/role-menu',
    kind: 'read',
    of: 'menu',
    needs: 'signed-in',
    about: 'unscoped',
    open_during: ['change_password', 'enrol_second_factor'],
    result: z.array(MenuEntry),
    fails: [],
    says: 'The menu of the signed-in account: the routes it may open, one parent per top-level entry.',
    example: [
      {
        path: '/device',
        name: 'device',
        label: 'Device management',
        icon: 'device',
        permissions: ['device:view'],
        hidden: false,
        children: [],
      },
    ],
  },
})
