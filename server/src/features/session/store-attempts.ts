import { LIMITS } from '@heatfleet/contract/limits.ts'
import { LOG_IN_ACTIONS } from '@heatfleet/contract/session/log-in-actions.ts'
import type { ProofChallenge } from '@heatfleet/contract/session/sign-in-proof.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { lockedMinutes, type Subjects, subjectsOf } from './login-rules.ts'
import type { Failures } from './sign-in-proof.ts'

type Db = Kysely<Tables>

/** Whether a password may be tried. */
type Attempt = { state: 'allowed' } | { state: 'locked'; minutes: number } | { state: 'too_many'; minutes: number }
/** The same where a proof of work may be due first. */
type ProvenAttempt = Attempt | ({ state: 'unproven' } & ProofChallenge)
type Who = {
  at: Date
  per_address_max: number
  /** Called when the account is locked from everywhere: true = the owner has used this address. */
  isKnown: (db: Db) => Promise<boolean>
}

/** Without those of later: the machine's clock was set back since, and they would lock until it has caught up. */
const newestFailures = async (db: Db, subject: string, now_ms: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '<', new Date(now_ms + LIMITS.login_window_ms))
    .orderBy('failed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => row.failed_at.getTime())
}

/** True when this address signed in to the account lately: a successful log-in is an audit entry. */
export const isKnownAddress = async (db: Db, user_name: string, address: string, at: Date): Promise<boolean> => {
  const row = await db
    .selectFrom('audit_log')
    .innerJoin('accounts', 'accounts.uid', 'audit_log.uid')
    .select('audit_log.audit_id')
    .where('accounts.user_name', '=', user_name)
    .where('audit_log.at', '>', new Date(at.getTime() - LIMITS.login_known_address_ms))
    .where('audit_log.action', 'in', LOG_IN_ACTIONS)
    .where('audit_log.result', '=', 'ok')
    .where('audit_log.address', '=', address)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Evaluates an attempt and counts it as a failure beforehand, under a lock of its subjects: a thousand guesses sent at
 * once are evaluated one after the other. {@link forgiveAttempt} takes the count back when the password was right.
 */
export const reserveAttempt = async (db: Db, subjects: Subjects, who: Who): Promise<Attempt> => {
  const attempt = await reserveProvenAttempt(db, subjects, { ...who, unsolved: () => null })
  if (attempt.state === 'unproven') throw new Error('no proof was asked for')
  return attempt
}

/** The same after `unsolved` was asked for the challenge that is not solved yet, by the failures so far; null = none. */
export const reserveProvenAttempt = (
  db: Db,
  subjects: Subjects,
  who: Who & { unsolved: (failures: Failures) => ProofChallenge | null },
): Promise<ProvenAttempt> =>
  db.transaction().execute(async (trx) => {
    const now_ms = who.at.getTime()
    // In one order everywhere, so that two attempts never wait for each other.
    for (const subject of [subjects.address, subjects.account])
      await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx)
    const oldest = (await newestFailures(trx, subjects.address, now_ms, who.per_address_max)).at(
      who.per_address_max - 1,
    )
    if (oldest !== undefined && now_ms - oldest < LIMITS.login_address_window_ms)
      return { state: 'too_many', minutes: Math.ceil((oldest + LIMITS.login_address_window_ms - now_ms) / 60_000) }
    const pair = await newestFailures(trx, subjects.pair, now_ms, LIMITS.login_failures_max)
    const pairMinutes = lockedMinutes(pair, now_ms, LIMITS.login_failures_max)
    if (pairMinutes > 0) return { state: 'locked', minutes: pairMinutes }
    const everywhere = await newestFailures(trx, subjects.account, now_ms, LIMITS.login_failures_everywhere_max)
    const minutes = lockedMinutes(everywhere, now_ms, LIMITS.login_failures_everywhere_max)
    if (minutes > 0 && !(await who.isKnown(trx))) return { state: 'locked', minutes }
    const challenge = who.unsolved({ pair, account: everywhere })
    if (challenge !== null) return { state: 'unproven', ...challenge }
    await trx
      .insertInto('login_failures')
      .values(Object.values(subjects).map((subject) => ({ subject, failed_at: who.at })))
      .execute()
    return { state: 'allowed' }
  })

/** Counts a request of a subject, of which `max` are allowed within `window_ms`; minutes until the next one is, 0 = counted. */
export const countRequest = (
  db: Db,
  subject: string,
  { at, max, window_ms }: { at: Date; max: number; window_ms: number },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(trx)
    const left_ms =
      ((await newestFailures(trx, subject, at.getTime(), max)).at(max - 1) ?? 0) + window_ms - at.getTime()
    if (left_ms > 0) return Math.ceil(left_ms / 60_000)
    await trx.insertInto('login_failures').values({ subject, failed_at: at }).execute()
    return 0
  })

/** Takes back what {@link reserveAttempt} counted at this moment and clears the pair's earlier failures. */
export const forgiveAttempt = async (db: Db, subjects: Subjects, at: Date): Promise<void> => {
  await db.deleteFrom('login_failures').where('subject', '=', subjects.pair).execute()
  await db
    .deleteFrom('login_failures')
    .where('subject', 'in', [subjects.account, subjects.address])
    .where('failed_at', '=', at)
    .execute()
}

/** Takes back only what was counted at this moment: neither right nor wrong yet. */
export const releaseAttempt = async (db: Db, subjects: Subjects, at: Date): Promise<void> => {
  await db
    .deleteFrom('login_failures')
    .where('subject', 'in', Object.values(subjects))
    .where('failed_at', '=', at)
    .execute()
}

/** Deletes failures older than every rule's window. */
export const sweepAttempts = async (db: Db, now: Date): Promise<void> => {
  await db
    .deleteFrom('login_failures')
    .where('failed_at', '<', new Date(now.getTime() - 2 * LIMITS.login_window_ms))
    .execute()
}

/** Deletes every failure of an account, from all addresses: an administrator unlocks it. */
export const unlockAccount = async (db: Db, user_name: string): Promise<void> => {
  await db
    .deleteFrom('login_failures')
    .where((row) =>
      row.or([
        row('subject', '=', subjectsOf(user_name, '').account),
        row.fn<boolean>('starts_with', ['subject', row.val(subjectsOf(user_name, '').pair)]),
      ]),
    )
    .execute()
}

/** True while the account is locked for one address, or for every unknown address. */
export const isLocked = async (db: Db, user_name: string, at: Date): Promise<boolean> => {
  const { account, pair } = subjectsOf(user_name, '')
  const rows = await db
    .selectFrom('login_failures')
    .select((row) => ['subject', row.fn.countAll<number>().as('failures')])
    .where('failed_at', '>', new Date(at.getTime() - LIMITS.login_window_ms))
    .where((row) => row.or([row('subject', '=', account), row.fn<boolean>('starts_with', ['subject', row.val(pair)])]))
    .groupBy('subject')
    .execute()
  return rows.some(
    ({ subject, failures }) =>
      Number(failures) >= (subject === account ? LIMITS.login_failures_everywhere_max : LIMITS.login_failures_max),
  )
}
