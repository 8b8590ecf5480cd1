import { DeviceFilter, QUICK_TABS, type QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { scopesOf } from '../../../test/scopes-of-fleet.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { agentsWithin, type Scope, subtreeOf, withinScope } from '../../platform/scope.ts'
import { figuresBelow } from './store-below.ts'
import { storeConnectivity } from './store-connectivity.ts'
import { countDevices } from './store-counts.ts'
import { holdingsBelow } from './store-holdings.ts'
import { listMenuAgents, listMenuProducts } from './store-menu.ts'
import { clearFolded, foldCounters, pruneCounters } from './store-tally.ts'

const database = useDatabase()
const NOW = new Date('2026-03-10T12:34:56Z')
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000)
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

const FILTERS: Record<string, object> = {
  'no filter': {},
  'a product': { product_key: 'r290-monobloc' },
  'the online ones': { online_status: 'online' },
  'the offline ones with a fault': { online_status: 'offline', alarm_status: true },
  'those without a fault': { alarm_status: false },
  'a lost bus': { bus_status: 'lost' },
  'the recognised ones on WiFi': { vcard_pk: 'recognized', net: 'wifi' },
  'those whose board is not known': { identify_status: 'unrecognized' },
}

/** The tally beside counting one by one, which a filter that every device passes forces. */
const expectTrueCounts = async (): Promise<void> => {
  const countBy = (scope: Scope, body: object): Promise<Record<QuickTab, number>> => {
    const filter = DeviceFilter.parse(body)
    return countDevices(database, scope, {
      filter,
      agent_path: null,
      uid: 1,
      now: NOW,
    })
  }
  for (const [name, scope] of Object.entries(scopesOf(fleet)))
    for (const [what, filter] of Object.entries(FILTERS))
      expect({ name, what, ...(await countBy(scope, filter)) }).toEqual({
        name,
        what,
        ...(await countBy(scope, { ...filter, hardware_version: 'any' })),
      })
}

/** The counts beside the names of products and distributors, against the devices themselves. */
const expectTrueMenus = async (): Promise<void> => {
  const { db } = database
  for (const [name, scope] of Object.entries(scopesOf(fleet))) {
    const devices = await db
      .selectFrom('devices')
      .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
      .where(withinScope(scope, 'devices'))
      .select(['devices.product_key', 'devices.agent_path', 'devices.active'])
      .select(['device_status.online', 'device_status.alarm_count'])
      .execute()
    const products = await listMenuProducts(database, scope)
    expect({ name, products: products.map(({ product_key, device_count }) => [product_key, device_count]) }).toEqual({
      name,
      products: devices.length === 0 ? [] : [[fleet.product_key, devices.length]],
    })
    const figures = figuresBelow({ agent: scope, device: scope }).as<'figures'>('figures')
    const holdings = holdingsBelow({ agent: scope, device: scope }).as<'holdings'>('holdings')
    const below = await db
      .selectFrom('distributors')
      .innerJoinLateral(figures, (join) => join.onTrue())
      .innerJoinLateral(holdings, (join) => join.onTrue())
      .where(agentsWithin(scope, 'distributors'))
      .select(['agent_id', 'agent_name', 'figures.device_count', 'figures.online_count', 'figures.alarm_count'])
      .select(['holdings.active_count', 'holdings.stock_count', 'holdings.shipped_count'])
      .execute()
    for (const { agent_id, agent_name, ...figures } of below) {
      const lower = devices.filter(({ agent_path }) => agent_path.includes(`/${agent_id}/`))
      expect({ name, agent_name, ...figures }).toEqual({
        name,
        agent_name,
        device_count: lower.length,
        online_count: lower.filter(({ online }) => online).length,
        alarm_count: lower.filter(({ alarm_count }) => (alarm_count ?? 0) > 0).length,
        active_count: lower.filter(({ active }) => active).length,
        stock_count: lower.filter(({ active, agent_path }) => !active && agent_path.endsWith(`/${agent_id}/`)).length,
        shipped_count: lower.filter(({ agent_path }) => !agent_path.endsWith(`/${agent_id}/`)).length,
      })
    }
    for (const { agent_id, agent_name, device_count } of await listMenuAgents(database, scope))
      expect({ name, agent_name, device_count }).toEqual({
        name,
        agent_name,
        device_count: devices.filter(({ agent_path }) => agent_path.includes(`/${agent_id}/`)).length,
      })
  }
}

