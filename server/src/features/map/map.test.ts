import { api } from '@heatfleet/contract/api.ts'
import { distanceKm, placeOnCircle } from '@heatfleet/contract/map/map-circle.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'

const { database, fleet, console_ } = useFleetConsole()
const WORLD = { west: -180, south: -85, east: 180, north: 85 }

/** Three around Hangzhou, two of them at one house, one in Ningbo, one in Nanjing; one unit has no position. */
const PLACES = [
  { lat: 30.25, lon: 120.15 },
  { lat: 30.25, lon: 120.15 },
  { lat: 30.31, lon: 120.08 },
  { lat: 29.87, lon: 121.55 },
  null,
  { lat: 32.06, lon: 118.8 },
]

const setState = (at: number, state: { online?: boolean; alarm_count?: number; alarm_severity?: 'major' | null }) =>
  database.db
    .updateTable('device_status')
    .set({ ...state, first_online_at: new Date() })
    .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
    .execute()

beforeAll(async () => {
  for (const [at, place] of PLACES.entries())
    await database.db
      .updateTable('devices')
      .set(place ?? { lat: null, lon: null })
      .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
      .execute()
  await database.db
    .insertInto('iccids')
    .values({
      iccid: '89860012345678910000',
      checksum_wrong: false,
      device_id: fleet.devices[3]?.device_id ?? 0,
      expires_at: new Date(Date.now() + 5 * 86_400_000),
      imported_at: new Date(),
    })
    .execute()
  await setState(0, { online: true })
  await setState(1, { online: true, alarm_count: 1, alarm_severity: 'major' })
})

const view = async (user_name: Parameters<typeof console_.signIn>[0], more: object = {}) =>
  (await console_.signIn(user_name)).call(api.mapList, { body: { box: WORLD, zoom: 2, ...more } })

