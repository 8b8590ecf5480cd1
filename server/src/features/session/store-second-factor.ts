import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Marks a step as used; false when it, or a later one, was used before. */
export const takeStep = async (db: Db, uid: number, step: number): Promise<boolean> => {
  const done = await db
    .updateTable('accounts')
    .set({ totp_last_step: String(step) })
    .where('uid', '=', uid)
    .where((row) => row.or([row('totp_last_step', 'is', null), row('totp_last_step', '<', String(step))]))
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Marks a recovery code as used; false when there is none such, or it was used before. */
export const takeRecoveryCode = async (db: Db, uid: number, code_hash: Buffer, at: Date): Promise<boolean> => {
  const done = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('uid', '=', uid)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Keeps a secret that is not yet confirmed; false when the account has its second factor already. */
export const startEnrolment = async (db: Db, uid: number, sealed: Buffer): Promise<boolean> => {
  const done = await db
    .updateTable('accounts')
    .set({ totp_secret_sealed: sealed, totp_last_step: null })
    .where('uid', '=', uid)
    .where('totp_enrolled_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Enables the second factor and stores its recovery codes. */
export const finishEnrolment = (db: Db, uid: number, at: Date, code_hashes: readonly Buffer[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx.updateTable('accounts').set({ totp_enrolled_at: at }).where('uid', '=', uid).execute()
    await replaceRecoveryCodes(trx, uid, code_hashes)
  })

/** Replaces all recovery codes. */
export const replaceRecoveryCodes = async (db: Db, uid: number, code_hashes: readonly Buffer[]): Promise<void> => {
  await db.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
  await db
    .insertInto('recovery_codes')
    .values(code_hashes.map((code_hash) => ({ uid, code_hash, used_at: null })))
    .execute()
}

/** Removes the second factor with its recovery codes and trusted browsers. */
export const dropSecondFactor = (db: Db, uid: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ totp_secret_sealed: null, totp_enrolled_at: null, totp_last_step: null })
      .where('uid', '=', uid)
      .execute()
    await trx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
    await trx.deleteFrom('trusted_browsers').where('uid', '=', uid).execute()
  })

/** How many recovery codes were not used yet. */
export const countRecoveryCodes = async (db: Db, uid: number): Promise<number> => {
  const row = await db
    .selectFrom('recovery_codes')
    .select((from) => from.fn.countAll<string>().as('left'))
    .where('uid', '=', uid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

/** Browsers an account trusts at a moment, the newest first. */
export const findTrustedBrowsers = (db: Db, uid: number, at: Date) =>
  db
    .selectFrom('trusted_browsers')
    .select(['browser_id', 'created_at', 'expires_at', 'user_agent'])
    .where('uid', '=', uid)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .execute()

/** Trusts one more browser; the oldest beyond the limit are deleted. */
export const insertTrustedBrowser = async (
  db: Db,
  browser: { uid: number; token_hash: Buffer; at: Date; user_agent: string },
): Promise<void> => {
  const { uid, token_hash, at, user_agent } = browser
  const expires_at = new Date(at.getTime() + LIMITS.trusted_browser_ms)
  await db.insertInto('trusted_browsers').values({ uid, token_hash, created_at: at, expires_at, user_agent }).execute()
  await db
    .deleteFrom('trusted_browsers')
    .where('browser_id', 'in', (from) =>
      from
        .selectFrom('trusted_browsers')
        .select('browser_id')
        .where('uid', '=', uid)
        .orderBy('created_at', 'desc')
        .orderBy('browser_id', 'desc')
        .offset(LIMITS.trusted_browsers_max),
    )
    .execute()
}

/** True for a token of a browser the account trusts now. */
export const isTrustedBrowser = async (db: Db, uid: number, token_hash: Buffer, at: Date): Promise<boolean> =>
  (await db
    .selectFrom('trusted_browsers')
    .select('browser_id')
    .where('token_hash', '=', token_hash)
    .where('uid', '=', uid)
    .where('expires_at', '>', at)
    .executeTakeFirst()) !== undefined

/** Trusts a browser no longer; false when it was none of the account. */
export const deleteTrustedBrowser = async (db: Db, uid: number, browser_id: number): Promise<boolean> => {
  const done = await db
    .deleteFrom('trusted_browsers')
    .where('uid', '=', uid)
    .where('browser_id', '=', browser_id)
    .executeTakeFirst()
  return done.numDeletedRows === 1n
}
