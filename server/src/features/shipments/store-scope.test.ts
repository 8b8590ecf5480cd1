import { beforeEach, describe, expect, it } from 'vitest'
import { useShipments } from '../../../test/shipments-case.ts'
import type { SmallDistributor } from '../../../test/small-fleet.ts'
import { COUNT_ONLY } from '../../platform/list-page.ts'
import { EVERYTHING, type Scope, subtreeOf } from '../../platform/scope.ts'
import { confirmUnits, findReceiver, findShipment, listUnits, recallUnits } from './store.ts'
import { listBatches, listShippedUnits, readFigures, type VisibilityScope } from './store-list.ts'

const fixture = useShipments()
const { idOf, macOf, send } = fixture
const ALL = { offset: 0, limit: 99 }
const THE_MANUFACTURER = { agent_id: null, agent_path: '/' }
const group = { group_id: 1, agent_paths: [], region_prefixes: [], product_keys: [], device_ids: [] }

/** Batch 1 goes from A to A1, batch 2 from A1 to A11. */
beforeEach(async () => {
  await send('province_a', 'A1', [0])
  await send('city_a1', 'A11', [1])
})

const at = (name: SmallDistributor): Scope => subtreeOf(fixture.fleet.distributors[name].agent_path)
const visibilityOf = (device: Scope): VisibilityScope => ({ device, agent: device, looker: THE_MANUFACTURER })

