import { api } from '@heatfleet/contract/api.ts'
import { DEVICE_SORTS, DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TestConsole } from '../../../test/console-world.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { devicesOf } from '../../../test/written-page.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { listDevices } from './store-list.ts'

const { database, fleet, console_ } = useFleetConsole()
let call: Awaited<ReturnType<TestConsole['signIn']>>['call']

beforeAll(async () => {
  call = (await console_.signIn('admin')).call
  const set = (at: number, row: object) =>
    database.db
      .updateTable('device_status')
      .set(row)
      .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
      .execute()
  const old = new Date('2026-02-01T00:00:00Z')
  await set(0, { online: true, first_online_at: old, last_online_at: old, online_times: 3 })
  await set(1, { first_online_at: old, last_online_at: old, last_offline_at: old, alarm_count: 2, alarm_keys: ['e1'] })
  await database.db
    .updateTable('devices')
    .set({ module_version: '1.4.2', module_type: 'DTU4G-B' })
    .where('device_id', '=', fleet.devices[4]?.device_id ?? 0)
    .execute()
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await database.db
    .insertInto('iccids')
    .values(
      [
        { at: 0, expires_at: inDays(-10), status: 'expired' as const },
        { at: 1, expires_at: inDays(10), status: 'active' as const },
        { at: 2, expires_at: inDays(10), status: 'cancelled' as const },
        { at: 3, expires_at: inDays(100), status: 'active' as const },
      ].map(({ at, ...card }) => ({
        ...card,
        iccid: `898603244210456${String(at).padStart(4, '0')}9`,
        checksum_wrong: false,
        imported_at: inDays(-300),
        device_id: fleet.devices[at]?.device_id ?? 0,
      })),
    )
    .execute()
  const users = await database.db
    .insertInto('app_users')
    .values([
      { nick_name: 'One', email: 'one@example.com' },
      { nick_name: 'Two', email: 'two@example.com' },
    ])
    .returning('app_user_id')
    .execute()
  await database.db
    .insertInto('bindings')
    .values(
      users.flatMap(({ app_user_id }, nth) =>
        // Both have the fifth unit, the first has the fourth, too.
        [4, 3].slice(0, nth === 0 ? 2 : 1).map((at) => ({
          device_id: fleet.devices[at]?.device_id ?? 0,
          app_user_id,
          role: 'shared' as const,
          bind_way: 'scan' as const,
        })),
      ),
    )
    .execute()
  await call(api.deviceFavourite, { query: { mac: fleet.devices[2]?.mac ?? '', favourite: 'true' } })
})

const foundBy = async (body: object): Promise<number[]> => {
  const { list } = await call(api.deviceList, { body })
  return list.map(({ mac }) => fleet.devices.findIndex((device) => device.mac === mac)).sort((a, b) => a - b)
}

