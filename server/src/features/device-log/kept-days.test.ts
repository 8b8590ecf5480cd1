import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole({ HEATFLEET_HISTORY_DAYS: '365' })

it('the log says for how long reports of the named units are kept: as the installation says, or as their product, if shorter', async () => {
  const call = await as('admin')
  const [unit] = fleet.devices
  const keptOf = async (body: object) => (await call(api.deviceLogList, { query: { size: 1 }, body })).kept_days
  const of_unit = { type: 'report', macs: [unit?.mac] }
  expect(await keptOf({})).toEqual({ reports: 365, frames: LIMITS.capture_kept_days })
  expect((await keptOf(of_unit)).reports).toBe(365)
  await database.db
    .updateTable('products')
    .set({ history_days: 90 })
    .where('product_key', '=', fleet.product_key)
    .execute()
  expect((await keptOf(of_unit)).reports).toBe(90)
  // Entries that are no reports are not of one product.
  expect((await keptOf({ type: 'connection' })).reports).toBe(365)
})

it('a unit out of sight says nothing of its product', async () => {
  const { list } = await (await as('county_a11'))(api.deviceList, { query: { size: 999 } })
  const hidden = fleet.devices.find(({ mac }) => list.every((unit) => unit.mac !== mac))
  expect(hidden).toBeDefined()
  const body = { type: 'report' as const, macs: [hidden?.mac ?? ''] }
  expect((await (await as('county_a11'))(api.deviceLogList, { query: { size: 1 }, body })).kept_days.reports).toBe(365)
})
