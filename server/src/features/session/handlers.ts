import { Refusal } from '@heatfleet/contract/errors.ts'
import { menuFor } from '@heatfleet/contract/menu.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import type { World } from '../../world.ts'
import { subjectsOf } from './login-rules.ts'
import { assertPassword, isPasswordOf } from './password.ts'
import { deleteSession, findAccount, findAccountByUid, insertSession, updatePassword } from './store.ts'
import { forgiveAttempt, isKnownAddress, reserveAttempt, sweepAttempts } from './store-attempts.ts'
import { hashToken, makeToken } from './token.ts'

type Deps = Pick<World, 'database' | 'clock' | 'config'> & { changes: Changes }

/** Signing in and out, the own password, the own menu. */
export const sessionHandlers = ({ database: { db }, clock, config, changes }: Deps) =>
  ({
    login: async ({ body }, { address, user_agent, note }) => {
      const at = new Date(clock.now())
      const subjects = subjectsOf(body.user_name, address)
      const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
      const isKnown = (tx: typeof db) => isKnownAddress(tx, body.user_name, address, at)
      const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown })
      if (attempt.state === 'too_many')
        throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
      if (attempt.state === 'locked') throw new Refusal('account_locked', { details: { minutes: attempt.minutes } })
      const account = await findAccount(db, body.user_name)
      // A name nobody has is not written down: people type passwords into the wrong field.
      if (account !== undefined) note({ uid: account.uid, user_name: account.user_name })
      const right = await isPasswordOf(account?.password_hash ?? null, body.password)
      if (!right || account === undefined) throw new Refusal('account_or_password_error')
      await forgiveAttempt(db, subjects, at)
      await sweepAttempts(db, at)
      // Told only to who knows the password.
      const is_over = account.valid_until !== null && account.valid_until <= at
      if (account.disabled || account.agent_disabled || is_over) throw new Refusal('account_disabled')
      const token = makeToken()
      await insertSession(db, { token_hash: hashToken(token), uid: account.uid, at, address, user_agent })
      return {
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
        viewer_name: null,
      }
    },

    logoff: async (_, { caller }) => {
      await deleteSession(db, caller.session_hash)
      changes.sessionsChanged.tell({ uid: caller.uid })
      return null
    },

    modifyPassword: async ({ body }, { caller, address }) => {
      const at = new Date(clock.now())
      const subjects = subjectsOf(caller.user_name, address)
      // The same brake as at the log-in: a stolen session must not be a place to guess the password.
      const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
      const isKnown = (tx: typeof db) => isKnownAddress(tx, caller.user_name, address, at)
      const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown })
      if (attempt.state !== 'allowed') throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
      const account = await findAccountByUid(db, caller.uid)
      if (account === undefined || !(await isPasswordOf(account.password_hash, body.old_password)))
        throw new Refusal('old_password_wrong', { field: 'old_password' })
      await forgiveAttempt(db, subjects, at)
      if (body.new_password === body.old_password) throw new Refusal('password_unchanged', { field: 'new_password' })
      assertPassword(config, body.new_password, account, 'new_password')
      const change = { uid: caller.uid, old_hash: account.password_hash, keep: caller.session_hash }
      if (!(await updatePassword(db, { ...change, new_hash: await hashPassword(body.new_password) })))
        throw new Refusal('old_password_wrong', { field: 'old_password' })
      changes.sessionsChanged.tell({ uid: caller.uid })
      return null
    },

    roleMenu: async (_, { caller }) => menuFor(caller.permissions),
  }) satisfies Pick<Handlers, 'login' | 'logoff' | 'modifyPassword' | 'roleMenu'>
