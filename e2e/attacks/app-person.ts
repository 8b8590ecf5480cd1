import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'
import { type RawAnswer, rawCall } from './raw-call.ts'

/** Password of every user created here. */
export const APP_PASSWORD = 'Warm-House-42'

/** Registers an app and creates users who sign up and in with it. */
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
    /** A new user, signed up and signed in. */
    join: async (email: string): Promise<{ call: Call; app_user_id: number }> => {
      await signUp(email)
      const { token, app_user_id } = await anonymous(api.appSignIn, { body: { name: email, password: APP_PASSWORD } })
      return { call: clientOf(token), app_user_id }
    },
    /** Tries a password at the app's sign-in. */
    trySignIn: (name: string, password: string): Promise<RawAnswer> =>
      rawCall(base_url, '/app/sign-in', { headers, body: JSON.stringify({ name, password }) }),
    /** Requests an account under a name that may be taken. */
    trySignUp: (email: string): Promise<RawAnswer> =>
      rawCall(base_url, '/app/sign-up', {
        headers,
        body: JSON.stringify({ email, password: APP_PASSWORD, accepts_privacy_policy: true }),
      }),
  }
}
