import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { API_PREFIX, CONSOLE_APPLICATION_KEY } from '@heatfleet/contract/endpoint.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp, type TestApp } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
let app: TestApp
let admin: Call
let city_a1: Call
/** Owns a unit in A1 and one in B. */
let anna: { call: Call; app_user_id: number }

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const params = () => ({ id: anna.app_user_id })
const newestLine = async (action: string) => {
  const lines = database.db.selectFrom('audit_log').selectAll().where('action', '=', action)
  return lines.orderBy('audit_id', 'desc').limit(1).executeTakeFirstOrThrow()
}

beforeAll(async () => {
  app = await registerApp(database.db, console_.base_url)
  admin = (await console_.signIn('admin')).call
  city_a1 = (await console_.signIn('city_a1')).call
  anna = await app.join('anna.nowak@example.com')
  for (const at of [1, 5])
    await anna.call(api.appBind, { body: { device_id: unit(at).mac, code: codeOnLabel(unit(at)) } })
})

describe('calls about bindings as the specification has them', () => {
  it('unbind-device works without a reason, as the specification calls it', async () => {
    const guest = await app.join('no-reason@example.com')
    const { mac, device_id } = unit(4)
    await admin(api.bindDevice, { params: { id: guest.app_user_id }, body: { mac, role: 'owner', reason: 'called' } })
    const { token } = await console_.signIn('admin')
    const response = await fetch(
      `${console_.base_url}${API_PREFIX}/user-manage/${guest.app_user_id}/unbind-device/${mac}`,
      { method: 'DELETE', headers: { key: CONSOLE_APPLICATION_KEY, token, 'content-type': 'application/json' } },
    )
    expect(await response.json()).toMatchObject({ code: 200, data: [] })
    expect((await newestLine('unbindDevice')).detail).toMatchObject({ device: mac, role: 'owner', reason: '' })
    const left = database.db.selectFrom('bindings').select('app_user_id').where('device_id', '=', device_id)
    expect(await left.execute()).toEqual([])
  })

  it('bind-user-list gives the people of one unit, or page by page of all units in scope', async () => {
    const all = await city_a1(api.bindUserList)
    expect(new Set(all.list.map(({ mac }) => mac))).toEqual(new Set([unit(1).mac]))
    expect(all.list).toEqual((await city_a1(api.bindUserList, { query: { mac: unit(1).mac } })).list)
    expect(all.list.map(({ email }) => email)).toEqual(all.list.map(() => 'a***@example.com'))
    const whole = await admin(api.bindUserList)
    expect(whole.total).toBeGreaterThan(all.total)
    expect(new Set(whole.list.map(({ mac }) => mac))).toContain(unit(5).mac)
    const pages = []
    for (let pageNo = 1; pageNo <= whole.total; pageNo += 1) {
      const page = await admin(api.bindUserList, { query: { pageNo, size: 1 } })
      expect(page).toMatchObject({ total: whole.total, pageNo, size: 1 })
      pages.push(...page.list)
    }
    expect(pages).toEqual(whole.list)
  })

  it('mark-device marks the person by 1, 0 or a name, and a unit only with marks that are named', async () => {
    const mark = (x: string) => admin(api.markDevice, { params: { ...params(), x } })
    const marks = async () => (await admin(api.appUserInfo, { params: params() })).marks
    await admin(api.markAppUser, { params: params(), body: { marks: [] } })
    await mark('1')
    expect(await marks()).toEqual(['vip'])
    expect((await newestLine('markDevice')).detail).toEqual({ before: { marks: [] }, after: { marks: ['vip'] } })
    await mark('special_care')
    expect(await marks()).toEqual(['vip', 'special_care'])
    const list = await mark('0')
    expect(await marks()).toEqual(['special_care'])
    expect(list.map(({ marks }) => marks)).toEqual(list.map(() => []))
    expect(await refusalOf(mark(unit(1).mac), 'rule')).toBe('invalid_input marks required')
    expect(await refusalOf(mark('vipp'), 'rule')).toBe('invalid_input x device_id')
  })
})
