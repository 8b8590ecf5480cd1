import { api } from '@heatfleet/contract/api.ts'
import { createClient } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { codeOf } from '../../test/refusals.ts'
import { SMALL_FLEET_PASSWORD } from '../../test/small-fleet.ts'

const database = useDatabase()
let a: TestConsole
let b: TestConsole

beforeAll(async () => {
  await seedSmallFleet(database.db)
  a = await startConsole(database)
  b = await startConsole(database)
})
afterAll(async () => {
  await b.close()
  await a.close()
})
const callOf = (console_: TestConsole, token: string) =>
  createClient({ base_url: console_.base_url, token: () => token })

describe('two consoles on one database', () => {
  it('a session of one is a session of the other, and ends at both', async () => {
    const { token } = await a.signIn('admin')
    const [at_a, at_b] = [callOf(a, token), callOf(b, token)]
    const units = { query: { pageNo: 1, size: 1 } }
    expect((await at_b(api.deviceList, units)).total).toBe((await at_a(api.deviceList, units)).total)
    await at_b(api.logoff)
    expect(await codeOf(at_a(api.deviceList, units))).toBe('invalid_token')
  })

  it('wrong passwords are counted together', async () => {
    const tryAt = (console_: TestConsole, password: string) => {
      return codeOf(console_.anonymous(api.login, { body: { user_name: 'city_a1', password } }))
    }
    for (let tries = 0; tries < LIMITS.login_failures_max; tries += 1)
      expect(await tryAt(tries % 2 === 0 ? a : b, 'Wrong-Password-1')).toBe('account_or_password_error')
    for (const console_ of [a, b]) expect(await tryAt(console_, SMALL_FLEET_PASSWORD)).toBe('account_locked')
  })
})
