import { LIMITS } from '@heatfleet/contract/limits.ts'
import { session } from '@heatfleet/contract/session/session.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startConsole } from '../../test/console-world.ts'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { codeOf } from '../../test/refusals.ts'

const database = useDatabase()
beforeAll(() => seedSmallFleet(database.db))

const WRONG_PASSWORD = 'Wrong-Valve-713'

describe('a flood of refused log-ins from one address', () => {
  it.each([
    { says: 'at unknown names', flood: 'nobody', later: 'admin' },
    { says: 'at an existing name', flood: 'admin', later: 'nobody' },
  ])('$says fills the entries of the minute for every name: writing must not reveal which exist', async (names) => {
    const console_ = await startConsole(database, { HEATFLEET_LOGIN_PER_ADDRESS: '1' })
    onTestFinished(() => console_.close())
    const knock = (user_name: string) =>
      codeOf(console_.anonymous(session.login, { body: { user_name, password: WRONG_PASSWORD } }))
    const before = await refusedLogIns()
    for (let at = 0; at < LIMITS.audit_refusals_per_minute; at += 1) await knock(names.flood)
    expect((await refusedLogIns()) - before).toBe(LIMITS.audit_refusals_per_minute)
    expect(await knock(names.later)).toBe('too_many_attempts')
    expect((await refusedLogIns()) - before).toBe(LIMITS.audit_refusals_per_minute)
  })

  it('is recorded by one entry, which names no user', async () => {
    const console_ = await startConsole(database, { HEATFLEET_LOGIN_PER_ADDRESS: '1' })
    const body = { user_name: 'admin', password: WRONG_PASSWORD }
    for (let at = 0; at < LIMITS.audit_refusals_per_minute + 2; at += 1)
      await codeOf(console_.anonymous(session.login, { body }))
    await console_.close()
    const lines = database.db.selectFrom('audit_log').where('action', '=', 'refusalsLeftOut')
    expect(
      await lines.select(['uid', 'user_name', 'detail', 'address']).orderBy('audit_id', 'desc').limit(1).execute(),
    ).toEqual([{ uid: null, user_name: '', detail: { count: 2 }, address: '127.0.0.1' }])
  })
})

const refusedLogIns = async (): Promise<number> => {
  const lines = database.db.selectFrom('audit_log').where('action', '=', 'login').where('result', '<>', 'ok')
  const { total } = await lines.select((from) => from.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}
