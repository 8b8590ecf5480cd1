import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@heatfleet/contract/api.ts'
import { afterAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import { estimateOf } from './position-estimate.ts'

const server = createServer((_, response) => response.end('[{"display_name":"Hangzhou","lat":30.25,"lon":120.16}]'))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const { fleet, as } = useFleetConsole({
  HEATFLEET_GEOCODER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/?q={text}`,
  HEATFLEET_GEOCODER_CREDIT: 'The atlas',
  HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.1',
})
const WORLD = { west: -180, south: -85, east: 180, north: 85 }

it('an address is found for whoever sees the map, and the settings say that it can be', async () => {
  const call = await as('county_a11')
  expect(await call(api.mapGeocode, { body: { text: ' Hangzhou ' } })).toEqual([
    { label: 'Hangzhou', lat: 30.25, lon: 120.16, accuracy_m: 50_000 },
  ])
  expect((await call(api.mapSettings)).geocoder).toEqual({ credit: 'The atlas' })
  expect(await refusalOf(call(api.mapGeocode, { body: { text: ' x ' } }))).toBe('invalid_input text')
})

it.each([
  [{ country: 'CN', region_code: '330110' }, '330000'],
  [{ country: 'CN', region_code: '' }, 'CN'],
  [{ country: 'PL', region_code: 'Mazowieckie' }, 'PL'],
  [{ country: 'XX', region_code: '' }, undefined],
])('the estimate of a unit of %j is the middle of %s', (region, code) => {
  expect(estimateOf(region)?.code).toBe(code)
})

it('an estimate is on the map with its accuracy, and does not count as placed', async () => {
  const call = await as('admin')
  const mac = fleet.devices[2]?.mac ?? ''
  const listed = async (has_position: boolean) =>
    (await call(api.deviceList, { query: { size: 999 }, body: { has_position } })).list.some((unit) => unit.mac === mac)
  const drawn = async () =>
    (await call(api.mapList, { body: { box: WORLD, zoom: 20 } })).units.find((one) => one.mac === mac)
  await call(api.devicePosition, { query: { mac }, body: { position: null } })
  expect([await listed(true), await listed(false), await drawn()]).toEqual([false, true, undefined])

  const { estimate } = await call(api.mapEstimate, { query: { mac } })
  if (estimate === null) throw new Error('the distributor has no region')
  const { lat, lon, accuracy_m } = estimate
  expect(accuracy_m).toBeGreaterThan(1_000)
  const set = { lat, lon, address: '', accuracy_m }
  expect(await call(api.devicePosition, { query: { mac }, body: { position: set } })).toEqual({ mac, position: set })
  expect([await listed(true), await listed(false)]).toEqual([false, true])
  expect(await drawn()).toMatchObject({ accuracy_m })
  expect((await call(api.mapDeviceInfo, { query: { mac } })).position).toEqual(set)

  // Of a house found by its address it is known where it stands; placed by hand the accuracy goes.
  await call(api.devicePosition, { query: { mac }, body: { position: { ...set, accuracy_m: 50 } } })
  expect([await listed(true), await listed(false)]).toEqual([true, false])
  const { position } = await call(api.devicePosition, { query: { mac }, body: { position: { lat, lon, address: '' } } })
  expect(position?.accuracy_m).toBeNull()
  expect(
    await codeOf(call(api.devicePosition, { query: { mac }, body: { position: { ...set, accuracy_m: 0 } } })),
  ).toBe('invalid_input')
})

it('the estimate of a unit out of sight is refused', async () => {
  const call = await as('province_b')
  expect(await refusalOf(call(api.mapEstimate, { query: { mac: fleet.devices[1]?.mac ?? '' } }))).toBe(
    'device_not_found',
  )
})
