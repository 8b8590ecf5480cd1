import { api } from '@heatfleet/contract/api.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates } from '../../../test/units-in-all-states.ts'

const { database, fleet, as } = useFleetConsole()
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const PERSONS = ['admin', 'province_a', 'city_a1', 'county_a11', 'province_b', 'staff_hangzhou', 'office_a'] as const

/** A whole period that is over: ten days until the day before yesterday. */
const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
const PERIOD = { from: dayOf(11), to: dayOf(2) }
const FROM = Date.parse(PERIOD.from)
const UNTIL = Date.parse(PERIOD.to) + DAY_MS

type Change = { device_id: number; at: number; up: boolean }
const changes: Change[] = []

beforeAll(async () => {
  await addUnitsInAllStates(database, fleet)
  const { db } = database
  const units = await db
    .selectFrom('device_status')
    .select(['device_id', 'first_online_at', 'online'])
    .where('first_online_at', 'is not', null)
    .execute()
  for (const [place, { device_id, first_online_at, online }] of units.entries()) {
    // The newest change says what the unit is now; before it they alternate, until the unit was online for the first time.
    let up = online
    for (let step = 0; step < 12; step += 1) {
      const at = Date.now() - ((place * 37) % 29) * HOUR_MS - (step * 31 + 5) * HOUR_MS
      if (at <= (first_online_at?.getTime() ?? 0)) break
      changes.push({ device_id, at, up })
      up = !up
    }
  }
  const rows = changes.map(({ device_id, at, up }) => ({
    device_id,
    at: new Date(at),
    kind: up ? 'online' : 'offline',
    detail: JSON.stringify({}),
  }))
  await db.insertInto('device_events').values(rows).execute()
})

const unitsOf = async (person: SmallAccount, body = {}) => (await (await as(person))(api.deviceList, { body })).list
const totalOf = async (person: SmallAccount, body: object) =>
  (await (await as(person))(api.deviceList, { body, query: { size: 1 } })).total

