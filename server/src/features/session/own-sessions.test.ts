import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { isLocked, unlockAccount } from './public.ts'

const { database, console_ } = useFleetConsole()

describe('the own sessions', () => {
  it('are listed with the calling one marked, and none of other accounts', async () => {
    const first = await console_.signIn('city_a1')
    const second = await console_.signIn('city_a1')
    await console_.signIn('city_a2')
    const list = await second.call(api.ownSessions)
    expect(list).toHaveLength(2)
    expect(list.filter(({ is_this }) => is_this)).toHaveLength(1)
    expect(await first.call(api.ownSessions)).toHaveLength(2)
  })

  it('end one by one, and all but this one at once', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => console_.signIn('county_a11')))
    const others = (await a?.call(api.ownSessions))?.filter(({ is_this }) => !is_this) ?? []
    expect(others).toHaveLength(2)
    await a?.call(api.endOwnSession, { body: { session_id: others[0]?.session_id ?? '' } })
    const left = await Promise.all([b, c].map((one) => codeOf(one?.call(api.roleMenu) ?? Promise.resolve())))
    expect(left.toSorted()).toEqual(['invalid_token', 'ok'])
    expect(await a?.call(api.endOtherSessions)).toEqual({ ended: 1 })
    expect(await codeOf(a?.call(api.roleMenu) ?? Promise.resolve())).toBe('ok')
  })

  it('of another account cannot be ended', async () => {
    const mine = await console_.signIn('province_a')
    const theirs = await console_.signIn('province_b')
    const [session] = await theirs.call(api.ownSessions)
    const end = mine.call(api.endOwnSession, { body: { session_id: session?.session_id ?? '' } })
    expect(await codeOf(end)).toBe('not_found')
    expect(await codeOf(theirs.call(api.roleMenu))).toBe('ok')
  })
})

describe('the log-in history', () => {
  it('lists right and wrong attempts of the own account, the newest first', async () => {
    await codeOf(console_.anonymous(api.login, { body: { user_name: 'auditor', password: 'wrong' } }))
    const { call } = await console_.signIn('auditor')
    const { list, total } = await call(api.ownLogIns, { query: { pageNo: 1, size: 20 } })
    expect(list.map(({ result }) => result)).toEqual(['ok', 'account_or_password_error'])
    expect(total).toBe(2)
  })
})

describe('the lock of an account', () => {
  it('is seen and opened by who may', async () => {
    const wrong = () => console_.anonymous(api.login, { body: { user_name: 'admin', password: 'wrong' } })
    const at = () => new Date()
    for (let tries = 0; tries < 10; tries += 1) await codeOf(wrong())
    expect(await codeOf(console_.signIn('admin'))).toBe('account_locked')
    expect(await isLocked(database.db, 'admin', at())).toBe(true)
    expect(await isLocked(database.db, 'province_a', at())).toBe(false)
    await unlockAccount(database.db, 'admin')
    expect(await isLocked(database.db, 'admin', at())).toBe(false)
    expect(await codeOf(console_.signIn('admin'))).toBe('ok')
  })
})
