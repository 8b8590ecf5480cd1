import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { session } from '@heatfleet/contract/session/session.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { startConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'

const database = useDatabase()
beforeAll(() => seedSmallFleet(database.db))

describe('the address of a call through a proxy', () => {
  it.each([
    {
      says: 'is the person’s, behind a trusted one',
      trusted: '127.0.0.1',
      second: 'account_or_password_error',
      address: '203.0.113.7',
    },
    { says: 'is the proxy’s, behind one that is not', trusted: '', second: 'too_many_attempts', address: '127.0.0.1' },
  ])('$says', async ({ trusted, second, address }) => {
    const before = (await addresses()).length
    const console_ = await startConsole(database, {
      HEATFLEET_TRUSTED_PROXIES: trusted,
      HEATFLEET_LOGIN_PER_ADDRESS: '1',
    })
    onTestFinished(() => console_.close())
    const logInFrom = async (person: string) => {
      const { method, path } = session.login
      const answer = await fetch(`${console_.base_url}${API_PREFIX}${path}`, {
        method,
        headers: { key: CONSOLE_APPLICATION_KEY, 'content-type': 'application/json', 'x-forwarded-for': person },
        body: JSON.stringify({ user_name: 'admin', password: 'Wrong-Valve-713' }),
      })
      return Refused.parse(await answer.json()).error.code
    }
    expect(await logInFrom('203.0.113.7')).toBe('account_or_password_error')
    expect(await logInFrom('203.0.113.8')).toBe(second)
    expect((await addresses()).at(before)).toBe(address)
  })
})

const Refused = z.object({ error: z.object({ code: z.string() }) })

const addresses = async () =>
  (await database.db.selectFrom('audit_log').select('address').orderBy('audit_id').execute()).map(
    (line) => line.address,
  )