const status = (at: number, row: object) =>
  database.db
    .updateTable('device_status')
    .set(row)
    .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
    .execute()

describe('the tally of devices', () => {
  beforeAll(async () => {
    await database.db.updateTable('devices').set({ hardware_version: 'any' }).execute()
    await database.db
      .insertInto('device_favourites')
      .values({ uid: 1, device_id: fleet.devices[1]?.device_id ?? 0 })
      .execute()
  })

  const idAt = (at: number): number => fleet.devices[at]?.device_id ?? 0
  const changes: [string, () => Promise<unknown>][] = [
    ['nothing yet', async () => null],
    [
      'units came for the first time',
      () =>
        storeConnectivity(
          database.pool,
          [0, 1, 2, 3].map((at) => ({ device_id: idAt(at), at_ms: hoursAgo(50).getTime(), online: true, address: '' })),
        ),
    ],
    [
      'some went: long ago, just over the limit, just under it, a moment ago',
      async () => {
        await storeConnectivity(database.pool, [
          { device_id: idAt(0), at_ms: hoursAgo(49).getTime(), online: false, why: 'not_back' },
        ])
        await storeConnectivity(database.pool, [
          { device_id: idAt(1), at_ms: hoursAgo(24.01).getTime(), online: false, why: 'not_back' },
        ])
        await storeConnectivity(database.pool, [
          { device_id: idAt(2), at_ms: hoursAgo(23.99).getTime(), online: false, why: 'not_back' },
        ])
      },
    ],
    ['a unit has faults', () => status(0, { alarm_count: 2, alarm_keys: ['e1', 'e2'] })],
    ['another fault of the same unit', () => status(0, { alarm_count: 3 })],
    ['a bus is lost', () => status(3, { bus_status: 'lost' })],
    ['values alone changed', () => status(3, { rssi_dbm: -70, last_report_at: NOW })],
    [
      'one came back',
      () => storeConnectivity(database.pool, [{ device_id: idAt(0), at_ms: NOW.getTime(), online: true, address: '' }]),
    ],
    [
      'a county moved to another city',
      async () => {
        const { A2, A11 } = fleet.distributors
        const agent_path = `${A2.agent_path}${A11.agent_id}/`
        fleet.distributors.A11 = { ...A11, agent_path }
        const parent_id = A2.agent_id
        await database.db
          .updateTable('distributors')
          .set({ agent_path, parent_id })
          .where('agent_id', '=', A11.agent_id)
          .execute()
        await database.db.updateTable('devices').set({ agent_path }).where('agent_id', '=', A11.agent_id).execute()
      },
    ],
    [
      'a board is not recognised any more',
      () =>
        database.db
          .updateTable('devices')
          .set({ identify_status: 'unrecognized' })
          .where('device_id', '=', idAt(5))
          .execute(),
    ],
    [
      'a unit of a province went down to its city',
      () => {
        const { A1 } = fleet.distributors
        const place = { agent_id: A1.agent_id, agent_path: A1.agent_path }
        return database.db.updateTable('devices').set(place).where('device_id', '=', idAt(0)).execute()
      },
    ],
    [
      'a unit is put back to never used',
      () => database.db.updateTable('devices').set({ active: false }).where('device_id', '=', idAt(1)).execute(),
    ],
    ['a unit was deleted', () => database.db.deleteFrom('devices').where('device_id', '=', idAt(4)).execute()],
  ]
  it.each(changes)('is exact after: %s', async (_, change) => {
    await change()
    await expectTrueCounts()
    await expectTrueMenus()
  })

  it('is the same once folded, and holds no empty cells', async () => {
    await foldCounters(database.db, NOW)
    const { rows } = await sql<{ left: number; left_held: number; empty: number }>`
      select (select count(*)::int from device_tally_changes) as left,
        (select count(*)::int from device_holding_changes) as left_held,
        (select count(*)::int from device_tally where n <= 0) as empty`.execute(database.db)
    expect(rows).toEqual([{ left: 0, left_held: 0, empty: 0 }])
    await expectTrueCounts()
    await expectTrueMenus()
  })

  // The limit is 12:34:56 of the day before.
  it.each([
    ['in its second', '2026-03-09T12:34:56Z'],
    ['in its minute, before it', '2026-03-09T12:34:02Z'],
    ['in its minute, after it', '2026-03-09T12:34:58Z'],
    ['in its hour, before it', '2026-03-09T12:00:00Z'],
    ['in the minute after', '2026-03-09T12:35:00Z'],
    ['in the last minute of its hour', '2026-03-09T12:59:59Z'],
    ['in the hour after', '2026-03-09T13:00:00Z'],
    ['in the hour before', '2026-03-09T11:59:59Z'],
    ['days before', '2026-03-01T00:00:00Z'],
  ])('knows who is off line for more than a day: gone %s', async (_, gone) => {
    await status(2, { online: false, last_offline_at: new Date(gone) })
    await expectTrueCounts()
    await foldCounters(database.db, NOW)
    await expectTrueCounts()
  })

  it('forgets the hours and minutes of two days ago', async () => {
    const spans = async (): Promise<number[]> => {
      const { rows } = await sql<{ cells: number; sums: number }>`
        select (select count(*)::int from device_tally where span_minutes > 0) as cells,
          (select count(*)::int from device_totals where span_minutes > 0 and n > 0) as sums`.execute(database.db)
      return Object.values(rows[0] ?? {})
    }
    await database.db.updateTable('device_status').set({ online: true, first_online_at: NOW }).execute()
    await status(3, { online: false, last_offline_at: hoursAgo(47) })
    await foldCounters(database.db, NOW)
    const { agent_path = '' } = fleet.devices[3] ?? {}
    // The fleet's and those of its distributors, by the hour and by the minute.
    const figures = 2 * agent_path.split('/').length - 2
    expect(await spans()).toEqual([figures, figures])
    const later = new Date(NOW.getTime() + 2 * 3_600_000)
    await pruneCounters(database.db, later)
    expect(await spans()).toEqual([0, 0])
    await status(3, { online: true })
    await foldCounters(database.db, later)
    expect(await spans()).toEqual([0, 0])
    await expectTrueCounts()
  })

  it('leaves no room behind of changes that were folded while a transaction still saw them', async () => {
    const reader = await database.pool.connect()
    await reader.query('begin isolation level repeatable read')
    await reader.query('select count(*) from device_tally_changes')
    for (let round = 0; round < 2; round++)
      await sql`update device_status set alarm_count = 1 - least(alarm_count, 1)`.execute(database.db)
    await foldCounters(database.db, NOW)
    await clearFolded(database.db)
    const kept = await foldCounters(database.db, NOW)
    await reader.query('commit')
    reader.release()
    await clearFolded(database.db)
    expect({ kept: kept > 0, left: await foldCounters(database.db, NOW) }).toEqual({ kept: true, left: 0 })
    await expectTrueCounts()
  })

  it('is the same when it is counted anew', async () => {
    const cells = async () => [
      await database.db.selectFrom('device_tally').selectAll().orderBy(sql`device_tally::text`).execute(),
      await database.db
        .selectFrom('device_totals')
        .selectAll()
        .where('n', '>', 0)
        .orderBy(sql`device_totals::text`)
        .execute(),
      await database.db
        .selectFrom('device_holdings')
        .selectAll()
        .where(sql<boolean>`active + stock + shipped > 0`)
        .orderBy(sql`device_holdings::text`)
        .execute(),
    ]
    const before = await cells()
    await sql`select rebuild_device_tally(${hoursAgo(48)}), rebuild_device_holdings()`.execute(database.db)
    expect(await cells()).toEqual(before)
  })

  it('leaves every tab of an empty scope at zero', async () => {
    const listQuery = { filter: DeviceFilter.parse({}), agent_path: null, uid: 1, now: NOW }
    const none = await countDevices(database, subtreeOf('/999999/'), listQuery)
    expect(none).toEqual(Object.fromEntries(QUICK_TABS.map((tab) => [tab, 0])))
  })
})
