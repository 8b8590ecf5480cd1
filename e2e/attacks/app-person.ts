import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { type RawAnswer, rawCall } from './raw-call.ts'

/** Of everybody who signs up here. */
export const APP_PASSWORD = 'Warm-House-42'

/** Registers an app as staff do, and gives people who sign up and in with it. */
export const openApp = async (base_url: string, admin: Call, app_name: string) => {
  const { app_key, app_secret } = await admin(api.createApplication, { body: { app_name } })
  const clientOf = (token: string | null): Call =>
    createClient({ base_url, key: app_key, secret: app_secret, token: () => token })
  const headers = { key: app_key, secret: app_secret, 'content-type': 'application/json' }
  const anonymous = clientOf(null)
  const signUp = (email: string) =>
    anonymous(api.appSignUp, { body: { email, password: APP_PASSWORD, accepts_privacy_policy: true } })
  return {
    signUp,
    /** Somebody new: signed up, signed in. */
    join: async (email: string): Promise<{ call: Call; app_user_id: number }> => {
      await signUp(email)
      const { token, app_user_id } = await anonymous(api.appSignIn, { body: { name: email, password: APP_PASSWORD } })
      return { call: clientOf(token), app_user_id }
    },
    /** Tries a password at the app's own door. */
    trySignIn: (name: string, password: string): Promise<RawAnswer> =>
      rawCall(base_url, '/app/sign-in', { headers, body: JSON.stringify({ name, password }) }),
    /** Asks for an account under a name that may be taken. */
    trySignUp: (email: string): Promise<RawAnswer> =>
      rawCall(base_url, '/app/sign-up', {
        headers,
        body: JSON.stringify({ email, password: APP_PASSWORD, accepts_privacy_policy: true }),
      }),
  }
}
