import { api } from '@heatfleet/contract/api.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import { WebhookPayload } from '@heatfleet/contract/webhooks/payload.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { codeOf } from '../../../test/refusals.ts'
import { useWebhooks } from '../../../test/webhooks-case.ts'
import { signatureOf } from '../notification-policies/public.ts'

const { as, database, target, turn, make, connection, bodies, log, deviceOf } = useWebhooks()
const DAY_MS = 86_400_000
const signaturesOf = (header: unknown) => String(header).split(',').slice(1)

it('an event becomes one signed call with a body true to the schema, and the log knows the answer', async () => {
  const { secret, webhook } = await make(['device_online', 'device_offline'])
  expect(webhook).toMatchObject({ state: 'active', target: target.url.replace('/hook', '') })
  await connection(0, 'online')
  await connection(0, 'offline')
  await turn()
  await turn()
  expect(target.calls).toHaveLength(2)
  for (const { headers, body } of target.calls) {
    const at_s = Number(/^t=(\d+)/.exec(String(headers['x-heatfleet-signature']))?.[1])
    expect(headers['x-heatfleet-signature']).toBe(signatureOf(secret, body, at_s))
    expect(WebhookPayload.parse(JSON.parse(body))).toEqual(JSON.parse(body))
  }
  expect(
    bodies()
      .map(({ event }) => event)
      .sort((a, b) => String(a).localeCompare(String(b))),
  ).toEqual(['device_offline', 'device_online'])
  expect(bodies()[0]).toMatchObject({ version: 1, device: { mac: deviceOf(0).mac, distributor: 'A' } })
  const [first] = await log()
  expect(first).toMatchObject({ state: 'sent', status: 200, answer: 'ok', attempts: 1, mac: deviceOf(0).mac })
  const detail = await (await as('admin'))(api.webhookCall, { params: { id: first?.call_id ?? '' } })
  expect(detail.body).toBe(target.calls.find(({ id }) => id === detail.message_id)?.body)
  expect(detail.log).toMatchObject([{ attempt_no: 1, reason: null, status: 200, answer: 'ok' }])
})

