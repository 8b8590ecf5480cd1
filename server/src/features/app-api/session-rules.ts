import { LIMITS } from '@heatfleet/contract/limits.ts'

/** When a session of the app expires, unix ms: idle timeout or maximum age. */
export const endOf = (session: { created_at: Date; last_seen_at: Date }): number =>
  Math.min(
    session.last_seen_at.getTime() + LIMITS.app_session_idle_ms,
    session.created_at.getTime() + LIMITS.app_session_absolute_ms,
  )

/**
 * The counters of one sign-in attempt: as at the console, the guessing address is locked out and not the owner. `pseudonym` comes
 * from `pseudonymOf` of the typed name: a password in the wrong field, or a phone number, is never stored in clear.
 */
export const signInSubjects = (app_id: number, pseudonym: string, address: string) => {
  const account = `app-user:${app_id}:${pseudonym}`
  return { pair: `${account}|${address}`, account, address: `app-address:${address}` }
}

/** The counters of password checks of a signed-in user; separate from those of the sign-in. */
export const passwordSubjects = (app_user_id: number, address: string) => {
  const account = `app-user-password:${app_user_id}`
  return { pair: `${account}|${address}`, account, address: `app-address:${address}` }
}

/** The counters of sign-ups: each counts, whether the name was free or not; pseudonymised as at the sign-in. */
export const signUpSubjects = (app_id: number, pseudonym: string, address: string) => {
  const account = `sign-up:${app_id}:${pseudonym}`
  return { pair: `${account}|${address}`, account, address: `sign-up-address:${address}` }
}

/** The counters of wrong claim codes by user, device and address. */
export const claimSubjects = (app_user_id: number, target: string, address: string) => ({
  pair: `claim-user:${app_user_id}`,
  account: `claim-device:${target}`,
  address: `claim-address:${address}`,
})
