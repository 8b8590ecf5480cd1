import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, expect, it } from 'vitest'
import { ACCESS_FAULT_CODE, ACCESS_FAULT_ID, seedFault } from '../../../test/access/fault.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { as, database, fleet } = useFleetConsole()
const AT = '2026-11-20T11:00:00Z'

beforeAll(() => seedFault(database))

/** An answered order about an alarm of the unit of A1 with this code; null = about none. */
const addOrder = async (code: string | null): Promise<number> => {
  const unit = fleet.devices.find(({ at }) => at === 'A1')
  const { rows } = await database.pool.query<{ order_id: number }>(
    `with alarm as (insert into alarms (device_id, agent_path, type, rule_key, code, severity, first_at, last_at)
       select $1, $2, 'device_fault', $3::text, $3::text, 'major', $4::timestamptz, $4 where $3::text is not null returning alarm_id)
     insert into service_orders (device_id, agent_id, type, source, problem, feedback_at, answered_at, alarm_id)
     values ($1, $5, 'fault', 'console', 'Cold', $4, $4, (select alarm_id from alarm)) returning order_id`,
    [unit?.device_id, fleet.distributors.A1.agent_path, code, AT, fleet.distributors.A1.agent_id],
  )
  await database.pool.query('update alarms set rule_key = rule_key || alarm_id')
  return rows[0]?.order_id ?? 0
}
const resolve = async (account: SmallAccount, id: number, body: { solved_by?: string }) =>
  (await as(account))(api.orderResolve, { params: { id }, body })
const notes = async () => (await as('admin'))(api.faultNoteList, { params: { id: ACCESS_FAULT_ID } })

it('what solved an order about a fault is noted at the fault code by who resolves it', async () => {
  const id = await addOrder(ACCESS_FAULT_CODE)
  expect(await (await as('city_a1'))(api.orderInfo, { params: { id } })).toMatchObject({
    fault_code: ACCESS_FAULT_CODE,
  })
  expect(await resolve('city_a1', id, { solved_by: 'Plug dried and sealed.' })).toMatchObject({ status: 'resolved' })
  expect(await notes()).toMatchObject([{ author: 'city_a1', text: 'Plug dried and sealed.' }])
  // Resolving again notes nothing again.
  expect(await refusalOf(resolve('city_a1', id, { solved_by: 'Again.' }))).toBe('order_resolved')
  expect(await notes()).toHaveLength(1)
})

it('nothing is noted unless it is asked for, or where the order is about no fault code', async () => {
  const before = await notes()
  await resolve('city_a1', await addOrder(ACCESS_FAULT_CODE), {})
  for (const code of [null, 'unknown']) {
    const id = await addOrder(code)
    expect(await refusalOf(resolve('city_a1', id, { solved_by: 'Cleaned.' }))).toBe('order_not_of_fault solved_by')
    expect(await (await as('city_a1'))(api.orderInfo, { params: { id } })).toMatchObject({
      status: 'unresolved',
      fault_code: null,
    })
  }
  expect(await notes()).toEqual(before)
})