describe.each(PERSONS)('for %s', (person) => {
  it('the funnel and the ages count what the list of devices shows', async () => {
    const stock = await (await as(person))(api.analysisStock)
    expect(stock.units).toBe(await totalOf(person, {}))
    expect(stock.funnel).toMatchObject({
      imported: stock.units,
      shipped: await totalOf(person, { manufacturer_stock: false }),
      bound: await totalOf(person, { bound: true }),
    })
    const never = await totalOf(person, { online_status: 'never' })
    expect(stock.funnel.online).toBe(stock.units - never)
    const waiting = stock.waiting.reduce((sum, age) => sum + age.manufacturer + age.distributors, 0)
    expect(waiting).toBe(await totalOf(person, { online_status: 'never', active_status: false }))
    for (const { from, to, distributors } of stock.waiting) {
      const until = from === 0 ? {} : { import_to: `${dayOf(from)}T23:59:59.999Z` }
      const since = to === null ? {} : { import_from: `${dayOf(to - 1)}T00:00:00.000Z` }
      const of_age = { online_status: 'never', active_status: false, manufacturer_stock: false, ...until, ...since }
      expect([from, distributors]).toEqual([from, await totalOf(person, of_age)])
    }
  })

  it('the time to the first time online is that of the units of the period', async () => {
    const { activation } = await (await as(person))(api.analysisStock, { body: PERIOD })
    const took = (await unitsOf(person))
      .flatMap(({ first_online_time, import_time }) =>
        first_online_time !== null && Date.parse(first_online_time) >= FROM && Date.parse(first_online_time) < UNTIL
          ? Math.max(0, (Date.parse(first_online_time) - Date.parse(import_time)) / DAY_MS)
          : [],
      )
      .sort((a, b) => a - b)
    expect(activation.units).toBe(took.length)
    if (took.length % 2 === 1) expect(activation.median_days).toBeCloseTo(took[(took.length - 1) / 2] ?? 0, 6)
    for (const { from, to, units } of activation.classes)
      expect([from, units]).toEqual([from, took.filter((days) => days >= from && (to === null || days < to)).length])
  })

  it('the time online by day is that of the connections of each unit', async () => {
    const answer = await (await as(person))(api.analysisConnectivity, { body: PERIOD })
    const units = (await unitsOf(person)).filter(
      ({ first_online_time }) => first_online_time !== null && Date.parse(first_online_time) < UNTIL,
    )
    expect(answer.activated).toBe(units.length)
    const ids = await database.db.selectFrom('devices').select(['device_id', 'mac']).execute()
    const id_of = new Map(ids.map(({ mac, device_id }) => [mac, device_id]))
    const of = units.map(({ mac, first_online_time, online_status }) => {
      const own = changes.filter(({ device_id }) => device_id === id_of.get(mac)).sort((a, b) => a.at - b.at)
      const first = Date.parse(first_online_time ?? '')
      /** Whether it was online at a moment; minute by minute is exact enough for hours. */
      const isOnline = (at: number) =>
        at >= first &&
        (own.findLast((change) => change.at <= at)?.up ??
          (own[0] === undefined ? online_status === 'online' : !own[0].up))
      return { first, isOnline, drops: own.filter(({ at, up }) => !up && at >= FROM && at < UNTIL).length }
    })
    const STEP_MS = 60_000
    for (const [at, { day, online_percent }] of answer.days.entries()) {
      let [online, all] = [0, 0]
      for (let ms = FROM + at * DAY_MS; ms < FROM + (at + 1) * DAY_MS; ms += STEP_MS)
        for (const unit of of) {
          if (ms < unit.first) continue
          all += 1
          if (unit.isOnline(ms)) online += 1
        }
      if (all === 0) expect([day, online_percent]).toEqual([day, null])
      else expect(Math.abs((online_percent ?? -1) - (online / all) * 100)).toBeLessThan(0.3)
    }
    const drops = of.reduce((sum, unit) => sum + unit.drops, 0)
    expect(answer.nets.reduce((sum, net) => sum + net.drops, 0)).toBe(drops)
    for (const { from, to, units: count } of answer.drops)
      expect([from, count]).toEqual([
        from,
        of.filter((unit) => unit.drops >= from && (to === null || unit.drops < to)).length,
      ])
    expect(answer.offline.reduce((sum, each) => sum + each.units, 0)).toBe(
      await totalOf(person, { online_status: 'offline' }),
    )
    expect(answer.bus.lost).toBe(await totalOf(person, { online_status: 'online', bus_status: 'lost' }))
  })

  it('versions are those of the units that were online', async () => {
    const { versions } = await (await as(person))(api.analysisVersions)
    const boards = versions.filter(({ module }) => module === 'mcu')
    const never = await totalOf(person, { online_status: 'never' })
    expect(boards.reduce((sum, { units }) => sum + units, 0)).toBe((await totalOf(person, {})) - never)
  })

  it('faults are those of its units, for the days that these were in operation', async () => {
    const call = await as(person)
    const answer = await call(api.analysisFaults, { body: PERIOD })
    const units = (await unitsOf(person)).filter(
      ({ first_online_time }) => first_online_time !== null && Date.parse(first_online_time) < UNTIL,
    )
    const macs = new Set(units.map(({ mac }) => mac))
    const { list } = await call(api.alarmList, { query: { size: 999 }, body: {} })
    const faults = list.filter(
      ({ mac, type, first_time }) =>
        type === 'device_fault' && macs.has(mac) && Date.parse(first_time) >= FROM && Date.parse(first_time) < UNTIL,
    )
    const days = units.reduce(
      (sum, { first_online_time }) => sum + (UNTIL - Math.max(FROM, Date.parse(first_online_time ?? ''))) / DAY_MS,
      0,
    )
    expect(answer).toMatchObject({
      operating: units.length,
      faults: faults.length,
      faulty: new Set(faults.map(({ mac }) => mac)).size,
    })
    expect(answer.device_days).toBeCloseTo(days, 0)
    for (const { code, faults: count } of answer.codes)
      expect([code, count]).toEqual([code, faults.filter((alarm) => alarm.code === code).length])
    for (const { list: groups, hidden } of [answer.products, answer.agents, answer.firmware]) {
      expect(groups.reduce((sum, group) => sum + group.units, hidden.units)).toBe(units.length)
      for (const group of groups) expect(group.units).toBeGreaterThanOrEqual(5)
    }
  })
})

