import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A log-in record. */
type LogIn = { app_user_id: number; at: Date; address: string; app_version: string; phone_model: string }

/** The session of a token with the state of its user, or null. */
export const findSession = async (db: Db, token_hash: Buffer) =>
  (await db
    .selectFrom('app_user_sessions')
    .innerJoin('app_users', 'app_users.app_user_id', 'app_user_sessions.app_user_id')
    .select([
      'app_user_sessions.created_at',
      'app_user_sessions.last_seen_at',
      'app_users.app_user_id',
      'app_users.app_id',
      'app_users.disabled',
      'app_users.erased_at',
    ])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()) ?? null

/**
 * Opens a session and records the log-in; the oldest sessions beyond the limit are deleted. False, and nothing is stored, when the
 * user was disabled or given another password since `password_hash` was checked.
 */
export const insertSession = (
  db: Db,
  token_hash: Buffer,
  log_in: LogIn & { platform: string; password_hash: string | null },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { app_user_id, at, address, app_version, phone_model, platform, password_hash } = log_in
    const row = { app_user_id, address, app_version, phone_model }
    // First, as it waits for a change of the user and makes a later one wait for this session.
    const entered = await tx
      .updateTable('app_users')
      .set({ last_login_at: at, app_version, platform })
      .where('app_user_id', '=', app_user_id)
      .where('disabled', '=', false)
      .where('password_hash', 'is not distinct from', password_hash)
      .executeTakeFirst()
    if (entered.numUpdatedRows === 0n) return false
    await tx
      .insertInto('app_user_sessions')
      .values({ ...row, token_hash, created_at: at, last_seen_at: at })
      .execute()
    await tx
      .deleteFrom('app_user_sessions')
      .where('app_user_id', '=', app_user_id)
      .where(
        'token_hash',
        'in',
        tx
          .selectFrom('app_user_sessions')
          .select('token_hash')
          .where('app_user_id', '=', app_user_id)
          .orderBy('created_at', 'desc')
          .offset(LIMITS.app_sessions_max),
      )
      .execute()
    await tx
      .insertInto('app_user_log_ins')
      .values({ ...row, at, result: 'ok' })
      .execute()
    return true
  })

/**
 * Records a refused log-in if the user exists: one statement, sent for every name, so that the response time does not
 * reveal which names exist.
 */
export const insertRefusedLogIn = async (
  db: Db,
  name: { app_id: number; name: string },
  log_in: Omit<LogIn, 'app_user_id'> & { result: string },
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // The following audit entry makes it durable; a synchronous commit here would be slower for names that exist.
    await sql`set local synchronous_commit = off`.execute(tx)
    await tx
      .insertInto('app_user_log_ins')
      .columns(['app_user_id', 'at', 'address', 'app_version', 'phone_model', 'result'])
      .expression(
        namedUser(tx, name).select([
          'app_user_id',
          sql<Date>`${log_in.at}::timestamptz`.as('at'),
          sql<string>`${log_in.address}::text`.as('address'),
          sql<string>`${log_in.app_version}::text`.as('app_version'),
          sql<string>`${log_in.phone_model}::text`.as('phone_model'),
          sql<string>`${log_in.result}::text`.as('result'),
        ]),
      )
      .execute()
  })
}

const namedUser = (db: Db, { app_id, name }: { app_id: number; name: string }) =>
  db
    .selectFrom('app_users')
    .where('app_id', '=', app_id)
    .where(name.includes('@') ? sql<boolean>`lower(email) = ${name.toLowerCase()}` : sql<boolean>`phone = ${name}`)

/** The user of an app by phone or e-mail, or null. */
export const findByName = async (db: Db, name: { app_id: number; name: string }) =>
  (await namedUser(db, name)
    .select(['app_user_id', 'password_hash', 'disabled', 'nick_name', 'phone', 'email'])
    .executeTakeFirst()) ?? null

/** The user by id, or null. */
export const findById = (db: Db, app_user_id: number) =>
  db
    .selectFrom('app_users')
    .select([
      'app_user_id',
      'app_id',
      'password_hash',
      'nick_name',
      'phone',
      'email',
      'gender',
      'country',
      'region_text',
      'language',
    ])
    .where('app_user_id', '=', app_user_id)
    .executeTakeFirstOrThrow()

/** True when this user signed in from this address recently. */
export const isKnownAddress = async (
  db: Db,
  name: { app_id: number; name: string },
  address: string,
  at: Date,
): Promise<boolean> => {
  const row = await db
    .selectFrom('app_user_log_ins')
    .select('log_in_id')
    .where('app_user_id', 'in', namedUser(db, name).select('app_user_id'))
    .where('at', '>', new Date(at.getTime() - LIMITS.login_known_address_ms))
    .where('result', '=', 'ok')
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Records that a session was used. */
export const touchSession = async (db: Db, token_hash: Buffer, at: Date): Promise<void> => {
  await db.updateTable('app_user_sessions').set({ last_seen_at: at }).where('token_hash', '=', token_hash).execute()
}

/** Ends one session. */
export const deleteSession = async (db: Db, token_hash: Buffer): Promise<void> => {
  await db.deleteFrom('app_user_sessions').where('token_hash', '=', token_hash).execute()
}
