import { api } from '@heatfleet/contract/api.ts'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { makePolicy, useNotifications } from '../../../test/notifications-case.ts'
import { codeOf } from '../../../test/refusals.ts'
import { escalateDue } from './tasks.ts'

const notifications = useNotifications()
const { database, fleet, as, mail, turn, turns, deviceOf, mailChannel, setEmail } = notifications
const HOUR_MS = 3_600_000

/** A turn of the task, by the clock of the test. */
const escalate = () =>
  escalateDue({
    database,
    clock: { now: notifications.now, after: () => () => {} },
    log: pino({ level: 'silent' }),
    changes: { ordersChanged: { publish: () => {} } } as never,
  })

/** An order of high priority about the unit of A11, reported so long ago. */
const addOrder = async (ago_ms: number, more: object = {}): Promise<number> => {
  const { order_id } = await database.db
    .insertInto('service_orders')
    .values({
      device_id: deviceOf(2).device_id,
      agent_id: fleet.distributors.A11.agent_id,
      type: 'fault',
      source: 'console',
      priority: 'high',
      problem: 'Cold',
      feedback_at: new Date(notifications.now() - ago_ms),
      ...more,
    })
    .returning('order_id')
    .executeTakeFirstOrThrow()
  return order_id
}
const settle = async (minutes: number) => {
  await (await as('admin'))(api.orderSettingsSet, { body: { escalation_minutes: minutes } })
  await database.db
    .updateTable('service_order_settings')
    .set({ since: new Date(0) })
    .execute()
}
const info = async (id: number) => (await as('admin'))(api.orderInfo, { params: { id } })

it('an order that nobody answers in time goes up one level at a time, each told once to who has it now', async () => {
  await settle(30)
  for (const account of ['county_a11', 'city_a1', 'province_a', 'staff'] as const) await setEmail(account)
  await makePolicy(await as('admin'), {
    policy_name: 'Orders',
    events: ['order_escalated'],
    to_distributor: true,
    channel_ids: [await mailChannel()],
  })
  const id = await addOrder(4 * HOUR_MS - 60_000)
  await database.db.updateTable('notification_events').set({ dispatched_at: new Date() }).execute()
  expect(await escalate()).toBe(0)
  await turn(60_000)
  expect([await escalate(), await escalate()]).toEqual([1, 0])
  await turns()
  expect(mail.mails.map(({ to }) => to[0])).toEqual(['city_a1@example.com'])
  expect(mail.mails[0]?.subject).toContain('without reply: Cold')
  expect(await info(id)).toMatchObject({
    levels_up: 1,
    escalated: 1,
    processed_at: 'above',
    processed_by: 'A1',
    lines: [{ kind: 'escalated', levels_up: 1, author: '' }],
  })
  // A long pause is one level, not all of them; the process that does it next knows what was done.
  await turn(5 * HOUR_MS)
  expect([await escalate(), await escalate()]).toEqual([1, 0])
  await turn(30 * 60_000)
  expect(await escalate()).toBe(1)
  await turn(30 * 60_000)
  expect(await escalate()).toBe(0)
  expect(await info(id)).toMatchObject({ levels_up: 3, escalated: 3, processed_at: 'manufacturer', processed_by: '' })
  const call = await as('admin')
  const listed = async (escalated: boolean) =>
    (await call(api.orderList, { body: { escalated } })).list.map(({ order_id }) => order_id)
  expect([await listed(true), await listed(false)]).toEqual([[id], []])
  // Who does not see distributors above is not told their names.
  expect(await (await as('county_a11'))(api.orderInfo, { params: { id } })).toMatchObject({ processed_by: '' })
  await database.db.deleteFrom('service_orders').execute()
})

it('two processes at the same moment move an order once; answered, resolved and older ones stay', async () => {
  await settle(30)
  const late = 5 * HOUR_MS
  const id = await addOrder(late)
  const at = new Date(notifications.now())
  await addOrder(late, { answered_at: at })
  await addOrder(late, { answered_at: at, status: 'resolved', resolved_at: at })
  await addOrder(2 * late)
  const since = new Date(notifications.now() - late - 1)
  await database.db.updateTable('service_order_settings').set({ since }).execute()
  const moved = await Promise.all([escalate(), escalate(), escalate()])
  expect(moved.toSorted()).toEqual([0, 0, 1])
  expect(await info(id)).toMatchObject({ escalated: 1 })
  await settle(0)
  await turn(24 * HOUR_MS)
  expect(await escalate()).toBe(0)
  await database.db.deleteFrom('service_orders').execute()
})

it('an order is handed up one level above the own at most, and down again, and loses its processing person', async () => {
  const id = await addOrder(0, { handler_uid: 1 })
  const params = { id }
  const move = async (account: Parameters<typeof as>[0], levels_up: number) =>
    (await as(account))(api.orderTransfer, { params, body: { levels_up, reason: 'We have no such part.' } })
  expect(await codeOf(move('city_a1', 3))).toBe('order_level_too_high')
  expect(await codeOf(move('city_a1', 0))).toBe('order_level_unchanged')
  expect(await codeOf(move('city_a2', 1))).toBe('order_not_found')
  expect(await move('city_a1', 2)).toMatchObject({ levels_up: 2, handler_uid: null, escalated: 0 })
  expect(await move('admin', 3)).toMatchObject({ levels_up: 3, processed_at: 'manufacturer' })
  expect(await move('province_a', 0)).toMatchObject({
    levels_up: 0,
    processed_at: 'distributor',
    lines: [{ kind: 'transferred', levels_up: 2, text: 'We have no such part.' }, { levels_up: 3 }, { levels_up: 0 }],
  })
  await database.db.deleteFrom('service_orders').execute()
})

it('a dissatisfied customer is told to who stands above the people that processed the order, once', async () => {
  for (const account of ['county_a11', 'city_a1', 'province_a'] as const) await setEmail(account)
  await makePolicy(await as('admin'), {
    policy_name: 'Ratings',
    events: ['order_dissatisfied'],
    to_distributor: true,
    channel_ids: [await mailChannel()],
  })
  const at = new Date(notifications.now())
  const id = await addOrder(0, { answered_at: at, status: 'resolved', resolved_at: at })
  const rate = (rating: 'dissatisfied' | 'satisfied') =>
    database.db.updateTable('service_orders').set({ rating, rated_at: at }).where('order_id', '=', id).execute()
  await rate('dissatisfied')
  await rate('dissatisfied')
  await turns()
  expect(mail.mails.map(({ to, subject }) => [to[0], subject])).toEqual([
    ['city_a1@example.com', 'Customer dissatisfied: Cold'],
  ])
  const { figures } = await (await as('city_a1'))(api.evaluationList, { body: { to_call: true } })
  expect(figures.to_call).toBe(1)
  await database.db.deleteFrom('service_orders').execute()
})

it('an order goes up once, however the clock is set by an hour then, and its next level is an hour late at most', async () => {
  await settle(90)
  const id = await addOrder(4 * HOUR_MS - 60_000)
  await turn(60_000)
  expect(await escalate()).toBe(1)
  // Back: its time comes again.
  await turn(-HOUR_MS)
  expect(await escalate()).toBe(0)
  await turn(HOUR_MS)
  expect(await escalate()).toBe(0)
  await turn(90 * 60_000)
  expect(await escalate()).toBe(1)
  // Forward, and right again.
  await turn(HOUR_MS)
  expect(await escalate()).toBe(0)
  await turn(-HOUR_MS)
  expect(await escalate()).toBe(0)
  expect(await info(id)).toMatchObject({ escalated: 2 })
})
