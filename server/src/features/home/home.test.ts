import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, console_ } = useFleetConsole()
const DAY_MS = 86_400_000

beforeAll(async () => {
  // Of A, A1 and A11: today, ten days ago, and before anything the page shows.
  for (const [at, days] of [0, 10, 60].entries())
    await database.db
      .updateTable('device_status')
      .set({ first_online_at: new Date(Date.now() - days * DAY_MS), online: at === 0, alarm_count: at === 1 ? 2 : 0 })
      .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
      .execute()
})

describe('the figures of the home page', () => {
  it.each([
    ['admin', { total: 6, online: 1, alarm: 1, never_online: 3 }, 1, 2],
    ['province_a', { total: 5, online: 1, alarm: 1, never_online: 2 }, 1, 2],
    ['city_a1', { total: 3, online: 0, alarm: 1, never_online: 1 }, 0, 1],
    ['province_b', { total: 1, online: 0, alarm: 0, never_online: 1 }, 0, 0],
  ] as const)('are for %s those of what he sees', async (user_name, devices, activated_7d, activated_30d) => {
    const { call } = await console_.signIn(user_name)
    expect(await call(api.homeCounts)).toMatchObject({ devices, activated_7d, activated_30d })
    const by_product = await call(api.homeTable)
    expect(by_product).toMatchObject([{ key: fleet.product_key, ...devices }])
    const chart = await call(api.homeChart)
    expect(chart).toHaveLength(LIMITS.home_chart_days)
    expect(chart.reduce((sum, { activations }) => sum + activations, 0)).toBe(activated_30d)
    expect(chart.at(-1)?.log_ins).toBeGreaterThan(0)
  })

  it('count the accounts and distributors of the subtree', async () => {
    const { call } = await console_.signIn('city_a1')
    expect(await call(api.homeCounts)).toMatchObject({ accounts: 2, distributors: 2 })
  })

  it('stand in a table by the distributors of the next lower level', async () => {
    const { call } = await console_.signIn('province_a')
    const table = await call(api.homeTable, { query: { by: 'distributor' } })
    expect(table.map(({ name, total }) => [name, total])).toEqual([
      ['A1', 3],
      ['A2', 1],
    ])
  })

  it('name no distributor outside the resource group, whatever of it is within', async () => {
    const { call } = await console_.signIn('staff_hangzhou')
    expect((await call(api.homeCounts)).devices.total).toBe(3)
    expect(await call(api.homeTable, { query: { by: 'distributor' } })).toEqual([])
  })
})

it('the older device list holds what the newer one does', async () => {
  const { call } = await console_.signIn('city_a1')
  const { list, total } = await call(api.devicesList, { query: { pageNo: 1, size: 2 } })
  const newer = await call(api.deviceList, { query: { pageNo: 1, size: 2 } })
  expect({ list, total }).toEqual({ list: newer.list, total: newer.total })
})