describe('the device list', () => {
  it('counts every quick tab at once', async () => {
    expect((await call(api.deviceList)).counts).toEqual({
      all: 6,
      online: 1,
      offline_24h: 1,
      alarm: 1,
      unrecognized: 0,
      never_online: 4,
      favourites: 1,
    })
  })

  it.each([
    ['online', { online_status: 'online' }, [0]],
    ['never online', { online_status: 'never' }, [2, 3, 4, 5]],
    ['offline', { quick: 'offline_24h' }, [1]],
    ['off line', { online_status: 'offline' }, [1]],
    ['alarm', { alarm_status: true }, [1]],
    ['no alarm', { alarm_status: false }, [0, 2, 3, 4, 5]],
    ['a lost bus', { bus_status: 'lost' }, []],
    ['a bus without a known state', { bus_status: 'unknown' }, [0, 1, 2, 3, 4, 5]],
    ['favourites', { quick: 'favourites' }, [2]],
    ['WiFi', { net: 'wifi' }, [3, 5]],
    ['a part of the name', { device_name: 'house 2' }, [1]],
    ['a percent sign is no wildcard', { device_name: '%' }, []],
    ['the beginning of an id with separators', { search: 'A4:C1:38' }, [3, 5]],
    ['several ids', { macs: ['a4c138000004', 'A4-C1-38-00-00-06'] }, [3, 5]],
    ['a text without a match', { search: "'; drop table devices --" }, []],
    ['last online before', { last_online_to: '2026-01-31T00:00:00Z' }, []],
    ['last online from', { last_online_from: '2026-02-01T00:00:00Z' }, [0, 1]],
    ['the version of its module', { module_version: '1.4.2' }, [4]],
    ['the type of its module', { module_type: 'DTU4G-B' }, [4]],
    ['first online before', { first_online_to: '2026-01-31T00:00:00Z' }, []],
    ['first online from', { first_online_from: '2026-02-01T00:00:00Z' }, [0, 1]],
    ['a SIM card that has ended', { sim_days_left: 0 }, [0]],
    ['a SIM card that ends within 30 days or has ended', { sim_days_left: 30 }, [0, 1]],
    ['one app user or more', { bound_users_min: 1 }, [3, 4]],
    ['two app users or more', { bound_users_min: 2 }, [4]],
    ['a product without devices', { product_key: 'none' }, []],
  ])('filters by %s', async (_, body, expected) => {
    expect(await foundBy(body)).toEqual(expected)
  })

  it('filters by a distributor with and without lower levels, in scope only', async () => {
    const { agent_id } = fleet.distributors.A1
    expect(await foundBy({ agent_id })).toEqual([1, 2, 3])
    expect(await foundBy({ agent_id, include_lower: false })).toEqual([1])
    const city = await console_.signIn('city_a2')
    expect((await city.call(api.deviceList, { body: { agent_id } })).list).toEqual([])
    expect((await city.call(api.menuAgents)).map((agent) => [agent.agent_name, agent.parent_id])).toEqual([
      ['A2', null],
    ])
  })

  it('by urgency puts those in alarm first, then those offline, then all others by name', async () => {
    const old = new Date('2026-02-01T00:00:00Z')
    await database.db
      .updateTable('device_status')
      .set({ online: false, first_online_at: old, last_offline_at: old })
      .where('device_id', '=', fleet.devices[4]?.device_id ?? 0)
      .execute()
    const listed = await call(api.deviceList, { body: { sort_by: 'urgency' } })
    const order = listed.list.map(({ mac }) => fleet.devices.findIndex((device) => device.mac === mac))
    expect(order.slice(0, 2)).toEqual([1, 4])
    const names = listed.list.slice(2).map(({ device_name }) => device_name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const backwards = await call(api.deviceList, { body: { sort_by: 'urgency', sort_order: 'desc' } })
    expect(backwards.list.slice(-2).map(({ mac }) => mac)).toEqual([listed.list[1]?.mac, listed.list[0]?.mac])
    await database.db
      .updateTable('device_status')
      .set({ first_online_at: null, last_offline_at: null })
      .where('device_id', '=', fleet.devices[4]?.device_id ?? 0)
      .execute()
  })

  it.each(DEVICE_SORTS)('pages sorted by %s neither repeat nor miss a device', async (sort_by) => {
    for (const sort_order of ['asc', 'desc'] as const) {
      const seen: string[] = []
      for (let pageNo = 1; pageNo <= 3; pageNo += 1) {
        const page = await call(api.deviceList, { query: { pageNo, size: 2 }, body: { sort_by, sort_order } })
        expect(page.total).toBe(6)
        seen.push(...page.list.map(({ mac }) => mac))
      }
      expect(new Set(seen).size).toBe(6)
    }
  })

  it.each(DEVICE_SORTS)('of several subtrees comes in one order by %s, from either end', async (sort_by) => {
    const { A1, A2, B } = fleet.distributors
    const agent_paths = [B.agent_path, A1.agent_path, A2.agent_path]
    const pathOf = (mac: string): string => {
      const at = fleet.devices.find((device) => device.mac === mac)?.at
      return at === undefined ? '' : fleet.distributors[at].agent_path
    }
    const group = { group_id: 1, agent_paths, region_prefixes: [], product_keys: [], device_ids: [] }
    for (const sort_order of ['asc', 'desc'] as const) {
      const listQuery = { uid: 1, filter: DeviceFilter.parse({ sort_by, sort_order }), now: new Date() }
      const everywhere = await listDevices(database, EVERYTHING, { ...listQuery, offset: 0, limit: 10 })
      const expected = devicesOf(everywhere).filter(({ mac }) =>
        agent_paths.some((path) => pathOf(mac).startsWith(path)),
      )
      expect(expected).toHaveLength(5)
      const places = [0, 1, 2, 3, 4]
      const pages = await Promise.all(
        places.map((offset) => listDevices(database, { ...EVERYTHING, group }, { ...listQuery, offset, limit: 1 })),
      )
      expect(pages.map((page) => devicesOf(page).map(({ mac }) => mac))).toEqual(expected.map(({ mac }) => [mac]))
    }
  })

  it('counts devices of lower levels with their distributor', async () => {
    const agents = await call(api.menuAgents)
    expect(Object.fromEntries(agents.map((agent) => [agent.agent_name, agent.device_count]))).toEqual({
      A: 5,
      A1: 3,
      A11: 2,
      A2: 1,
      B: 1,
    })
  })
})
