import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount, SmallDistributor } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates, OTHER, PLACES, STOCK_ONLY } from '../../../test/units-in-all-states.ts'

const { database, fleet, as } = useFleetConsole()

beforeAll(async () => {
  await addUnitsInAllStates(database, fleet)
  // Of the auditor only a product whose units are all in stock of the manufacturer.
  const { group_id } = await database.db
    .insertInto('resource_groups')
    .values({ group_name: 'Stock only', product_keys: [STOCK_ONLY] })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  const narrowed = database.db.updateTable('accounts').set({ resource_group_id: group_id })
  await narrowed.where('user_name', '=', 'auditor').execute()
})

/** Every unit that a person sees, as the device list has it. */
const unitsOf = async (person: SmallAccount) => (await (await as(person))(api.deviceList, { body: {} })).list
type Unit = Awaited<ReturnType<typeof unitsOf>>[number]

const countOf = (units: readonly Unit[]) => ({
  total: units.length,
  online: units.filter(({ online_status }) => online_status === 'online').length,
  alarm: units.filter(({ alarm_status }) => alarm_status).length,
  never_online: units.filter(({ online_status }) => online_status === 'never').length,
})

const groupsOf = (units: readonly Unit[], keyOf: (unit: Unit) => string) =>
  Object.fromEntries([...Map.groupBy(units, keyOf)].map(([key, of_key]) => [key, countOf(of_key)]))

const figures = ({ total, online, alarm, never_online }: ReturnType<typeof countOf>) => ({
  total,
  online,
  alarm,
  never_online,
})

const PERSONS = [
  'admin',
  'province_a',
  'city_a1',
  'county_a11',
  'province_b',
  'staff_hangzhou',
  'office_a',
  'auditor',
] as const satisfies readonly SmallAccount[]

/** The code of the region of a distributor, as far as figures tell it. */
const PROVINCE = { A: '330000', A1: '330000', A11: '330000', A2: '330000', B: '320000' } as const
const isPlace = (name: string): name is SmallDistributor => name in PROVINCE

/** The part of the fleet that a unit is counted in when somebody at a place looks at the level below. */
const partOf = (unit: Unit, looks_from: SmallDistributor | null): string => {
  const path = PLACES.find((name) => name === unit.agent_name) ?? null
  if (path === looks_from) return 'held'
  if (looks_from === 'A') return path === 'A11' ? 'A1' : (path ?? '')
  return path === null ? 'held' : path === 'B' ? 'B' : looks_from === null ? 'A' : path
}

