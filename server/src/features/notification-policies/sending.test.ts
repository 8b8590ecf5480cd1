import { createHmac } from 'node:crypto'
import { api } from '@heatfleet/contract/api.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { makePolicy, useNotifications } from '../../../test/notifications-case.ts'
import { claimDue } from './store-sending.ts'

const notifications = useNotifications()
const { database, as, target, turn, turns, deviceOf, change, raise, webhook, log } = notifications
const bodies = () => target.calls.map(({ body }) => JSON.parse(body) as { events: { alarm: { code: string } }[] })

it('an alarm becomes a signed message to a webhook, once, however often it is looked at', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  await raise(0, 'f07')
  await raise(0, 'f07')
  await turns()
  await turns()
  expect(target.calls).toHaveLength(1)
  const [{ headers, body, id } = { headers: {}, body: '', id: '' }] = target.calls
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-heatfleet-signature'])) ?? []
  expect(signature).toBe(createHmac('sha256', 'key').update(`${time}.${body}`).digest('hex'))
  expect(JSON.parse(body)).toMatchObject({
    id,
    policy: 'All',
    title: 'Major alarm: f07',
    events: [{ event: 'alarm_raised', severity: 'major', device: { mac: deviceOf(0).mac, distributor: 'A' } }],
  })
  expect(await log()).toMatchObject([
    {
      state: 'sent',
      answer: '200 ok',
      attempts: 1,
      channel_name: 'Desk',
      subject: 'f07',
      message_id: id,
      recipient: '',
    },
  ])
})

it('nothing is written while no policy is enabled, and what happened meanwhile is not sent later', async () => {
  const call = await as('admin')
  const { policy_id } = await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  await call(api.enablePolicy, { params: { id: policy_id }, body: { enabled: false } })
  await raise(0, 'f07')
  await call(api.enablePolicy, { params: { id: policy_id }, body: { enabled: true } })
  await turns()
  expect(target.calls).toEqual([])
})

it('a policy sends its events from its least severity on, and a worse alarm counts as raised again', async () => {
  const call = await as('admin')
  const channel_ids = [await webhook()]
  await makePolicy(call, { policy_name: 'A', events: ['alarm_raised', 'alarm_recovered'], least: 'major', channel_ids })
  await raise(0, 'f01', 'minor')
  await turns()
  expect(target.calls).toHaveLength(0)
  await database.db.updateTable('alarms').set({ severity: 'critical' }).execute()
  await turns()
  await change(0, 'f01', null)
  await change(0, 'f01', { severity: 'critical' })
  await change(0, 'f01', null)
  await turns()
  // It came back within its cool-down: the same alarm, whose recovery was told.
  expect((await log()).map(({ event, severity }) => [event, severity])).toEqual([
    ['alarm_raised', 'critical'],
    ['alarm_recovered', 'critical'],
  ])
})

it('a policy of some types of alarms sends nothing of others, and all of what is no alarm', async () => {
  const call = await as('admin')
  const channel_ids = [await webhook()]
  await makePolicy(call, { policy_name: 'Links', alarm_types: ['offline', 'bus_lost'], channel_ids })
  await makePolicy(call, { policy_name: 'Faults', alarm_types: ['device_fault'], channel_ids })
  await raise(0, 'f01')
  await turns()
  expect((await log()).map(({ policy_name }) => policy_name)).toEqual(['Faults'])
})

it('messages that did not arrive are sent again by one call, those of others and those that arrived are not', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  await raise(0, 'f01')
  await turns()
  target.answers((response) => response.writeHead(404).end())
  for (const at of [1, 2, 3]) await raise(at, `f1${at}`)
  await turns()
  const states = async () => (await log()).map(({ state }) => state)
  expect(await states()).toEqual(['sent', 'failed', 'failed', 'failed'])
  target.answers((response) => response.end('ok'))
  const [, kept] = await log()
  const except = [kept?.delivery_id ?? '']
  expect(await (await as('province_a'))(api.resendDeliveries, { body: { by: 'ids', ids: except } })).toEqual({
    resent: 0,
    left: 1,
  })
  expect(await call(api.resendDeliveries, { body: { by: 'filter', filter: {}, except } })).toEqual({
    resent: 2,
    left: 0,
  })
  await turn(YEARS_MS)
  expect(await states()).toEqual(['sent', 'failed', 'sent', 'sent'])
  const ids = (await log()).slice(0, 2).map(({ delivery_id }) => delivery_id)
  expect(await call(api.resendDeliveries, { body: { by: 'ids', ids } })).toEqual({ resent: 2, left: 0 })
})

