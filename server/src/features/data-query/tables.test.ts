import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { QueryTable } from '@heatfleet/contract/data-query/columns.ts'
import { DataQuery, type DataQueryInput } from '@heatfleet/contract/data-query/data-query.ts'
import { QUERY_TABLE_NAMES, QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { insertRowsOfUnits } from '../../../test/rows-of-units.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { createDataQueries, type QueryData } from './query-data.ts'

const { database, fleet, as } = useFleetConsole()
const clock = createMovedClock(Date.UTC(2026, 10, 20))
let ask: QueryData
beforeAll(async () => {
  await insertRowsOfUnits(database.db)
  ask = createDataQueries(database.db)
})

const PAGE = { query: { pageNo: 1, size: 999 } }
const textsOf = <Row>(rows: readonly Row[], name: (row: Row) => unknown) => rows.map((row) => String(name(row)))

/** The numbers of all rows that the list of a table shows somebody. */
const LISTS: Record<Exclude<QueryTableName, 'product'>, (call: Call) => Promise<string[]>> = {
  device: async (call) => textsOf((await call(api.deviceList, { ...PAGE, body: {} })).list, ({ mac }) => mac),
  agent: async (call) => textsOf((await call(api.agentList, { ...PAGE, body: {} })).list, ({ agent_id }) => agent_id),
  iccid: async (call) => textsOf((await call(api.iccidList, { ...PAGE, body: {} })).list, ({ card_id }) => card_id),
  control: async (call) =>
    textsOf((await call(api.controlLog, { ...PAGE, body: {} })).list, ({ control_id }) => control_id),
  alarm: async (call) => textsOf((await call(api.alarmList, { ...PAGE, body: {} })).list, ({ alarm_id }) => alarm_id),
  event: async (call) => {
    const { list } = await call(api.deviceLogList, { ...PAGE, body: {} })
    const shown = list.filter(({ type }) => ['connection', 'bus', 'alarm', 'module'].includes(type))
    return textsOf(shown, ({ entry_id }) => entry_id.split('|').at(-1))
  },
  device_day: async (call) => {
    const all: string[] = []
    for (const { mac } of (await call(api.deviceList, { ...PAGE, body: {} })).list) {
      const { days } = await call(api.deviceDays, { body: { mac, from: '2026-11-01', to: '2026-11-30' } })
      all.push(...days.map(({ day }) => `${mac} ${day}`))
    }
    return all
  },
  service_order: async (call) =>
    textsOf((await call(api.orderList, { ...PAGE, body: {} })).list, ({ order_id }) => order_id),
  shipment: async (call) =>
    textsOf((await call(api.shipmentList, { ...PAGE, body: {} })).list, ({ shipment_id }) => shipment_id),
  shipped_device: async (call) => {
    const { list } = await call(api.shippedDeviceList, { ...PAGE, body: {} })
    return list.filter(({ shipment_id }) => shipment_id !== null).map((row) => `${row.shipment_id} ${row.mac}`)
  },
  firmware: async (call) =>
    textsOf((await call(api.firmwareList, { ...PAGE, body: {} })).list, ({ firmware_id }) => firmware_id),
  upgrade: async (call) => {
    const all: string[] = []
    for (const { mac } of (await call(api.deviceList, { ...PAGE, body: {} })).list) {
      const { list } = await call(api.deviceUpgrades, { query: { ...PAGE.query, mac } })
      all.push(...textsOf(list, ({ upgrade_id }) => upgrade_id))
    }
    return all
  },
  account: async (call) => textsOf((await call(api.accountList, { ...PAGE, body: {} })).list, ({ uid }) => uid),
  app_user: async (call) =>
    textsOf((await call(api.appUserList, { ...PAGE, body: {} })).list, ({ app_user_id }) => app_user_id),
  binding: async (call) =>
    textsOf((await call(api.bindUserList, { query: { pageNo: 1, size: 999 } })).list, ({ binding_id }) => binding_id),
}

const query = (input: DataQueryInput) => DataQuery.parse(input)
const tableOf = (table: QueryTableName): QueryTable => QUERY_TABLES[table]
const callerOf = async (account: SmallAccount) => (await signIn({ database, clock }, fleet.accounts[account])).caller

describe.each(Object.keys(LISTS) as (keyof typeof LISTS)[])('the table %s', (table) => {
  it.each([
    'admin',
    'province_a',
    'city_a1',
    'county_a11',
    'province_b',
    'staff_hangzhou',
    'office_a',
    'auditor',
  ] as const)('has for %s the rows of its list, and none for who may not see that', async (account) => {
    const caller = await callerOf(account)
    const { keys, right } = tableOf(table)
    const question = query({
      select: { table, columns: [...keys] },
      addition: { pageSize: LIMITS.query_page_size_max },
    })
    if (!caller.permissions.has(right)) {
      expect(await refusalOf(ask(caller, [], question))).toBe('no_permission data_query.select.0.table')
      return
    }
    const { result } = await ask(caller, [], question)
    const found = result.flatMap(({ distinct_column }) =>
      distinct_column.map((cells) => keys.map((key) => String(cells[`${table}.${key}`])).join(' ')),
    )
    expect(found.toSorted()).toEqual((await LISTS[table](await as(account))).toSorted())
  })
})

it('every column of every table can be read, sorted, counted and compared', async () => {
  const caller = await callerOf('admin')
  for (const table of QUERY_TABLE_NAMES)
    for (const [name, { kind }] of Object.entries(tableOf(table).columns)) {
      const { result } = await ask(caller, [], query({ select: { table, columns: [name] }, order: [{ name }] }))
      for (const { distinct_column } of result)
        for (const cells of distinct_column) {
          const value = cells[`${table}.${name}`] ?? null
          const type = kind === 'integer' || kind === 'number' ? 'number' : kind === 'boolean' ? 'boolean' : 'string'
          expect([name, value === null ? type : typeof value]).toEqual([name, type])
          if (kind === 'day' && value !== null) expect(value).toMatch(/^\d{4}-\d\d-\d\d$/)
          if (value === null) continue
          const same = query({
            action: 'count',
            select: { table, columns: [name] },
            // Times of the database are finer than those of an answer.
            where: { single_table: [{ name, option: kind === 'time' ? '>=' : '=', value }] },
          })
          expect((await ask(caller, [], same)).addition.total_count).toBeGreaterThan(0)
          break
        }
    }
})

it('personal columns of people need their right, also in a condition', async () => {
  const caller = await callerOf('city_a1')
  const blind = { ...caller, permissions: new Set([...caller.permissions].filter((right) => right !== 'pii:view')) }
  for (const table of ['account', 'app_user'] as const)
    for (const name of ['phone', 'email']) {
      const selected = query({ select: { table, columns: [name] } })
      const guessed = query({
        select: { table, columns: ['nick_name'] },
        where: { single_table: [{ name, option: 'contains', value: '4' }] },
      })
      expect(await refusalOf(ask(blind, [], selected))).toBe('no_permission data_query.select.0.columns.0')
      expect(await refusalOf(ask(blind, [], guessed))).toBe('no_permission data_query.where.single_table.0.name')
    }
})

it('days are compared as days', async () => {
  const caller = await callerOf('admin')
  const { addition, result } = await ask(
    caller,
    [],
    query({
      select: { table: 'device_day', columns: ['day', { name: 'heat_kwh', method: 'sum' }] },
      where: { single_table: [{ name: 'day', option: 'between', value: ['2026-11-10', '2026-11-11'] }] },
      order: [{ name: 'day', option: 'desc' }],
    }),
  )
  expect(addition.total_count).toBe(2)
  expect(result[0]?.distinct_column[0]).toEqual({
    'device_day.day': '2026-11-11',
    'device_day.heat_kwh.sum': 30 * fleet.devices.length,
  })
})