it('a distributor narrows the figures to its units, and one out of scope is not there', async () => {
  const { A1, B } = fleet.distributors
  const admin = await as('admin')
  const { units } = await admin(api.analysisFaults, { body: { agent_id: A1.agent_id } })
  expect(units).toBe(await totalOf('city_a1', {}))
  const province = await as('province_a')
  for (const name of ['analysisStock', 'analysisConnectivity', 'analysisVersions', 'analysisFaults'] as const)
    expect(await codeOf(province(api[name], { body: { agent_id: B.agent_id } }))).toBe('distributor_not_found')
})

it('a group narrows the figures to its members, and one that the caller does not see is not there', async () => {
  const admin = await as('admin')
  const macs = fleet.devices.slice(0, 7).map(({ mac }) => mac)
  const made = await admin(api.createDeviceGroup, { body: { group_name: 'Pilot', filter: null, macs } })
  const body = { group_id: made.group_id }
  for (const name of ['analysisStock', 'analysisConnectivity', 'analysisVersions', 'analysisFaults'] as const)
    expect([name, (await admin(api[name], { body })).units]).toEqual([name, macs.length])
  const province = await as('province_a')
  expect(await codeOf(province(api.analysisStock, { body }))).toBe('device_group_not_found')
})

it('products and a region narrow the figures as they narrow the list', async () => {
  const admin = await as('admin')
  const one = await admin(api.analysisStock, { body: { product_keys: [fleet.product_key] } })
  expect(one.units).toBe(await totalOf('admin', { product_key: fleet.product_key }))
  const two = await admin(api.analysisStock, { body: { product_keys: [fleet.product_key, 'other-product'] } })
  expect(two.units).toBe(one.units + (await totalOf('admin', { product_key: 'other-product' })))
  const region = await admin(api.analysisStock, { body: { region_code: '330100' } })
  expect(region.units).toBe(await totalOf('admin', { region_code: '330100' }))
})

it('a period is at most a year, forward in time, and whole', async () => {
  const admin = await as('admin')
  for (const body of [
    { from: '2025-01-01', to: '2026-01-03' },
    { from: '2026-02-01', to: '2026-01-01' },
    { from: '2026-02-01' },
  ])
    expect(await codeOf(admin(api.analysisStock, { body }))).not.toBe('ok')
  expect((await admin(api.analysisStock, { body: { from: '2025-01-01', to: '2026-01-01' } })).to).toBe('2026-01-01')
})

it('who may not see firmware is told of none', async () => {
  const { db } = database
  await db.updateTable('devices').set({ software_version: '2.08', hardware_version: 'CG1' }).execute()
  await sql`insert into firmware (product_key, module, name, hardware_version, software_version, version_key, notes, file_name,
      size, sha256, crc32, signature, uploader, uploaded_at)
    values (${fleet.product_key}, 'mcu', 'Defrost', 'CG1', '2.10', array[2, 10], '{}', 'a.bin', 1, '', '', '', '', now())`.execute(
    db,
  )
  const { laggards, versions } = await (await as('province_a'))(api.analysisVersions)
  const units = await totalOf('province_a', { product_key: fleet.product_key })
  const never = await totalOf('province_a', { product_key: fleet.product_key, online_status: 'never' })
  expect(laggards).toMatchObject([{ software_version: '2.10', behind: units - never, units: units - never }])
  expect(
    versions.find(({ module, product_key }) => module === 'mcu' && product_key === fleet.product_key)?.behind,
  ).toBe(true)
  expect((await (await as('city_a1'))(api.analysisVersions)).laggards).toEqual([])
})

it('the file has one line for each unit in scope', async () => {
  const call = await as('province_a')
  const { blob, file_name } = await call(api.analysisExport, { query: { format: 'csv', language: 'pl' }, body: PERIOD })
  const lines = (await blob.text()).trim().split('\r\n')
  expect(file_name).toBe('analysis.csv')
  expect(lines[0]).toContain('Urządzeniodni')
  expect(lines).toHaveLength(1 + (await totalOf('province_a', {})))
})
