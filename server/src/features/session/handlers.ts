import { Refusal } from '@heatfleet/contract/errors.ts'
import { menuFor, withFirstRun, withSimulator } from '@heatfleet/contract/menu.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { hashPassword } from '../../platform/password-hash.ts'
import { readFirstRun } from '../first-run/public.ts'
import { hasSimulatedUnit } from '../simulator/public.ts'
import { checkSecondFactor, userInfoOf } from './log-in.ts'
import { isInForce, pseudonymOf, subjectsOf } from './login-rules.ts'
import { assertPassword, isPasswordOf } from './password.ts'
import { readWithPassword, withAttemptLimit } from './password-attempt.ts'
import { challengeFor, type Failures, isProven } from './sign-in-proof.ts'
import { deleteSession, findAccount, insertSession, updatePassword } from './store.ts'
import {
  forgiveAttempt,
  isKnownAddress,
  releaseAttempt,
  reserveProvenAttempt,
  sweepAttempts,
} from './store-attempts.ts'
import { hashToken, makeToken } from './token.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key'> & { changes: Changes }

/** Signing in and out, the own password, the own menu. */
export const sessionHandlers = (deps: Deps) => {
  const { clock, config, changes } = deps
  const { db } = deps.database
  return {
    login: async ({ body }, { address, user_agent, note }) => {
      const at = new Date(clock.now())
      const account = await findAccount(db, body.user_name)
      const user_name = account?.user_name ?? pseudonymOf(deps.secret_key, body.user_name)
      const subjects = subjectsOf(user_name, address)
      const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
      const isKnown = (tx: typeof db) => isKnownAddress(tx, user_name, address, at)
      // Unknown names are never logged: people type passwords into the wrong field.
      if (account !== undefined) note({ uid: account.uid, user_name, object: `account ${account.uid}` })
      const unsolved = (failures: Failures) => {
        const challenge = challengeFor(deps, subjects, failures, at.getTime())
        return challenge === null || isProven(challenge, body.proof) ? null : challenge
      }
      const attempt = await reserveProvenAttempt(db, subjects, { at, per_address_max, isKnown, unsolved })
      if (attempt.state === 'too_many')
        throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
      if (attempt.state === 'locked') throw new Refusal('account_locked', { details: { minutes: attempt.minutes } })
      if (attempt.state === 'unproven') {
        const { challenge, bits } = attempt
        throw new Refusal('sign_in_proof_required', { details: { challenge, bits } })
      }
      const right = await isPasswordOf(account?.password_hash ?? null, body.password)
      if (!right || account === undefined) throw new Refusal('account_or_password_error')
      const second_factor = await checkSecondFactor(deps, account, body, at)
      if (second_factor === 'missing') {
        await releaseAttempt(db, subjects, at)
        throw new Refusal('second_factor_required', { field: 'code' })
      }
      if (second_factor === 'wrong') throw new Refusal('second_factor_wrong', { field: 'code' })
      await forgiveAttempt(db, subjects, at)
      await sweepAttempts(db, at)
      // Reported only after the password was right.
      if (!isInForce(account, at.getTime())) throw new Refusal('account_disabled')
      const token = makeToken()
      const by_code = second_factor === 'code'
      const browser_token = by_code && body.trust_browser ? makeToken() : null
      const is_entered = await insertSession(db, {
        token_hash: hashToken(token),
        uid: account.uid,
        at,
        address,
        user_agent,
        password_hash: account.password_hash,
        second_factor: by_code,
        browser_hash: browser_token === null ? null : hashToken(browser_token),
      })
      if (!is_entered) throw new Refusal('account_or_password_error')
      return { ...userInfoOf(account, token, config), browser_token }
    },

    logoff: async (_, { caller }) => {
      await deleteSession(db, caller.session_hash)
      changes.sessionsChanged.publish({ uid: caller.uid })
      return null
    },

    modifyPassword: async ({ body }, { caller, address, note }) => {
      note({ object: `account ${caller.uid}` })
      const wrong = { code: 'old_password_wrong', field: 'old_password' } as const
      const account = await withAttemptLimit(deps, caller, address, () =>
        readWithPassword(deps, caller.uid, body.old_password, wrong),
      )
      if (body.new_password === body.old_password) throw new Refusal('password_unchanged', { field: 'new_password' })
      assertPassword(config, body.new_password, account, 'new_password')
      const new_hash = await hashPassword(body.new_password)
      const change = { uid: caller.uid, old_hash: account.password_hash, new_hash, keep: caller.session_hash }
      if (!(await updatePassword(db, { ...change, at: new Date(clock.now()) }))) throw new Refusal(wrong.code, wrong)
      changes.sessionsChanged.publish({ uid: caller.uid })
      return null
    },

    roleMenu: async (_, { caller }) => {
      const menu = menuFor(caller.permissions)
      const simulates = caller.permissions.has('sim:view') && (await hasSimulatedUnit(db))
      const complete = simulates ? withSimulator(menu) : menu
      return caller.permissions.has('system:view') && (await readFirstRun(deps)).leads
        ? withFirstRun(complete)
        : complete
    },
  } satisfies Pick<Handlers, 'login' | 'logoff' | 'modifyPassword' | 'roleMenu'>
}