describe('the map', () => {
  it.each([
    'admin',
    'province_a',
    'city_a1',
    'city_a2',
    'county_a11',
    'province_b',
    'staff_hangzhou',
    'office_a',
  ] as const)('counts for %s exactly the units of his list that have a position', async (user_name) => {
    const { call } = await console_.signIn(user_name)
    const { list, total } = await call(api.deviceList, { query: { pageNo: 1, size: 999 } })
    const placed = list.filter(({ position }) => position !== null).map(({ mac }) => mac)
    for (const zoom of [0, 5, 11, 20]) {
      const map = await call(api.mapList, { body: { box: WORLD, zoom } })
      expect(map.total).toBe(total)
      expect(map.in_view).toBe(placed.length)
      expect(map.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(placed.length)
      expect(map.units.map(({ mac }) => mac).toSorted()).toEqual(placed.toSorted())
    }
    const regions = await call(api.mapRegions)
    expect(regions.reduce((sum, { count }) => sum + count, 0)).toBe(placed.length)
  })

  it('names a unit alone, and knows two that no zoom tells apart', async () => {
    const near = { box: { west: 120.07, south: 30.24, east: 120.16, north: 30.32 }, zoom: 13 }
    const { clusters, units, in_view } = await view('admin', near)
    expect(in_view).toBe(3)
    const [pair, single] = clusters.toSorted((a, b) => b.count - a.count)
    expect(pair).toMatchObject({ count: 2, online: 2, alarm: 1, severity: 'major', same_spot: true })
    expect(pair).not.toHaveProperty('mac')
    expect(single).toMatchObject({ count: 1, mac: fleet.devices[2]?.mac })
    expect(units[0]).toMatchObject({ mac: fleet.devices[1]?.mac, alarm_severity: 'major', online_status: 'online' })
  })

  it.each([
    [{ online_status: 'online' }, [0, 1]],
    [{ alarm_status: true }, [1]],
    [{ alarm_status: false, online_status: 'online' }, [0]],
    [{ alarm_severity: 'major' }, [1]],
    [{ alarm_severity: 'critical' }, []],
    [{ card_ending: true }, [3]],
    [{ card_ending: true, alarm_status: true }, []],
  ] as const)('is filtered as the device list: %j', async (filter, at) => {
    const { call } = await console_.signIn('admin')
    const { units, total } = await call(api.mapList, { body: { box: WORLD, zoom: 4, ...filter } })
    expect(new Set(units.map(({ mac }) => mac))).toEqual(new Set(at.map((n) => fleet.devices[n]?.mac)))
    expect(total).toBe((await call(api.deviceList, { body: filter })).total)
  })

  it.each(['330000', '330100', '320000', 'PL-12'])(
    'is narrowed to the region %s, wherever units stand',
    async (region_code) => {
      const { call } = await console_.signIn('admin')
      const { list } = await call(api.deviceList, { body: { region_code }, query: { pageNo: 1, size: 99 } })
      const placed = list.filter(({ position }) => position !== null).length
      for (const zoom of [2, 16])
        expect((await call(api.mapList, { body: { box: WORLD, zoom, region_code } })).in_view).toBe(placed)
      const regions = await call(api.mapRegions, { body: { region_code } })
      expect(regions.reduce((sum, { count }) => sum + count, 0)).toBe(placed)
    },
  )

  it('tells activated units from those that were never on line', async () => {
    const { call } = await console_.signIn('admin')
    const counted = async (active_status: boolean) =>
      (await call(api.mapList, { body: { box: WORLD, zoom: 2, active_status } })).units.map(({ mac }) => mac)
    const all = (await call(api.mapList, { body: { box: WORLD, zoom: 2 } })).units
    const never = all.filter(({ online_status }) => online_status === 'never').map(({ mac }) => mac)
    expect((await counted(false)).toSorted()).toEqual(never.toSorted())
    expect((await counted(true)).length).toBe(all.length - never.length)
  })

  it('is not filtered by SIM cards for those who may not see them, nor is the device list', async () => {
    const { call } = await console_.signIn('county_a11')
    const refused = 'no_permission card_ending'
    expect(await refusalOf(call(api.mapList, { body: { card_ending: true } }))).toBe(refused)
    expect(await refusalOf(call(api.mapRegions, { body: { card_ending: false } }))).toBe(refused)
    expect(await refusalOf(call(api.deviceList, { body: { card_ending: true } }))).toBe(refused)
  })

  it('is filtered by a distributor with and without those below', async () => {
    const agent_id = fleet.distributors.A1.agent_id
    const { call } = await console_.signIn('admin')
    for (const include_lower of [true, false]) {
      const body = { agent_id, include_lower }
      const { list } = await call(api.deviceList, { body, query: { pageNo: 1, size: 99 } })
      const placed = list.filter(({ position }) => position !== null)
      expect((await call(api.mapList, { body: { ...body, box: WORLD, zoom: 3 } })).in_view).toBe(placed.length)
    }
  })

  it('a cluster says where all its units are, at every zoom', async () => {
    const { call } = await console_.signIn('admin')
    for (const zoom of [0, 3, 6, 9, 12, 16]) {
      const { clusters, units } = await call(api.mapList, { body: { box: WORLD, zoom } })
      for (const { lat, lon } of units)
        expect(
          clusters.some(
            ({ box }) =>
              lon >= box.west - 1e-4 && lon <= box.east + 1e-4 && lat >= box.south - 1e-4 && lat <= box.north + 1e-4,
          ),
        ).toBe(true)
    }
  })

  it('gives one alone its own position, and others as near as the view shows', async () => {
    const { call } = await console_.signIn('admin')
    const { clusters } = await call(api.mapList, { body: { box: WORLD, zoom: 9 } })
    for (const { count, lat, lon } of clusters)
      if (count === 1) expect(PLACES).toContainEqual({ lat, lon })
      else expect(String(lat).length).toBeLessThan(8)
  })

  it('follows a unit that is moved, unplaced, comes online, or recovers', async () => {
    const { call } = await console_.signIn('admin')
    const mac = fleet.devices[5]?.mac ?? ''
    const warsaw = { box: { west: 20, south: 52, east: 22, north: 53 }, zoom: 6 }
    await call(api.devicePosition, { query: { mac }, body: { position: { lat: 52.23, lon: 21.01, address: '' } } })
    expect((await call(api.mapList, { body: warsaw })).clusters).toMatchObject([{ count: 1, mac, online: 0 }])
    await setState(5, { online: true, alarm_count: 1, alarm_severity: 'major' })
    expect((await call(api.mapList, { body: warsaw })).clusters).toMatchObject([{ online: 1, severity: 'major' }])
    await setState(5, { online: false, alarm_count: 0, alarm_severity: null })
    expect((await call(api.mapList, { body: warsaw })).clusters).toMatchObject([{ offline: 1, severity: null }])
    await call(api.devicePosition, { query: { mac }, body: { position: null } })
    expect((await call(api.mapList, { body: warsaw })).clusters).toEqual([])
    await call(api.devicePosition, { query: { mac }, body: { position: { lat: 32.06, lon: 118.8, address: '' } } })
  })

  it('refuses a view whose corners are in the wrong order', async () => {
    const { call } = await console_.signIn('admin')
    const refused = call(api.mapList, { body: { box: { west: 10, south: 0, east: 5, north: 5 }, zoom: 3 } })
    expect(await refusalOf(refused)).toBe('invalid_input box')
  })

  it('puts the units of a distributor into its province', async () => {
    const { call } = await console_.signIn('admin')
    expect((await call(api.mapRegions)).map(({ code, count }) => [code, count])).toEqual([
      ['330000', 4],
      ['320000', 1],
    ])
  })

  it('shows one unit of it, and none out of sight', async () => {
    const { call } = await console_.signIn('city_a1')
    expect(await call(api.mapDeviceInfo, { query: { mac: fleet.devices[1]?.mac ?? '' } })).toMatchObject({
      alarm_count: 1,
      position: PLACES[1],
    })
  })
})

describe('the device list by the map', () => {
  it('shows units without a position, and those of an area', async () => {
    const { call } = await console_.signIn('admin')
    expect((await call(api.deviceList, { body: { has_position: false } })).total).toBe(1)
    const area = { west: 120, south: 30, east: 120.3, north: 30.4 }
    expect((await call(api.deviceList, { body: { area } })).total).toBe(3)
    const { call: city } = await console_.signIn('city_a2')
    expect((await city(api.deviceList, { body: { area } })).total).toBe(0)
  })

  it('shows the units within a distance of a place, as far as they are in sight', async () => {
    const { call } = await console_.signIn('admin')
    const { list } = await call(api.deviceList, { query: { size: 999 }, body: { has_position: true } })
    const centre = PLACES[1] ?? { lat: 0, lon: 0 }
    for (const radius_km of [0.05, 1, 20, 200, 2_000]) {
      const near = list.filter(({ position }) => position !== null && distanceKm(centre, position) <= radius_km)
      const circle = { lat: centre.lat, lon: centre.lon, radius_km }
      const listed = await call(api.deviceList, { query: { size: 999 }, body: { circle } })
      expect(listed.list.map(({ mac }) => mac).toSorted(), `${radius_km} km`).toEqual(
        near.map(({ mac }) => mac).toSorted(),
      )
      expect(listed.total).toBe(near.length)
    }
    const { call: city } = await console_.signIn('city_a2')
    const circle = { lat: centre.lat, lon: centre.lon, radius_km: 20 }
    expect((await city(api.deviceList, { body: { circle } })).total).toBe(0)
  })

  it('a circle holds the corners of its box no more than a circle does', async () => {
    const { call } = await console_.signIn('admin')
    const { lat, lon } = PLACES[1] ?? { lat: 0, lon: 0 }
    const at = placeOnCircle({ lat, lon, radius_km: 50 }, Math.PI / 4)
    const total = async (radius_km: number) =>
      (await call(api.deviceList, { body: { circle: { ...at, radius_km }, macs: [fleet.devices[1]?.mac ?? ''] } }))
        .total
    // The box around 49.9 km reaches 70 km into its corners.
    expect([await total(49.9), await total(50.1)]).toEqual([0, 1])
  })
})

it('settings say that only outlines are drawn', async () => {
  const { call } = await console_.signIn('admin')
  expect(await call(api.mapSettings)).toEqual({
    tiles: null,
    second: null,
    satellite: null,
    route_url: null,
    geocoder: null,
    outlines_url: null,
  })
})

it('the copy of positions and states is what the devices say', async () => {
  const { rows } = await sql<{ differing: number }>`
    select count(*)::int as differing from (select device_id, province_id, city_id, county_id, agent_id, product_key from devices
      where lat is not null) d
    full join map_points p using (device_id)
    where (d.province_id, d.city_id, d.county_id, d.agent_id, d.product_key)
      is distinct from (p.province_id, p.city_id, p.county_id, p.agent_id, p.product_key)`.execute(database.db)
  expect(rows[0]?.differing).toBe(0)
})
