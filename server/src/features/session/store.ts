import { toPhone } from '@heatfleet/contract/contact.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { AGENT_DISABLED, PERMISSION_COLUMNS } from '../../platform/permission-columns.ts'
import { prepareOnce } from '../../platform/prepared.ts'
import type { Tables } from '../../platform/tables.ts'
import { insertTrustedBrowser } from './store-second-factor.ts'

type Db = Kysely<Tables>
const accountRows = (db: Db) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .select([
      'accounts.uid',
      'accounts.user_name',
      'accounts.nick_name',
      'accounts.phone',
      'accounts.email',
      'accounts.agent_id',
      'accounts.disabled',
      'accounts.must_change_password',
      'accounts.password_hash',
      'accounts.language',
      'accounts.time_zone',
      'accounts.preferences',
      'accounts.totp_secret_sealed',
      'accounts.totp_enrolled_at',
      'roles.requires_totp',
      'roles.role_name',
      'roles.permissions',
      'distributors.agent_name',
      'distributors.agent_path',
      'accounts.valid_until',
      AGENT_DISABLED.as('agent_disabled'),
    ])

/**
 * The accounts meant by a user name, or by a phone or e-mail, which several may have; at most three. One query for all, so that
 * its time does not reveal which matched.
 */
export const listAccountsNamed = async (db: Db, name: string) => {
  const small = name.toLowerCase()
  const found = await accountRows(db)
    .where((row) =>
      row.or([
        row(row.fn<string>('lower', ['accounts.user_name']), '=', small),
        row(row.fn<string>('lower', ['accounts.email']), '=', small),
        row('accounts.phone', '=', toPhone(name)),
      ]),
    )
    .limit(3)
    .execute()
  const named = found.find((row) => row.user_name.toLowerCase() === small)
  return named === undefined ? found : [named]
}

/** The account meant by a user name, or by a phone or e-mail that is one account's only; with its role and distributor. */
export const findAccount = async (db: Db, name: string) => {
  const found = await listAccountsNamed(db, name)
  return found.length === 1 ? found[0] : undefined
}

/** An account by its number. */
export const findAccountByUid = (db: Db, uid: number) =>
  accountRows(db).where('accounts.uid', '=', uid).executeTakeFirst()

/** Accounts with their current effective permissions. */
const callerRows = (db: Db) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .select([...PERMISSION_COLUMNS, ...USE_COLUMNS])

const USE_COLUMNS = [
  'accounts.nick_name',
  'accounts.agent_id',
  'accounts.disabled',
  'accounts.valid_until',
  'accounts.must_change_password',
  'accounts.totp_enrolled_at',
  'roles.requires_totp',
  'accounts.role_id',
  AGENT_DISABLED.as('agent_disabled'),
] as const

/** The caller an account would be, whether it may sign in or not: for work in its name without a session. */
export const findCallerRow = (db: Db, uid: number) => callerRows(db).where('accounts.uid', '=', uid).executeTakeFirst()
export type CallerRow = NonNullable<Awaited<ReturnType<typeof findCallerRow>>>

const sessionRows = (db: Db) =>
  callerRows(db)
    .innerJoin('sessions', 'sessions.uid', 'accounts.uid')
    .select([
      'sessions.token_hash',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.view_as_uid',
      'sessions.by_provider',
    ])

/** The session with this token hash, valid or not, with the current permissions of its account. */
export const findSession = async (database: Connections, token_hash: Buffer): Promise<SessionRow | undefined> =>
  (await sessionOfHash(database, [token_hash]))[0]
const sessionOfHash = prepareOnce((db) => sessionRows(db).where('sessions.token_hash', '=', Buffer.alloc(0)))

/** The same for many at once. */
export const listSessions = (database: Connections, token_hashes: readonly Buffer[]) =>
  sessionsOfHashes(database, [token_hashes])
const sessionsOfHashes = prepareOnce((db) => sessionRows(db).where(sql<boolean>`sessions.token_hash = any(${[]})`))
type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]

