import { LIMITS } from '@heatfleet/contract/limits.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { insertSession } from './store.ts'
import { updatePreferences, updateProfile } from './store-profile.ts'
import {
  countRecoveryCodes,
  deleteTrustedBrowser,
  dropSecondFactor,
  findTrustedBrowsers,
  insertTrustedBrowser,
  isTrustedBrowser,
  takeRecoveryCode,
} from './store-second-factor.ts'

const database = useDatabase()
const AT = new Date('2026-03-02T08:00:00Z')
let fleet: SmallFleet

/** Two accounts that have the same: a second factor, codes that recover it, as many trusted browsers as there may be. */
const PEOPLE = ['city_a1', 'city_a2'] as const
type Person = (typeof PEOPLE)[number]
const uidOf = (person: Person): number => fleet.accounts[person]
const trust = (person: Person, at: number) =>
  insertTrustedBrowser(database.db, {
    uid: uidOf(person),
    token_hash: Buffer.from(`${person} ${at}`),
    at: new Date(AT.getTime() + at),
    user_agent: '',
  })

const open = (person: Person, at: Date) =>
  insertSession(database.db, {
    token_hash: Buffer.from(`${person} ${at.getTime()}`),
    uid: uidOf(person),
    at,
    address: '',
    user_agent: '',
  })

beforeEach(async () => {
  fleet ??= await seedSmallFleet(database.db)
  const { db } = database
  await db.deleteFrom('recovery_codes').execute()
  await db.deleteFrom('trusted_browsers').execute()
  await db.deleteFrom('sessions').execute()
  for (const person of PEOPLE) {
    const uid = uidOf(person)
    const factor = { totp_secret_sealed: Buffer.alloc(8), totp_enrolled_at: AT, totp_last_step: null }
    await db.updateTable('accounts').set(factor).where('uid', '=', uid).execute()
    await db
      .insertInto('recovery_codes')
      .values({ uid, code_hash: Buffer.from(person), used_at: null })
      .execute()
    // Of long ago: the next log-in of its account sweeps it away.
    await open(person, new Date('2026-03-01T08:00:00Z'))
    for (let at = 0; at < LIMITS.trusted_browsers_max; at += 1) await trust(person, at)
  }
})

const everythingOf = async (person: Person): Promise<unknown> => {
  const uid = uidOf(person)
  const { rows } = await sql`select
    (select to_json(a) from accounts a where uid = ${uid}) as account,
    (select json_agg(c) from recovery_codes c where uid = ${uid}) as codes,
    (select json_agg(s order by session_id) from sessions s where uid = ${uid}) as sessions,
    (select json_agg(b order by browser_id) from trusted_browsers b where uid = ${uid}) as browsers`.execute(
    database.db,
  )
  return rows[0]
}

describe('what one account changes about itself changes nothing of another', () => {
  it.each<[string, (uid: number) => Promise<unknown>]>([
    ['the profile', (uid) => updateProfile(database.db, uid, { nick_name: 'Li' }, AT)],
    ['preferences', (uid) => updatePreferences(database.db, uid, { temperature: 'f' })],
    ['the end of the second factor', (uid) => dropSecondFactor(database.db, uid)],
    ['a log-in', () => open('city_a1', AT)],
    ['one more trusted browser', () => trust('city_a1', 1_000)],
  ])('%s', async (_, action) => {
    const other = await everythingOf('city_a2')
    const own = await everythingOf('city_a1')
    await action(uidOf('city_a1'))
    expect(await everythingOf('city_a1')).not.toEqual(own)
    expect(await everythingOf('city_a2')).toEqual(other)
  })
})

it('an account sees only its own recovery codes and trusted browsers', async () => {
  const uid = uidOf('city_a1')
  expect(await countRecoveryCodes(database.db, uid)).toBe(1)
  expect(await findTrustedBrowsers(database.db, uid, AT)).toHaveLength(LIMITS.trusted_browsers_max)
})

it('a browser trusted by another account is not trusted, and not forgotten', async () => {
  const [browser] = await findTrustedBrowsers(database.db, uidOf('city_a2'), AT)
  expect(await isTrustedBrowser(database.db, uidOf('city_a2'), Buffer.from('city_a2 0'), AT)).toBe(true)
  expect(await isTrustedBrowser(database.db, uidOf('city_a1'), Buffer.from('city_a2 0'), AT)).toBe(false)
  expect(await deleteTrustedBrowser(database.db, uidOf('city_a1'), browser?.browser_id ?? 0)).toBe(false)
  expect(await deleteTrustedBrowser(database.db, uidOf('city_a2'), browser?.browser_id ?? 0)).toBe(true)
})

it('a recovery code of another account is refused, and not used up by the attempt', async () => {
  const code = Buffer.from('city_a2')
  expect(await takeRecoveryCode(database.db, uidOf('city_a1'), code, AT)).toBe(false)
  expect(await takeRecoveryCode(database.db, uidOf('city_a2'), code, AT)).toBe(true)
  expect(await takeRecoveryCode(database.db, uidOf('city_a2'), code, AT)).toBe(false)
})
