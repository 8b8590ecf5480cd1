import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { devicesOf } from '../../../test/written-page.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { listDevices } from './store-list.ts'
import { findStart, foldRanks } from './store-ranks.ts'

const database = useDatabase()
let fleet: SmallFleet
const MANY = 4_000
const LIMIT = 7

/** Ids as they come: boxes of modems, boxes of WiFi modules, some of either in between the other's. */
const macOf = (at: number): string =>
  at % 3 === 0 ? `8634${String(at * 7_919).padStart(11, '0')}` : (0x8634_0000_0000 + at * 104_729).toString(16)

const insert = (macs: readonly string[]) =>
  sql`insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed,
        import_time)
      select mac, mac, ${fleet.product_key}, ${fleet.distributors.A11.agent_id}, ${fleet.distributors.A11.agent_path},
        case when length(mac) = 15 then '4g' else 'wifi' end, '\\x00', now()
      from unnest(${macs}::text[]) mac`.execute(database.db)

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await insert(Array.from({ length: MANY }, (_, at) => macOf(at)))
})

/** Every id in the order of the list. */
const allMacs = async (): Promise<string[]> =>
  (await database.db.selectFrom('devices').select('mac').orderBy('mac').execute()).map(({ mac }) => mac)

const pageAt = async (offset: number, filter: Partial<DeviceFilter> = {}): Promise<string[]> => {
  const query = { uid: fleet.accounts.admin, filter: DeviceFilter.parse(filter), now: new Date(), offset, limit: LIMIT }
  return devicesOf(await listDevices(database, EVERYTHING, query)).map(({ mac }) => mac)
}

const expectPages = async (): Promise<void> => {
  const macs = await allMacs()
  const last = Math.floor((macs.length - 1) / LIMIT) * LIMIT
  for (const offset of [1_001, 1_999, 2_000, Math.floor(macs.length / 2), macs.length - 1_500, last, macs.length]) {
    expect(await pageAt(offset)).toEqual(macs.slice(offset, offset + LIMIT))
    expect(await pageAt(offset, { sort_order: 'desc' })).toEqual(macs.toReversed().slice(offset, offset + LIMIT))
  }
}

describe('a page deep in the whole fleet', () => {
  it('is what it would be if all before it were walked', expectPages)

  it('stays so once the ranks are folded, and when devices come, go and are given other ids', async () => {
    await foldRanks(database.db)
    await expectPages()
    await insert(['863400000000001', '863400000001', 'ffffffffffff', '000000000000'])
    await expectPages()
    await database.db.deleteFrom('devices').where('mac', '<', macOf(1_500)).execute()
    await expectPages()
    await database.db.updateTable('devices').set({ mac: '999999999999999' }).where('mac', '=', 'ffffffffffff').execute()
    await expectPages()
    await foldRanks(database.db)
    await expectPages()
  })

  it('begins at most a box of ids in front of the page', async () => {
    const narrowed = { filter: DeviceFilter.parse({}), agent_path: null, uid: 1, now: new Date() }
    const start = await findStart(database, EVERYTHING, narrowed, 2_000)
    const macs = await allMacs()
    const from = macs.findIndex((mac) => mac >= (start?.from_mac ?? ''))
    expect(from).toBe(start?.before)
    const box = macs.filter((mac) => mac.startsWith(start?.from_mac ?? '-')).length
    expect(2_000 - from).toBeLessThan(box)
  })

  it.each([
    ['a filter', EVERYTHING, { net: 'wifi' }],
    ['another order', EVERYTHING, { sort_by: 'device_name' }],
    ['a quick tab', EVERYTHING, { quick: 'online' }],
    ['a part of the fleet', { ...EVERYTHING, agent_path: '/1/' }, {}],
  ] as const)('has no rank under %s', async (_, scope, filter) => {
    const narrowed = { filter: DeviceFilter.parse(filter), agent_path: null, uid: 1, now: new Date() }
    expect(await findStart(database, scope, narrowed, 2_000)).toBeNull()
  })
})