/** API tokens that are neither revoked nor expired, with the current rights of their accounts. */
const tokenRows = (db: Db, at: Date) =>
  callerRows(db)
    .innerJoin('api_tokens', 'api_tokens.uid', 'accounts.uid')
    .leftJoin('distributors as narrowed', 'narrowed.agent_id', 'api_tokens.agent_id')
    .select([
      'api_tokens.token_hash',
      'api_tokens.api_token_id',
      'api_tokens.last_used_at',
      'api_tokens.permissions as token_permissions',
      'api_tokens.agent_id as token_agent_id',
      'narrowed.agent_path as token_agent_path',
      'api_tokens.calls_per_minute',
    ])
    .where('api_tokens.revoked_at', 'is', null)
    .where('api_tokens.expires_at', '>', at)

/** An API token by its hash. */
export const findApiToken = (db: Db, token_hash: Buffer, at: Date) =>
  tokenRows(db, at).where('api_tokens.token_hash', '=', token_hash).executeTakeFirst()

/** The same by its number. */
export const findApiTokenById = (db: Db, api_token_id: number, at: Date) =>
  tokenRows(db, at).where('api_tokens.api_token_id', '=', api_token_id).executeTakeFirst()

/** Records when and from where an API token was used. */
export const touchApiToken = async (db: Db, api_token_id: number, at: Date, address: string): Promise<void> => {
  await db
    .updateTable('api_tokens')
    .set({ last_used_at: at, last_address: address })
    .where('api_token_id', '=', api_token_id)
    .execute()
}

/**
 * Opens a session, records the log-in, and deletes the account's expired sessions; trusts the browser where it has a token. False,
 * and nothing is stored, when the account was disabled or given another password since `password_hash` was checked: a password
 * takes longer to check than to change.
 */
export const insertSession = (
  db: Db,
  session: {
    token_hash: Buffer
    uid: number
    at: Date
    address: string
    user_agent: string
    /** Missing = the person was not asked for a password. */
    password_hash?: string
    second_factor?: boolean
    by_provider?: boolean
    browser_hash?: Buffer | null
  },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const { token_hash, uid, at, address, user_agent, second_factor = false, by_provider = false } = session
    const { password_hash, browser_hash = null } = session
    // First, as it waits for a change of the account and makes a later one wait for this session.
    const entered = await trx
      .updateTable('accounts')
      .set({ last_login_at: at, last_login_address: address })
      .where('uid', '=', uid)
      .where('disabled', '=', false)
      .$if(password_hash !== undefined, (row) => row.where('password_hash', '=', password_hash ?? ''))
      .executeTakeFirst()
    if (entered.numUpdatedRows === 0n) return false
    await trx
      .insertInto('sessions')
      .values({ token_hash, uid, address, user_agent, second_factor, by_provider, created_at: at, last_seen_at: at })
      .execute()
    await trx
      .deleteFrom('sessions')
      .where('uid', '=', uid)
      .where('last_seen_at', '<', new Date(at.getTime() - LIMITS.session_idle_ms))
      .execute()
    if (browser_hash !== null) await insertTrustedBrowser(trx, { uid, token_hash: browser_hash, at, user_agent })
    return true
  })

/** Notes that a session was used; at most once a minute, unless the clock was set back meanwhile. */
export const touchSession = async (db: Db, token_hash: Buffer, at: Date): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: at })
    .where('token_hash', '=', token_hash)
    .where((is) =>
      is.or([
        is('last_seen_at', '<=', new Date(at.getTime() - LIMITS.session_seen_ms)),
        is('last_seen_at', '>=', new Date(at.getTime() + LIMITS.session_seen_ms)),
      ]),
    )
    .execute()
}

/** Ends one session. */
export const deleteSession = async (db: Db, token_hash: Buffer): Promise<void> => {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute()
}

/** Sets a new password, if the old hash is still the one that was checked; ends every other session; the table itself ends links and trust in browsers. */
export const updatePassword = (
  db: Db,
  change: { uid: number; old_hash: string; new_hash: string; keep: Buffer; at: Date },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('accounts')
      .set({ password_hash: change.new_hash, must_change_password: false, password_changed_at: change.at })
      .where('uid', '=', change.uid)
      .where('password_hash', '=', change.old_hash)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await trx.deleteFrom('sessions').where('uid', '=', change.uid).where('token_hash', '<>', change.keep).execute()
    return true
  })

/** Starts the impersonation of another account in a session, or (null) ends it. */
export const updateImpersonation = async (db: Db, token_hash: Buffer, view_as_uid: number | null): Promise<void> => {
  await db.updateTable('sessions').set({ view_as_uid }).where('token_hash', '=', token_hash).execute()
}
