import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { addServiceOrder } from '../../../test/access/service-orders.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import { readConfig } from '../../config.ts'
import { systemClock } from '../../platform/clock.ts'
import { orderListExport } from './export-list.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const person = { nick_name: 'Li', phone: '13800000001', email: null }
  const { app_user_id } = await database.db
    .insertInto('app_users')
    .values(person)
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  for (const { device_id, at } of fleet.devices) {
    await database.db
      .insertInto('bindings')
      .values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' })
      .execute()
    await addServiceOrder(database, { device_id, app_user_id, agent_id: fleet.distributors[at].agent_id }, 'unresolved')
  }
})

const requestOf = (filter: object): ExportRequestOf<'order-list'> => {
  const columns = ['order_id']
  const request = {
    kind: 'order-list',
    format: 'csv',
    file_name: 'x',
    time_zone: 'UTC',
    language: 'en',
    columns,
    filter,
  }
  return ExportRequest.parse(request) as ExportRequestOf<'order-list'> // the kind is its own
}

describe('the list of orders as a file', () => {
  it.each<[SmallAccount, object, string[]]>([
    ['admin', {}, ['A', 'A1', 'A11', 'A11', 'A2', 'B']],
    ['city_a1', {}, ['A1', 'A11', 'A11']],
    ['office_a', {}, ['A']],
    ['staff_hangzhou', {}, ['A1', 'A11', 'A11']],
    ['admin', { tab: 'resolved' }, []],
  ])('%s with the filter %o gets those about units of %o, page by page', async (person, filter, places) => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts[person])
    const source = orderListExport({ database, config: readConfig({}) })
    const found: unknown[] = []
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const { rows, last } = await source.list(caller, requestOf(filter), after, 2)
      found.push(...rows.map(({ agent_name }) => agent_name))
      after = last
    }
    expect(found).toEqual(places)
    expect(await source.count(caller, requestOf(filter))).toBe(places.length)
  })

  it('contains whole problems, and people', async () => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.city_a1)
    const { rows } = await orderListExport({ database, config: readConfig({}) }).list(caller, requestOf({}), null, 1)
    expect(rows).toMatchObject([{ problem: 'It is cold.', respondent: 'Li', status: 'unresolved', type: 'fault' }])
  })
})