describe('figures equal to a count of the units that are seen', () => {
  it.each(PERSONS)('by state, for %s', async (person) => {
    const units = await unitsOf(person)
    const call = await as(person)
    const got = await call(api.deviceStatusCount)
    const tab = async (quick: 'offline_24h') => (await call(api.deviceList, { body: { quick } })).total
    const stock = units.filter(({ agent_id }) => agent_id === null)
    expect(got).toMatchObject({
      ...countOf(units),
      offline: units.filter(({ online_status }) => online_status === 'offline').length,
      offline_24h: await tab('offline_24h'),
      unrecognized: units.filter(({ vcard_pk }) => vcard_pk === 'unrecognized').length,
      bus_lost: units.filter(({ bus_status }) => bus_status === 'lost').length,
      manufacturer_stock: stock.length,
      not_activated: units.filter(({ online_status, agent_id }) => online_status === 'never' && agent_id !== null)
        .length,
      held_stock: units.filter(
        ({ online_status, agent_name }) => online_status === 'never' && agent_name === fleet.at[person],
      ).length,
    })
    expect(Date.parse(got.as_of)).toBeGreaterThan(0)
  })

  it.each(PERSONS)('by product, for %s', async (person) => {
    const units = await unitsOf(person)
    const { list } = await (await as(person))(api.productCount)
    expect(Object.fromEntries(list.map((row) => [row.product_key, figures(row)]))).toEqual(
      groupsOf(units, ({ product_key }) => product_key),
    )
    expect(list.reduce((sum, { manufacturer_stock }) => sum + manufacturer_stock, 0)).toBe(
      units.filter(({ agent_id }) => agent_id === null).length,
    )
  })

  it.each(PERSONS)('by region, for %s', async (person) => {
    const units = await unitsOf(person)
    const { list } = await (await as(person))(api.countryCount)
    expect(Object.fromEntries(list.map((row) => [row.region_code ?? 'stock', figures(row)]))).toEqual(
      groupsOf(units, ({ agent_name }) =>
        agent_name !== null && isPlace(agent_name) ? PROVINCE[agent_name] : 'stock',
      ),
    )
  })

  it.each(['admin', 'province_a', 'city_a1', 'county_a11', 'province_b', 'auditor'] as const)(
    'by distributor, for %s',
    async (person) => {
      const units = await unitsOf(person)
      const { list } = await (await as(person))(api.agentCount)
      const got = list.flatMap((row) => (row.total === 0 ? [] : [[row.held ? 'held' : row.agent_name, figures(row)]]))
      expect(Object.fromEntries(got)).toEqual(groupsOf(units, (unit) => partOf(unit, fleet.at[person])))
    },
  )

  it.each(PERSONS)('by alarm, for %s', async (person) => {
    const call = await as(person)
    const standing = async () => (await call(api.alarmList, { body: { condition: 'active' } })).list
    // Checks of the service raise alarms meanwhile: counted between two lists that are the same.
    let alarms = await standing()
    let got = await call(api.alarmCount)
    for (let after = await standing(); after.length !== alarms.length; after = await standing()) {
      alarms = after
      got = await call(api.alarmCount)
    }
    expect(got).toMatchObject({
      alarms: alarms.length,
      devices: new Set(alarms.map(({ mac }) => mac)).size,
      unprocessed: alarms.filter(({ handling }) => handling === 'unprocessed').length,
    })
    const countsOf = (keys: readonly (string | null)[]) =>
      Object.fromEntries([...Map.groupBy(keys, (key) => key ?? '')].map(([key, of]) => [key, of.length]))
    expect(Object.fromEntries(got.list.map((row) => [row.severity, row.alarms]))).toEqual(
      countsOf(alarms.map(({ severity }) => severity)),
    )
    // Of checks of the service, such as a lost board, there is no code.
    expect(Object.fromEntries(got.codes.map((row) => [row.code, row.alarms]))).toEqual(
      countsOf(alarms.flatMap(({ code }) => code ?? [])),
    )
  })

  it('narrowed to a distributor and a product', async () => {
    const { agent_id } = fleet.distributors.A1
    const units = (await unitsOf('city_a1')).filter(({ product_key }) => product_key === OTHER)
    const call = await as('admin')
    const query = { agent_id, product_key: OTHER }
    expect(await call(api.deviceStatusCount, { query })).toMatchObject({ ...countOf(units), manufacturer_stock: 0 })
    const regions = await call(api.countryCount, { query: { ...query, region_code: '330000' } })
    expect(regions.list.reduce((sum, { total }) => sum + total, 0)).toBe(units.length)
    const agents = await call(api.agentCount, { query })
    const with_units = agents.list.filter(({ total }) => total > 0)
    expect(Object.fromEntries(with_units.map((row) => [row.held ? 'held' : row.agent_name, row.total]))).toEqual(
      Object.fromEntries(
        [...Map.groupBy(units, ({ agent_name }) => (agent_name === 'A1' ? 'held' : agent_name))].map(([key, of]) => [
          key,
          of.length,
        ]),
      ),
    )
  })

  it.each(PERSONS)('narrowed to a region, for %s: units whose distributor is there, and no stock', async (person) => {
    const call = await as(person)
    for (const region_code of ['330000', '330100', '330110', '320000', 'PL-12']) {
      const query = { region_code }
      const units = (await call(api.deviceList, { body: { region_code } })).list
      const got = await call(api.deviceStatusCount, { query })
      expect([region_code, figures(got)]).toEqual([region_code, countOf(units)])
      expect(got.manufacturer_stock).toBe(0)
      const totalOf = (list: readonly { total: number }[]) => list.reduce((sum, { total }) => sum + total, 0)
      expect(totalOf((await call(api.productCount, { query })).list)).toBe(units.length)
      expect(totalOf((await call(api.countryCount, { query })).list)).toBe(units.length)
      const funnel = await call(api.stockFunnel, { query })
      expect([funnel.imported, funnel.shipped]).toEqual([units.length, units.length])
      expect((await call(api.copTrend, { query })).units).toBe(units.length)
      const alarms = (await call(api.alarmList, { body: { condition: 'active' } })).list
      const macs = new Set(units.map(({ mac }) => mac))
      expect((await call(api.alarmCount, { query })).alarms).toBe(alarms.filter(({ mac }) => macs.has(mac)).length)
    }
  })

  it('within the group of somebody whom a group narrows: the highest distributors that are seen', async () => {
    const { list } = await (await as('staff_hangzhou'))(api.agentCount)
    const units = await unitsOf('staff_hangzhou')
    expect(list.map(({ agent_name, total }) => [agent_name, total])).toEqual([['A1', units.length]])
  })
})

it('a distributor that is not seen is refused', async () => {
  const call = await as('province_b')
  const query = { agent_id: fleet.distributors.A1.agent_id }
  for (const endpoint of [api.deviceStatusCount, api.productCount, api.agentCount, api.stockFunnel, api.attentionList])
    expect(await codeOf(call(endpoint, { query }))).toBe('distributor_not_found')
})
