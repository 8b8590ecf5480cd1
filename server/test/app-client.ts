import { appApi } from '@heatfleet/contract/app-api/app-api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import type { Kysely } from 'kysely'
import { hashAppSecret } from '../src/features/apps/public.ts'
import { claimCodeOf } from '../src/features/bindings/public.ts'
import type { Tables } from '../src/platform/tables.ts'
import type { SmallDevice } from './small-fleet.ts'

const SECRET = 'secret of a test app'
export const APP_USER_PASSWORD = 'Warm-House-42'

/** An app of a test, registered in the database, and its people as the real API makes them. */
export const registerApp = async (db: Kysely<Tables>, base_url: string, app_name = 'Home') => {
  const app_key = `app_${app_name}`
  const { app_id } = await db
    .insertInto('applications')
    .values({ app_name, app_key, secret_hash: hashAppSecret(SECRET) })
    .returning('app_id')
    .executeTakeFirstOrThrow()
  const clientOf = (token: string | null): Call =>
    createClient({ base_url, key: app_key, secret: SECRET, token: () => token })
  const anonymous = clientOf(null)
  const signIn = async (name: string, password = APP_USER_PASSWORD) => {
    const { token, app_user_id } = await anonymous(appApi.appSignIn, { body: { name, password } })
    return { token, app_user_id, call: clientOf(token) }
  }
  const join = async (email: string) => {
    const body = { email, password: APP_USER_PASSWORD, nick_name: email, accepts_privacy_policy: true } as const
    await anonymous(appApi.appSignUp, { body })
    return signIn(email)
  }
  return { app_id, app_key, secret: SECRET, anonymous, clientOf, signIn, join }
}
export type TestApp = Awaited<ReturnType<typeof registerApp>>

/** The code on the label of a device, while its owner generation is this. */
export const codeOnLabel = ({ secret, mac }: SmallDevice, claim_generation = 1): string =>
  claimCodeOf(secret, mac, claim_generation)