it('a storm is one message, and its stragglers are one more when it is over', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  for (let at = 0; at < 30; at += 1) await raise(at % 6, `f${at}`)
  await turns()
  expect(bodies().map(({ events }) => events.length)).toEqual([30])
  for (let at = 30; at < 34; at += 1) await raise(at % 6, `f${at}`)
  await turns()
  await turns()
  expect(target.calls).toHaveLength(1)
  await turn(300_000)
  expect(bodies().map(({ events }) => events.length)).toEqual([30, 4])
  expect((await log()).every(({ state }) => state === 'sent')).toBe(true)
})

it('a storm of more alarms than a message lists is one message too, whatever of it is due a moment later', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  const flood = (from: number, to: number) =>
    database.pool.query(
      `insert into alarms (device_id, type, rule_key, code, severity, first_at, last_at)
       select $1, 'device_fault', 'k' || n, 'F01', 'major', now(), now() from generate_series($2::int, $3::int) n`,
      [deviceOf(0).device_id, from, to],
    )
  await flood(1, 2_400)
  await turn()
  await flood(2_401, 2_700)
  await turn(2_000)
  await turn(1_000)
  await turns()
  const told = bodies().map((body) => [(body as unknown as { event_count: number }).event_count, body.events.length])
  expect(told).toEqual([[2_700, 2_000]])
  expect((await log()).every(({ state }) => state === 'sent')).toBe(true)
})

const YEARS_MS = 50 * 365 * 86_400_000

it('a target that fails is tried again under the same id until it takes the message, or becomes a dead letter', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  target.answers((response) => response.writeHead(500).end('busy'))
  await raise(0, 'f07')
  await turns()
  await turn(1_000)
  expect(await log()).toMatchObject([{ state: 'queued', reason: 'server_error', answer: '500 busy', attempts: 1 }])
  await turn(10_000)
  target.answers((response) => response.end('ok'))
  await turn(30_000)
  expect(await log()).toMatchObject([{ state: 'sent', reason: null, attempts: 3 }])
  expect(new Set(target.calls.map(({ id }) => id)).size).toBe(1)

  target.answers((response) => response.writeHead(503).end())
  await raise(1, 'f08')
  await turns()
  for (const pause_s of [10, 30, 120, 600, 1_800, 7_200, 21_600]) await turn(pause_s * 1_000)
  expect((await log()).at(-1)).toMatchObject({ state: 'dead', attempts: 8, due_time: null })
  // Replay by hand.
  target.answers((response) => response.end('ok'))
  await call(api.resendDelivery, { params: { id: (await log()).at(-1)?.delivery_id ?? '' } })
  // The call reads the real clock, which is before the moved one then.
  await turn(YEARS_MS)
  expect((await log()).at(-1)).toMatchObject({ state: 'sent', attempts: 1 })
})

it('a refusal is final, and a channel that cannot be reached pauses without using up the attempts of others', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  target.answers((response) => response.writeHead(404).end())
  await raise(0, 'f01')
  await turns()
  expect(await log()).toMatchObject([{ state: 'failed', reason: 'refused' }])
  target.answers((response) => response.destroy())
  await raise(1, 'f02')
  await turns()
  await raise(2, 'f03')
  await turns()
  expect((await log()).slice(1)).toMatchObject([
    { state: 'queued', reason: 'unreachable', attempts: 1 },
    { state: 'queued', attempts: 0 },
  ])
  const { list } = await call(api.channelList, {})
  expect(list[0]?.last_error).toMatch(/^unreachable: /)
  target.answers((response) => response.end('ok'))
  await turn(10_000)
  await turn(1)
  expect((await log()).slice(1).map(({ state }) => state)).toEqual(['sent', 'sent'])
})

it('a turn that died after its claim is made up for under the same id', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  await raise(0, 'f07')
  await turn()
  notifications.setNow(notifications.now() + 3_000)
  const [claimed] = await claimDue(database.db, new Date(notifications.now()))
  await turn(59_000)
  expect(target.calls).toEqual([])
  await turn(1_000)
  expect(target.calls.map(({ id }) => id)).toEqual([claimed?.message_id])
  expect(await log()).toMatchObject([{ state: 'sent', attempts: 2 }])
})

it('what was queued before the clock was set back by an hour is sent at once, and what is being sent then not twice', async () => {
  const call = await as('admin')
  await makePolicy(call, { policy_name: 'All', channel_ids: [await webhook()] })
  await raise(0, 'f07')
  await turns()
  const { db } = database
  const queueAgain = (due_after_ms: number) =>
    db
      .updateTable('notification_deliveries')
      .set({ state: 'queued', message_id: null, due_at: sql`created_at + ${due_after_ms} * interval '1 millisecond'` })
      .execute()
  const noon_ms = notifications.now()
  notifications.setNow(noon_ms - 3_600_000)
  await queueAgain(NOTIFICATION_LIMITS.lease_ms)
  await turns()
  expect(target.calls).toHaveLength(1)
  await queueAgain(0)
  await turns()
  await turns()
  expect(target.calls).toHaveLength(2)
  notifications.setNow(noon_ms)
})
