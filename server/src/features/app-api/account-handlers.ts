import { CONSENTS } from '@heatfleet/contract/app-users/app-users.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { AppUserCaller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { eraseAppUser, updateAppUser } from '../app-users/public.ts'
import {
  assertPassword,
  forgiveAttempt,
  hashToken,
  isPasswordOf,
  makeToken,
  pseudonymOf,
  reserveAttempt,
  sweepAttempts,
} from '../session/public.ts'
import { endOf, passwordSubjects, signInSubjects, signUpSubjects } from './session-rules.ts'
import { insertAppUser, listLatestConsents, saveConsent, updatePassword } from './store.ts'
import {
  deleteSession,
  findById,
  findByName,
  insertRefusedLogIn,
  insertSession,
  isKnownAddress,
} from './store-sessions.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key'>
type Names =
  | 'appSignUp'
  | 'appSignIn'
  | 'appSignOut'
  | 'appProfile'
  | 'appEditProfile'
  | 'appChangePassword'
  | 'appConsents'
  | 'appConsent'
  | 'appDeleteAccount'

const isUnknownAddress = async (): Promise<boolean> => false

/** Accounts of the app: created, used, changed and deleted by their owners. */
export const appAccountHandlers = ({ database: { db }, clock, config, secret_key }: Deps) => {
  const now = () => new Date(clock.now())

  /** Counts an attempt as failed before the password is checked; returns a function that reverts the count. */
  const reserve = async (subjects: ReturnType<typeof signInSubjects>, at: Date, isKnown: typeof isUnknownAddress) => {
    const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
    const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown })
    if (attempt.state === 'too_many') throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
    if (attempt.state === 'locked') throw new Refusal('account_locked', { details: { minutes: attempt.minutes } })
    return () => forgiveAttempt(db, subjects, at)
  }

  /** The caller's own row if the password is right; wrong passwords are limited as at sign-in. */
  const readWithPassword = async (caller: AppUserCaller, password: string, address: string) => {
    const at = now()
    const user = await findById(db, caller.app_user_id)
    const subjects = passwordSubjects(caller.app_user_id, address)
    const attempt = { at, per_address_max: config.HEATFLEET_LOGIN_PER_ADDRESS, isKnown: isUnknownAddress }
    if ((await reserveAttempt(db, subjects, attempt)).state !== 'allowed') throw new Refusal('too_many_attempts')
    const right = await isPasswordOf(user.password_hash, password)
    if (right) await forgiveAttempt(db, subjects, at)
    return right ? user : null
  }

  const profileOf = async (app_user_id: number) => {
    const { password_hash: _, app_id: __, phone, email, ...user } = await findById(db, app_user_id)
    return { ...user, phone: phone ?? '', email: email ?? '' }
  }

  const consentsOf = async (app_user_id: number) => {
    const rows = await listLatestConsents(db, app_user_id)
    return CONSENTS.map((consent) => {
      const row = rows.find((one) => one.consent === consent)
      const time = row?.withdrawn_at ?? row?.given_at ?? null
      return { consent, given: row !== undefined && row.withdrawn_at === null, time: time?.toISOString() ?? null }
    })
  }

  return {
    appSignUp: async ({ body }, { caller, address }) => {
      const at = now()
      const { password, accepts_privacy_policy: _, ...user } = body
      assertPassword(config, password, user)
      const name = pseudonymOf(secret_key, user.email ?? user.phone ?? '')
      const subjects = signUpSubjects(caller.app_id, name, address)
      const per_address_max = config.HEATFLEET_SIGN_UP_PER_ADDRESS
      const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown: isUnknownAddress })
      if (attempt.state !== 'allowed') throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
      const password_hash = await hashPassword(password)
      await insertAppUser(db, { ...user, app_id: caller.app_id, password_hash, created_at: at }, ['privacy_policy'])
      return null
    },

    appSignIn: async ({ body }, { caller, address, note }) => {
      const at = now()
      const name = { app_id: caller.app_id, name: body.name }
      const subjects = signInSubjects(caller.app_id, pseudonymOf(secret_key, body.name), address)
      const forgive = await reserve(subjects, at, () => isKnownAddress(db, name, address, at))
      const user = await findByName(db, name)
      // Unknown names are never logged: users type passwords into the wrong field.
      if (user !== null) note({ user_name: `app-user ${user.app_user_id}`, object: `app-user ${user.app_user_id}` })
      const attempt_detail = { at, address, app_version: body.app_version, phone_model: body.phone_model }
      if (!(await isPasswordOf(user?.password_hash ?? null, body.password)) || user === null) {
        await insertRefusedLogIn(db, name, { ...attempt_detail, result: 'account_or_password_error' })
        throw new Refusal('account_or_password_error')
      }
      await forgive()
      await sweepAttempts(db, at)
      // Reported only after the password was right.
      if (user.disabled) {
        await insertRefusedLogIn(db, name, { ...attempt_detail, result: 'account_disabled' })
        throw new Refusal('account_disabled')
      }
      const token = makeToken()
      const { app_user_id, password_hash } = user
      const log_in = { ...attempt_detail, app_user_id, password_hash, platform: body.platform }
      if (!(await insertSession(db, hashToken(token), log_in))) throw new Refusal('account_or_password_error')
      const expires_time = new Date(endOf({ created_at: at, last_seen_at: at })).toISOString()
      return { token, app_user_id, expires_time }
    },

    appSignOut: async (_, { caller }) => {
      await deleteSession(db, caller.session_hash)
      return null
    },

    appProfile: (_, { caller }) => profileOf(caller.app_user_id),

    appEditProfile: async ({ body }, { caller, note }) => {
      await updateAppUser(db, caller.app_user_id, { ...body, at: now() })
      // Field names without values: the audit entry outlives the personal data.
      note({ object: `app-user ${caller.app_user_id}`, detail: { fields: Object.keys(body) } })
      return profileOf(caller.app_user_id)
    },

    appChangePassword: async ({ body }, { caller, address, note }) => {
      note({ object: `app-user ${caller.app_user_id}` })
      const user = await readWithPassword(caller, body.old_password, address)
      if (user?.password_hash == null) throw new Refusal('old_password_wrong', { field: 'old_password' })
      if (body.new_password === body.old_password) throw new Refusal('password_unchanged', { field: 'new_password' })
      assertPassword(config, body.new_password, user, 'new_password')
      const { app_user_id, password_hash } = user
      const new_hash = await hashPassword(body.new_password)
      const change = { app_user_id, old_hash: password_hash, new_hash, keep: caller.session_hash }
      if (!(await updatePassword(db, change))) throw new Refusal('old_password_wrong', { field: 'old_password' })
      return null
    },

    appConsents: (_, { caller }) => consentsOf(caller.app_user_id),

    appConsent: async ({ params, body }, { caller, note }) => {
      const { consent } = params
      note({ object: `app-user ${caller.app_user_id}`, detail: { consent, given: body.given } })
      if (consent === 'privacy_policy' && !body.given) throw new Refusal('consent_needed', { field: 'given' })
      await saveConsent(db, caller.app_user_id, consent, body.given, now())
      return consentsOf(caller.app_user_id)
    },

    appDeleteAccount: async ({ body }, { caller, address, note }) => {
      note({ object: `app-user ${caller.app_user_id}` })
      if ((await readWithPassword(caller, body.password, address)) === null)
        throw new Refusal('account_or_password_error', { field: 'password' })
      await eraseAppUser(db, caller.app_user_id, { at: now(), by_uid: null, reason: '' })
      return null
    },
  } satisfies Pick<Handlers, Names>
}