it('nothing is written without a subscriber, and each is called about its kinds alone', async () => {
  await connection(0, 'online')
  expect(await database.db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
  await make(['device_offline'])
  await connection(0, 'online')
  await connection(0, 'offline')
  await turn()
  expect(bodies().map(({ event }) => event)).toEqual(['device_offline'])
})

it('a distributor hears of its own devices and those below, as of the moment of the call', async () => {
  await make(['device_online'], 'city_a1')
  for (const at of [0, 1, 2, 4, 5]) await connection(at, 'online')
  await turn()
  const macs = bodies().map(({ device }) => (device as { mac: string }).mac)
  expect(macs.sort()).toEqual([deviceOf(1).mac, deviceOf(2).mac].sort())
  // Neither a distributor beside it nor one below sees webhook and log; the one above does.
  expect(await log('city_a2')).toEqual([])
  expect((await log('province_a')).map(({ state }) => state)).toEqual(['sent', 'sent'])
  // A device that leaves before the call is made is not told of.
  target.calls.length = 0
  await connection(1, 'online')
  await database.db.updateTable('webhooks').set({ enabled: false }).execute()
  await turn()
  expect(target.calls).toEqual([])
})

it('a resource group narrows what the webhook of its account hears of', async () => {
  await make(['device_online'], 'staff_hangzhou')
  for (const at of [0, 1, 2, 4, 5]) await connection(at, 'online')
  await turn()
  await turn()
  const { list } = await (await as('staff_hangzhou'))(api.deviceList, { body: {} })
  const seen = new Set(list.map(({ mac }) => mac))
  expect(bodies().length).toBeGreaterThan(0)
  expect(bodies().every(({ device }) => seen.has((device as { mac: string }).mac))).toBe(true)
  expect(new Set((await log()).map(({ state }) => state))).toEqual(new Set(['sent', 'suppressed']))
})

it('nobody subscribes to what they may not look at', async () => {
  const call = await as('county_a11')
  const draft = { webhook_name: 'X', events: ['alarm_raised' as const], address: target.url }
  expect(await codeOf(call(api.createWebhook, { body: draft }))).toBe('no_permission')
})

it('a failing receiver is tried again under the same id and body; after a day the webhook is paused with a notice', async () => {
  await make(['device_online'])
  target.answers((response) => response.writeHead(503).end('busy'))
  await connection(0, 'online')
  await turn()
  expect(await log()).toMatchObject([{ state: 'queued', reason: 'server_error', status: 503, attempts: 1 }])
  await turn(1_000)
  expect(target.calls).toHaveLength(1)
  await turn(20_000)
  expect(target.calls).toHaveLength(2)
  expect(new Set(target.calls.map(({ body }) => body)).size).toBe(1)
  await turn(DAY_MS)
  const call = await as('admin')
  expect((await call(api.webhookList, {})).list).toMatchObject([{ state: 'paused' }])
  // Resumed, what waits goes on; what it missed meanwhile is replayed.
  await connection(1, 'online')
  await turn(1_000)
  target.answers((response) => response.end('ok'))
  target.calls.length = 0
  const { list } = await call(api.webhookList, {})
  await call(api.enableWebhook, { params: { id: list[0]?.webhook_id ?? 0 }, body: { enabled: true } })
  await turn(DAY_MS)
  expect(target.calls).toHaveLength(1)
  expect((await log()).map(({ state }) => state)).toEqual(['sent'])
})

it('a replay repeats what was missed, on request what was accepted, under the same ids', async () => {
  const { webhook } = await make(['device_online'])
  const call = await as('admin')
  const id = { params: { id: webhook.webhook_id } }
  await connection(0, 'online')
  await turn()
  const [sent] = target.calls
  await call(api.enableWebhook, { ...id, body: { enabled: false } })
  await connection(1, 'online')
  await turn()
  await call(api.enableWebhook, { ...id, body: { enabled: true } })
  const period = { from: '2026-11-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }
  expect(await call(api.replayWebhook, { ...id, body: period })).toEqual({ queued: 1 })
  expect(await call(api.replayWebhook, { ...id, body: { ...period, with_sent: true } })).toEqual({ queued: 1 })
  // The call reads the real clock, which is before the moved one then.
  await turn(50 * 365 * DAY_MS)
  expect(target.calls).toHaveLength(3)
  expect(target.calls.filter(({ id: message_id }) => message_id === sent?.id).map(({ body }) => body)).toEqual([
    sent?.body,
    sent?.body,
  ])
})

it('a rotated secret signs along with the new one until its overlap is over', async () => {
  const { webhook, secret } = await make(['device_online'])
  const call = await as('admin')
  const id = { params: { id: webhook.webhook_id } }
  const rotated = await call(api.rotateWebhookSecret, { ...id, body: { overlap_hours: 24 } })
  expect(rotated.secret).not.toBe(secret)
  expect(await call(api.testWebhook, id)).toMatchObject({ ok: true, status: 200, answer: 'ok' })
  const [tested] = target.calls
  const signature = tested?.headers['x-heatfleet-signature']
  const at_s = Number(/^t=(\d+)/.exec(String(signature))?.[1])
  expect(signaturesOf(signature)).toEqual(
    [rotated.secret, secret].map((one) => signatureOf(one, tested?.body ?? '', at_s).split(',')[1]),
  )
  await call(api.rotateWebhookSecret, { ...id, body: { overlap_hours: 0 } })
  await call(api.testWebhook, id)
  expect(signaturesOf(target.calls[1]?.headers['x-heatfleet-signature'])).toHaveLength(1)
})

it('410 Gone pauses at once, and a private address that is not allowed is refused', async () => {
  const { webhook } = await make(['device_online'])
  target.answers((response) => response.writeHead(410).end())
  await connection(0, 'online')
  await turn()
  const call = await as('admin')
  expect((await call(api.webhookList, {})).list).toMatchObject([{ state: 'paused' }])
  const draft = { webhook_name: 'Inside', events: ['device_online' as const], address: 'http://10.0.0.1/' }
  const inside = await call(api.createWebhook, { body: draft })
  const tested = await call(api.testWebhook, { params: { id: inside.webhook.webhook_id } })
  expect(tested).toMatchObject({ ok: false, status: null, reason: 'private_address' })
  expect(webhook.webhook_id).not.toBe(inside.webhook.webhook_id)
})

it('alarms, orders, shipments, upgrades and bindings are told of where they happen', async () => {
  await make(['alarm_raised', 'alarm_recovered', 'alarm_handled', 'order_created', 'order_answered', 'device_bound'])
  const { device_id, agent_path } = deviceOf(0)
  const at = '2026-11-20T11:00:00Z'
  await database.pool.query(
    `insert into alarms (device_id, agent_path, type, rule_key, code, severity, first_at, last_at)
     values ($1, $2, 'device_fault', 'f07', 'F07', 'major', $3, $3)`,
    [device_id, agent_path, at],
  )
  await database.pool.query(`update alarms set handling = 'in_process'`)
  await database.pool.query(`update alarms set recovered_at = $1`, [at])
  await database.pool.query(
    `insert into service_orders (device_id, type, source, problem, feedback_at) values ($1, 'fault', 'console', 'Cold', $2)`,
    [device_id, at],
  )
  await database.pool.query(
    `insert into service_order_lines (order_id, kind, text, at) select order_id, kind, '', $1
     from service_orders, unnest(array['answer', 'note']) kind`,
    [at],
  )
  await turn()
  const told = bodies().map(({ event, data }) => [event, data])
  const alarm = { type: 'device_fault', code: 'F07', severity: 'major' }
  expect(told).toHaveLength(5)
  expect(Object.fromEntries(told as [string, unknown][])).toMatchObject({
    alarm_raised: alarm,
    alarm_handled: { ...alarm, from: 'unprocessed', to: 'in_process' },
    alarm_recovered: alarm,
    order_created: { type: 'fault', status: 'unresolved' },
    order_answered: { by: 'staff' },
  })
  expect(JSON.stringify(told)).not.toContain('Cold')
  await database.db.deleteFrom('alarms').execute()
  await database.db.deleteFrom('service_orders').execute()
})

it('a virtual unit calls nobody', async () => {
  await make(['device_offline'])
  const { device_id } = deviceOf(0)
  const setVirtual = (virtual: boolean) =>
    database.db.updateTable('devices').set({ virtual }).where('device_id', '=', device_id).execute()
  await setVirtual(true)
  await connection(0, 'offline')
  await connection(1, 'offline')
  await turn()
  await setVirtual(false)
  expect(bodies().map(({ device }) => device)).toMatchObject([{ mac: deviceOf(1).mac }])
})

it('calls queued before the clock was set back by an hour are made at once, and one that is being made not twice', async () => {
  await make(['device_online'])
  await connection(0, 'online')
  await turn()
  const queueAgain = (due_after_ms: number) =>
    database.db
      .updateTable('webhook_deliveries')
      .set({ state: 'queued', due_at: sql`created_at + ${due_after_ms} * interval '1 millisecond'` })
      .execute()
  await queueAgain(WEBHOOK_LIMITS.lease_ms)
  await turn(-3_600_000)
  expect(target.calls).toHaveLength(1)
  await queueAgain(0)
  await turn()
  await turn()
  expect(target.calls).toHaveLength(2)
  await turn(3_600_000)
})
