import { api } from '@heatfleet/contract/api.ts'
import { DEFAULT_PREFERENCES } from '@heatfleet/contract/preferences.ts'
import { describe, expect, it } from 'vitest'
import { useAccountsCase } from '../../../test/accounts-case.ts'
import { refusalOf } from '../../../test/refusals.ts'

const case_ = useAccountsCase()
const QUIET = { on: true, from: '21:00', to: '06:30' }

describe('notification preferences of an account', () => {
  it('are the defaults at first, and the owner gets those an administrator sets', async () => {
    const { uid } = await case_.newCity()
    const above = await case_.as('province_a')
    const request = { params: { id: uid } }
    expect((await above(api.accountNotifications, request)).quiet_hours).toEqual(DEFAULT_PREFERENCES.quiet_hours)
    await above(api.accountEditNotifications, { ...request, body: { quiet_hours: QUIET } })
    const { call } = await case_.signedIn(uid)
    const { preferences } = await call(api.ownProfile)
    expect(preferences).toEqual({ ...DEFAULT_PREFERENCES, quiet_hours: QUIET })
  })

  it('is not for those below to change, nor for who is elsewhere to see', async () => {
    const { fleet } = case_.on()
    const body = { quiet_hours: QUIET }
    const own = await case_.as('city_a1')
    const elsewhere = await case_.as('province_b')
    const request = { params: { id: fleet.accounts.city_a1 } }
    expect(await refusalOf(elsewhere(api.accountNotifications, request))).toBe('user_not_exist')
    expect(await refusalOf(elsewhere(api.accountEditNotifications, { ...request, body }))).toBe('user_not_exist')
    const upward = { params: { id: fleet.accounts.province_a } }
    expect(await refusalOf(own(api.accountEditNotifications, { ...upward, body }))).toBe('user_not_exist')
  })
})

describe('the language chosen at the top', () => {
  it('is kept with the account, and nothing else of it changes', async () => {
    const { uid } = await case_.newCity()
    const { call } = await case_.signedIn(uid)
    const before = await call(api.ownProfile)
    await call(api.chooseLanguage, { body: { language: 'pl' } })
    expect(await call(api.ownProfile)).toEqual({ ...before, language: 'pl' })
  })
})
