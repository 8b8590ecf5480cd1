import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const { database, fleet, as } = useFleetConsole()
let admin: Call

const TIMES: ReadonlySet<string> = new Set(['as_of', 'at'])
/** Without the moment at which it was counted. */
const timeless = (figures: unknown): unknown =>
  JSON.parse(JSON.stringify(figures, (key, value: unknown) => (TIMES.has(key) ? undefined : value)))

/** What is counted of units, wherever it is shown. */
const figuresOf = async (call: Call) =>
  timeless({
    list: (await call(api.deviceList, { query: { size: 1 } })).total,
    one_by_one: (await call(api.deviceList, { body: { active_status: false } })).total,
    menu_agents: await call(api.menuAgents),
    menu_products: await call(api.menuProducts),
    agents: (await call(api.agentList)).list.map((row) => [row.agent_name, row.device_count, row.stock_count]),
    coverage: await call(api.agentCoverage),
    home: await call(api.homeCounts),
    products: await call(api.productCount),
    by_agent: await call(api.agentCount),
    countries: await call(api.countryCount),
    states: await call(api.deviceStatusCount),
    funnel: await call(api.stockFunnel),
    attention: (await call(api.attentionList)).list.map(({ mac }) => mac),
    shipments: await call(api.shipmentFigures),
  })

const PERSONS = ['admin', 'province_a', 'staff_hangzhou', 'city_a1'] as const
const started: string[] = []
const before = new Map<string, unknown>()

beforeAll(async () => {
  admin = await as('admin')
  for (const person of PERSONS) before.set(person, await figuresOf(await as(person)))
  for (const agent_id of [null, fleet.distributors.A.agent_id, fleet.distributors.A11.agent_id]) {
    const body = { of: 'published' as const, agent_id }
    const { mac } = await admin(api.virtualUnitStart, { params: { product_key: fleet.product_key }, body })
    started.push(mac)
  }
  await database.db.updateTable('devices').set({ lat: 30, lon: 120 }).where('virtual', '=', true).execute()
})

describe('virtual units', () => {
  it.each(PERSONS)('change no figure that %s sees', async (person) => {
    expect(await figuresOf(await as(person))).toEqual(before.get(person))
  })

  it('are at the holder that was asked for: a distributor in scope, or the stock for whom nothing narrows', async () => {
    const stands = async (mac: string) => (await admin(api.deviceInfo, { query: { mac } })).agent_id
    const { A, A11, B } = fleet.distributors
    expect(await Promise.all(started.map(stands))).toEqual([null, A.agent_id, A11.agent_id])
    const staff = await as('staff_hangzhou')
    const params = { product_key: fleet.product_key }
    for (const agent_id of [null, B.agent_id])
      expect(await codeOf(staff(api.virtualUnitStart, { params, body: { of: 'published', agent_id } }))).toBe(
        'distributor_not_found',
      )
  })

  it('are in the list when they are asked for, or named', async () => {
    const macsOf = async (body: object) => (await admin(api.deviceList, { body })).list.map(({ mac }) => mac)
    expect((await macsOf({ virtual_units: 'only' })).toSorted()).toEqual(started.toSorted())
    expect(await macsOf({ virtual_units: 'with' })).toHaveLength(fleet.devices.length + started.length)
    const [mac = ''] = started
    expect(await macsOf({ macs: [mac] })).toEqual([mac])
    expect(await macsOf({ search: mac.toUpperCase() })).toEqual([mac])
    expect(await macsOf({ search: 'Virtual' })).toEqual([])
    expect((await admin(api.deviceList, { body: { virtual_units: 'only' } })).counts.all).toBe(started.length)
  })

  it('are not shipped', async () => {
    const { B } = fleet.distributors
    const checked = await admin(api.shipCheck, { body: { agent_id: B.agent_id, macs: started.slice(0, 1) } })
    expect(checked.rows).toMatchObject([{ problems: ['unknown'] }])
  })

  it('leave the sums as they were when they end, and when sums are made anew', async () => {
    await admin(api.virtualUnitStop, { params: { mac: started[0] ?? '' } })
    expect(await figuresOf(admin)).toEqual(before.get('admin'))
    await sql`select rebuild_device_tally(), rebuild_device_holdings()`.execute(database.db)
    expect(await figuresOf(admin)).toEqual(before.get('admin'))
  })
})
