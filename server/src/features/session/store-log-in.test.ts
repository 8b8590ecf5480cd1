import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { subjectsOf } from './login-rules.ts'
import { insertSession, updatePassword } from './store.ts'
import { reserveAttempt } from './store-attempts.ts'

const database = useDatabase()
const AT = new Date('2026-03-02T08:00:00Z')
let uid = 0
let n = 0

beforeEach(async () => {
  if (uid === 0) uid = (await seedSmallFleet(database.db)).accounts.city_a1
  const { db } = database
  await db.deleteFrom('sessions').where('uid', '=', uid).execute()
  await db.updateTable('accounts').set({ password_hash: 'first', disabled: false }).where('uid', '=', uid).execute()
})

/** What a log-in does once the password was found right, which takes a while. */
const enter = (password_hash: string | null) => {
  n += 1
  const token_hash = Buffer.from(`session ${n}`)
  const by = { uid, at: AT, address: '', user_agent: '', browser_hash: Buffer.from(`browser ${n}`) }
  return insertSession(database.db, { ...by, token_hash, ...(password_hash === null ? {} : { password_hash }) })
}
const change = (old_hash: string, new_hash: string) =>
  updatePassword(database.db, { uid, old_hash, new_hash, keep: Buffer.from('own'), at: AT })
const kept = async () => {
  const count = async (table: 'sessions' | 'trusted_browsers') =>
    (await database.db.selectFrom(table).select('uid').where('uid', '=', uid).execute()).length
  return [await count('sessions'), await count('trusted_browsers')]
}

describe('a log-in that was under way', () => {
  it('when the password was changed leaves neither a session nor a trusted browser', async () => {
    await change('first', 'second')
    expect(await enter('first')).toBe(false)
    expect(await kept()).toEqual([0, 0])
    expect(await enter('second')).toBe(true)
    expect(await kept()).toEqual([1, 1])
  })

  it('at the same moment as the change leaves none either, whichever is first', async () => {
    for (let round = 0; round < 20; round += 1) {
      const entered = [enter(`${round}`), enter(`${round}`), enter(`${round}`)]
      await database.db
        .updateTable('accounts')
        .set({ password_hash: `${round}` })
        .where('uid', '=', uid)
        .execute()
      const again = [enter(`${round}`), change(`${round}`, `${round + 1}`), enter(`${round}`)]
      await Promise.all([...entered, ...again])
      expect(await kept()).toEqual([0, 0])
    }
  })

  it.each([['first'], [null]])('when the account was disabled opens no session: by password %s', async (password) => {
    await database.db.updateTable('accounts').set({ disabled: true }).where('uid', '=', uid).execute()
    expect(await enter(password)).toBe(false)
    expect(await kept()).toEqual([0, 0])
  })
})

it('wrong passwords of before the clock was set back by an hour lock nobody until it has caught up, and later ones do', async () => {
  const subjects = subjectsOf('city_a1', '203.0.113.7')
  const tryAt = async (at_ms: number) => {
    const who = { at: new Date(at_ms), per_address_max: 50, isKnown: async () => false }
    return (await reserveAttempt(database.db, subjects, who)).state
  }
  const lock = async (from_ms: number) => {
    for (let time = 0; time < LIMITS.login_failures_max; time += 1) expect(await tryAt(from_ms + time)).toBe('allowed')
    expect(await tryAt(from_ms + LIMITS.login_failures_max)).toBe('locked')
  }
  await lock(AT.getTime())
  await lock(AT.getTime() - 3_600_000)
})
