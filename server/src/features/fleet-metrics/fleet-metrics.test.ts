import { api } from '@heatfleet/contract/api.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()

it('a caller counts exactly the units of the own scope, by product, distributor and status', async () => {
  const seen = async (account: 'admin' | 'city_a1') => (await as(account))(api.fleetMetrics, {})
  const all = await seen('admin')
  expect(all.units).toBe(6)
  expect(all.by_distributor.reduce((sum, { n }) => sum + n, 0)).toBe(6)
  const city = await seen('city_a1')
  expect(city.units).toBe(3)
  expect([...new Set(city.by_distributor.map(({ distributor }) => distributor))].toSorted()).toEqual(['A1', 'A11'])
  expect(city.by_product.map(({ product_key }) => product_key)).toContain(fleet.product_key)
  expect(city.alarms?.map(({ severity }) => severity)).toEqual(['info', 'minor', 'major', 'critical'])
})

it('an answer is given again within the age that the caller accepts, and only to the same scope', async () => {
  const call = await as('admin')
  const before = await call(api.fleetMetrics, { query: { max_age_s: 60 } })
  await database.db
    .insertInto('device_status')
    .values({ device_id: fleet.devices[0]?.device_id ?? 0, online: true, first_online_at: new Date() })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ online: true, first_online_at: new Date() }))
    .execute()
  expect(await call(api.fleetMetrics, { query: { max_age_s: 60 } })).toEqual(before)
  expect((await call(api.fleetMetrics, {})).by_product).toContainEqual(
    expect.objectContaining({ status: 'online', product_key: fleet.product_key }),
  )
})
