import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { preferencesOf } from '@heatfleet/contract/preferences.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import type { AppContext } from '../../app-context.ts'
import { takeCode } from './second-factor.ts'
import type { findAccount } from './store.ts'
import { isTrustedBrowser } from './store-second-factor.ts'
import { hashToken } from './token.ts'

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Result of the second factor, for an account whose password was right. */
type SecondFactorResult = 'not_enrolled' | 'trusted' | 'code' | 'missing' | 'wrong'

/** Checks the second factor: a code is used up, a trusted browser needs none. */
export const checkSecondFactor = async (
  deps: Pick<AppContext, 'database' | 'clock' | 'secret_key'>,
  account: Account,
  given: { code?: string | undefined; browser_token?: string | undefined },
  at: Date,
): Promise<SecondFactorResult> => {
  if (account.totp_enrolled_at === null) return 'not_enrolled'
  if (given.code !== undefined) return (await takeCode(deps, account, given.code)) ? 'code' : 'wrong'
  const { db } = deps.database
  const trusted =
    given.browser_token !== undefined && (await isTrustedBrowser(db, account.uid, hashToken(given.browser_token), at))
  return trusted ? 'trusted' : 'missing'
}

/** The signed-in user as the console receives it. */
export const userInfoOf = (
  account: Account,
  token: string,
  config: Pick<AppContext['config'], 'HEATFLEET_PASSWORD_MIN' | 'HEATFLEET_PUSH_URL'>,
): UserInfo => ({
  token,
  uid: account.uid,
  user_name: account.user_name,
  nick_name: account.nick_name,
  role_name: account.role_name,
  permissions: PERMISSIONS.filter((permission) => account.permissions.includes(permission)),
  agent_id: account.agent_id,
  agent_name: account.agent_name,
  must_change_password: account.must_change_password,
  password_min: config.HEATFLEET_PASSWORD_MIN,
  push_url: config.HEATFLEET_PUSH_URL ?? null,
  must_enrol_second_factor: account.requires_totp && account.totp_enrolled_at === null,
  language: account.language,
  time_zone: account.time_zone,
  preferences: preferencesOf(account.preferences),
  viewer_name: null,
})