describe('shipments as a scope sees them', () => {
  const scopes: [string, () => Scope, number[]][] = [
    ['everything', () => EVERYTHING, [2, 1]],
    ['a province', () => at('A'), [2, 1]],
    ['a city', () => at('A1'), [2, 1]],
    ['a county', () => at('A11'), [2]],
    ['a sibling', () => at('A2'), []],
    ['a distributor alone', () => ({ ...at('A1'), own_agent: true }), [1]],
    [
      'what an account shipped itself',
      () => ({
        ...at('A'),
        own_records: { uid: fixture.fleet.accounts.city_a1, user_name: 'city_a1', agent_path: '/' },
      }),
      [2],
    ],
    [
      'a group of one unit',
      () => ({ ...EVERYTHING, group: { ...group, device_ids: [fixture.fleet.devices[0]?.device_id ?? 0] } }),
      [1],
    ],
    ['a group of a county', () => ({ ...EVERYTHING, group: { ...group, agent_paths: [at('A11').agent_path] } }), [2]],
    ['a group of another product', () => ({ ...EVERYTHING, group: { ...group, product_keys: ['none'] } }), []],
  ]
  it.each(scopes)('%s: batches, units, files and figures alike', async (_, scopeOf, seen) => {
    const { db } = fixture.database
    const scope = scopeOf()
    const visibility = visibilityOf(scope)
    const batches = await listBatches(db, visibility, {}, ALL)
    expect([batches.rows.map(({ shipment_id }) => shipment_id), batches.total]).toEqual([seen, seen.length])
    expect(batches.rows.every(({ device_count }) => device_count === 1)).toBe(true)
    const filter = { tab: 'shipped' } as const
    expect((await listShippedUnits(db, visibility, filter, ALL)).rows.map(({ shipment_id }) => shipment_id)).toEqual(
      seen,
    )
    expect((await listShippedUnits(db, visibility, filter, COUNT_ONLY)).total).toBe(seen.length)
    const after = seen[0] === undefined ? null : `${seen[0]} ${2_000_000}`
    expect((await listShippedUnits(db, visibility, filter, { after, limit: 99 })).rows).toHaveLength(seen.length)
    const since = { month: new Date(0), not_online: new Date(Date.now() + 1_000) }
    const figures = await readFigures(db, visibility, since)
    expect(figures.shipped_this_month).toBe(seen.length)
    for (const shipment_id of [1, 2]) {
      const some = { shipment_id, macs: undefined, now: new Date(), by: 'somebody' }
      const is_seen = seen.includes(shipment_id)
      expect((await findShipment(db, scope, shipment_id)) !== null).toBe(is_seen)
      expect(await confirmUnits(db, scope, some)).toHaveLength(is_seen ? 1 : 0)
      expect(await recallUnits(db, scope, { ...some, reason: 'Wrong' })).toHaveLength(is_seen ? 1 : 0)
    }
    expect((await readFigures(db, visibility, since)).returned).toBe(seen.length)
  })

  it('a batch of several shows the units in a group alone', async () => {
    const { db } = fixture.database
    await fixture.setUnit(4, { agent_id: idOf('A'), agent_path: at('A').agent_path })
    await fixture.setUnit(5, { agent_id: idOf('A'), agent_path: at('A').agent_path })
    await send('province_a', 'A2', [4, 5])
    const device_ids = [fixture.fleet.devices[4]?.device_id ?? 0]
    const visibility = visibilityOf({ ...EVERYTHING, group: { ...group, device_ids } })
    const { rows } = await listBatches(db, visibility, {}, ALL)
    expect(rows).toMatchObject([{ shipment_id: 3, device_count: 1, products: [{ count: 1 }] }])
    const one = { shipment_id: 3, macs: [macOf(4), macOf(5)], now: new Date(), by: 'somebody' }
    expect(await confirmUnits(db, visibility.device, one)).toEqual([macOf(4)])
  })

  it('of a unit that left the scope only the line stays', async () => {
    const { db } = fixture.database
    await db.updateTable('device_status').set({ first_online_at: new Date() }).execute()
    await fixture.setUnit(0, { agent_id: idOf('A2'), agent_path: at('A2').agent_path, import_tag: 'tag', active: true })
    await fixture.bind(0)
    const filter = { tab: 'shipped', shipment_id: 1 } as const
    const [line] = (await listShippedUnits(db, visibilityOf(at('A1')), filter, ALL)).rows
    expect(line).toMatchObject({
      mac: macOf(0),
      first_online_at: null,
      bound: false,
      import_time: null,
      import_tag: '',
    })
    const [batch] = (await listBatches(db, visibilityOf(at('A1')), { batch_no: 'S0000000001' }, ALL)).rows
    expect(batch).toMatchObject({ device_count: 1, online_count: 0 })
    const [above] = (await listShippedUnits(db, visibilityOf(at('A')), filter, ALL)).rows
    expect(above).toMatchObject({ bound: true, import_tag: 'tag' })
  })

  it('are filtered below a distributor only where that is visible', async () => {
    const { db } = fixture.database
    const below = async (name: SmallDistributor, scope: Scope) =>
      (await listBatches(db, visibilityOf(scope), { agent_id: idOf(name) }, ALL)).rows.map(
        ({ shipment_id }) => shipment_id,
      )
    expect(await below('A', EVERYTHING)).toEqual([2, 1])
    expect(await below('A1', at('A1'))).toEqual([2, 1])
    // The city sees both, and not that they are below the province.
    expect(await below('A', at('A1'))).toEqual([])
  })

  it('of a unit that left the scope does not reveal that it never was online', async () => {
    const { db } = fixture.database
    const notOnline = async () =>
      (await readFigures(db, visibilityOf(at('A1')), { month: new Date(), not_online: new Date(Date.now() + 1_000) }))
        .not_online
    expect(await notOnline()).toBe(2)
    await fixture.setUnit(0, { agent_id: idOf('A2'), agent_path: at('A2').agent_path })
    expect(await notOnline()).toBe(1)
  })

  it('units to be shipped, receivers and senders are those of the scope', async () => {
    const { db } = fixture.database
    const visibility = visibilityOf(at('A1'))
    const stock = (await listShippedUnits(db, visibility, { tab: 'to_ship' }, ALL)).rows.map(({ mac }) => mac)
    const held = [0, 1, 2, 3].map(macOf)
    expect(stock.toSorted()).toEqual(held.toSorted())
    expect((await listShippedUnits(db, visibility, { tab: 'to_ship' }, COUNT_ONLY)).total).toBe(4)
    expect(
      (await listShippedUnits(db, visibility, { tab: 'to_ship' }, { after: null, limit: 99 })).rows.map(
        ({ mac }) => mac,
      ),
    ).toEqual(stock)
    expect((await readFigures(db, visibility, { month: new Date(), not_online: new Date() })).in_stock).toBe(4)
    expect(await findReceiver(db, at('A1'), idOf('A2'), 'look')).toBeNull()
    expect((await listUnits(db, at('A1'), [macOf(0), macOf(4)], 'look')).map(({ mac }) => mac)).toEqual([macOf(0)])
    const [batch] = (await listBatches(db, visibility, { batch_no: 'S0000000001' }, ALL)).rows
    expect(batch).toMatchObject({ sender_id: null, sender_name: '', operator: '' })
  })
})
