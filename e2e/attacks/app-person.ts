import { api } from '@heatfleet/contract/api.ts'
import { type Call, createClient } from '@heatfleet/contract/client.ts'

const PASSWORD = 'Warm-House-42'

/** Registers an app as staff do, and gives people who sign up and in with it. */
export const openApp = async (base_url: string, admin: Call, app_name: string) => {
  const { app_key, app_secret } = await admin(api.createApplication, { body: { app_name } })
  const clientOf = (token: string | null): Call =>
    createClient({ base_url, key: app_key, secret: app_secret, token: () => token })
  return {
    /** Somebody new: signed up, signed in. */
    join: async (email: string): Promise<{ call: Call; app_user_id: number }> => {
      const anonymous = clientOf(null)
      await anonymous(api.appSignUp, { body: { email, password: PASSWORD, accepts_privacy_policy: true } })
      const { token, app_user_id } = await anonymous(api.appSignIn, { body: { name: email, password: PASSWORD } })
      return { call: clientOf(token), app_user_id }
    },
  }
}
