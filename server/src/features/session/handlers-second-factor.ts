import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { seal, unseal } from '../../platform/seal.ts'
import { readWithPassword, withAttemptLimit } from './password-attempt.ts'
import { enrolmentOf, hashRecoveryCode, makeRecoveryCodes, makeSecret, stepOf, takeCode } from './second-factor.ts'
import { findAccountByUid } from './store.ts'
import {
  countRecoveryCodes,
  deleteTrustedBrowser,
  dropSecondFactor,
  findTrustedBrowsers,
  finishEnrolment,
  replaceRecoveryCodes,
  startEnrolment,
  takeStep,
} from './store-second-factor.ts'
import { browserOf } from './user-agent.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key'>
const AT_PASSWORD = { code: 'password_error', field: 'password' } as const

/** The own second factor: enrol, renew recovery codes, give up, trust and forget browsers. */
export const secondFactorHandlers = (deps: Deps) => {
  const { clock, secret_key } = deps
  const { db } = deps.database

  /** Password and code of an enrolled account; wrong ones count like wrong passwords. */
  const confirm = (
    caller: { uid: number; user_name: string },
    address: string,
    proof: { password: string; code: string },
  ) =>
    withAttemptLimit(deps, caller, address, async () => {
      const account = await readWithPassword(deps, caller.uid, proof.password, AT_PASSWORD)
      if (account.totp_enrolled_at === null) throw new Refusal('second_factor_not_started')
      if (!(await takeCode(deps, account, proof.code))) throw new Refusal('second_factor_wrong', { field: 'code' })
    })

  return {
    ownSecondFactor: async (_, { caller }) => {
      const account = await findAccountByUid(db, caller.uid)
      const browsers = await findTrustedBrowsers(db, caller.uid, new Date(clock.now()))
      return {
        enrolled_at: account?.totp_enrolled_at?.toISOString() ?? null,
        required: account?.requires_totp ?? false,
        recovery_codes_left: await countRecoveryCodes(db, caller.uid),
        trusted_browsers: browsers.map(({ browser_id, created_at, expires_at, user_agent }) => ({
          browser_id,
          ...browserOf(user_agent),
          created_at: created_at.toISOString(),
          expires_at: expires_at.toISOString(),
        })),
      }
    },

    startSecondFactor: async ({ body }, { caller, address, note }) => {
      note({ object: `account ${caller.uid}` })
      await withAttemptLimit(deps, caller, address, () =>
        readWithPassword(deps, caller.uid, body.password, AT_PASSWORD),
      )
      const secret = makeSecret()
      if (!(await startEnrolment(db, caller.uid, seal(secret_key, secret)))) throw new Refusal('second_factor_enrolled')
      return enrolmentOf(secret, caller.user_name)
    },

    confirmSecondFactor: async ({ body }, { caller, address, note }) => {
      note({ object: `account ${caller.uid}` })
      await withAttemptLimit(deps, caller, address, async () => {
        const account = await findAccountByUid(db, caller.uid)
        if (account?.totp_enrolled_at) throw new Refusal('second_factor_enrolled')
        const sealed = account?.totp_secret_sealed ?? null
        const secret = sealed === null ? null : unseal(secret_key, sealed)
        if (secret === null) throw new Refusal('second_factor_not_started')
        const step = stepOf(secret, body.code.replace(/\s/g, ''), clock.now())
        if (step === null || !(await takeStep(db, caller.uid, step)))
          throw new Refusal('second_factor_wrong', { field: 'code' })
      })
      const recovery_codes = makeRecoveryCodes()
      const hashes = recovery_codes.map((code) => hashRecoveryCode(caller.uid, code))
      await finishEnrolment(db, caller.uid, new Date(clock.now()), hashes)
      return { recovery_codes }
    },

    renewRecoveryCodes: async ({ body }, { caller, address, note }) => {
      note({ object: `account ${caller.uid}` })
      await confirm(caller, address, body)
      const recovery_codes = makeRecoveryCodes()
      const hashes = recovery_codes.map((code) => hashRecoveryCode(caller.uid, code))
      await db.transaction().execute((trx) => replaceRecoveryCodes(trx, caller.uid, hashes))
      return { recovery_codes }
    },

    removeSecondFactor: async ({ body }, { caller, address, note }) => {
      note({ object: `account ${caller.uid}` })
      if ((await findAccountByUid(db, caller.uid))?.requires_totp) throw new Refusal('second_factor_by_role')
      await confirm(caller, address, body)
      await dropSecondFactor(db, caller.uid)
      return null
    },

    forgetBrowser: async ({ body: { browser_id } }, { caller, note }) => {
      note({ object: `account ${caller.uid}` })
      if (!(await deleteTrustedBrowser(db, caller.uid, browser_id))) throw new Refusal('not_found')
      return null
    },
  } satisfies Pick<
    Handlers,
    | 'ownSecondFactor'
    | 'startSecondFactor'
    | 'confirmSecondFactor'
    | 'renewRecoveryCodes'
    | 'removeSecondFactor'
    | 'forgetBrowser'
  >
}
