import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { startProduct } from '../product.ts'
import { compareAlarms, connected, FAULT_PACE, type Found, forgetDemo } from './alarm-ledger.ts'
import type { Checks } from './checks.ts'
import { startFlakyTarget } from './flaky-target.ts'
import { serveOn } from './kill-targets.ts'
import { openLedger, startSender } from './ledger.ts'
import { openStage, type Ports, strike } from './strike.ts'

const UNITS = 16
const FIRST_AGO_S = 30 * 86_400
const DRAINED_MAX_MS = 120_000
/** Stragglers of a storm wait five minutes, and a target that failed for a while longer. */
const SENT_MAX_MS = 20 * 60_000
const ENVIRONMENT = { HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8' }

/**
 * A storm of alarms while server, gateway and database are killed and the receiver of messages hangs, refuses and breaks off:
 * each fault that was reported is one alarm, and each alarm is told once when it is raised and once when it recovers.
 */
export const alarmStormRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-alarms-'))
  chmodSync(data, 0o755)
  const ports: Ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const units = await seed(data, ports)
  const target = await startFlakyTarget()
  let stage = await openStage(await serveOn(data, ports, ENVIRONMENT), ports, ENVIRONMENT)
  await forgetDemo(data)
  const first_ts = Math.floor(Date.now() / 1000) - FIRST_AGO_S
  await addPolicy(stage.call, target.url)
  const ledgers = units.map(({ did }) => openLedger(did))
  const senders = units.map((unit, at) =>
    startSender(ports.mqtt_port, unit, first_ts, FAULT_PACE, ledgers[at] ?? openLedger(unit.did)),
  )
  try {
    for (let round = 0; round < rounds; round += 1) {
      await wait(1_500 + Math.random() * 2_500)
      stage = await strike(stage, round)
    }
    const drained = (await Promise.all(senders.map((sender) => sender.drained(DRAINED_MAX_MS)))).every(Boolean)
    await Promise.all(senders.map((sender) => sender.stop()))
    checks.expect('every report was acknowledged in the end', drained)
    target.behave()
    const left = await untilSent(data)
    checks.expect('every message came to its end', left === 0, `${left} wait`)

    const alarms = await compareAlarms(data, ledgers)
    const notices = await compareNotices(data, target.received())
    checks.note(
      `${rounds} kills, ${alarms.expected} alarms reported, ${alarms.lost} lost, ${alarms.twice} twice; ` +
        `${notices.expected} notices, ${notices.lost} lost, ${notices.twice} told in two messages, ${target.refused()} calls spoilt`,
    )
    checks.expect('every reported fault is an alarm', alarms.expected > 0 && alarms.lost === 0, `${alarms.lost} lost`)
    checks.expect('no fault is two alarms', alarms.twice === 0, `${alarms.twice} twice`)
    checks.expect('every alarm is told', notices.expected > 0 && notices.lost === 0, `${notices.lost} lost`)
    checks.expect('no alarm is told in two messages', notices.twice === 0, `${notices.twice} twice`)
  } finally {
    await Promise.all(senders.map((sender) => sender.stop()))
    await stage.product.stop()
    await target.close()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The demo creates units. */
const seed = async (data: string, ports: Ports): Promise<Credentials[]> => {
  const demo = await startProduct({ mode: 'start', data, demo: UNITS + 4, ...ports })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  return fleet.units.slice(0, UNITS)
}

/** Tells a webhook of every alarm of a device. */
const addPolicy = async (call: Call, address: string): Promise<void> => {
  const { channel_id } = await call(api.createChannel, { body: { kind: 'webhook', channel_name: 'Desk', address } })
  await call(api.createPolicy, {
    body: {
      policy_name: 'All alarms',
      events: ['alarm_raised', 'alarm_recovered'],
      alarm_types: ['device_fault'],
      least: 'info',
      in_app: false,
      channel_ids: [channel_id],
      quiet_hours: { on: false, from: '22:00', to: '07:00' },
      time_zone: 'UTC',
    },
  })
}

/** Waits until no message waits; gives how many still do. */
const untilSent = async (data: string): Promise<number> => {
  const client = await connected(data)
  try {
    for (let waited_ms = 0; ; waited_ms += 1_000) {
      const { rows } = await client.query<{ left: number }>(`select
        (select count(*) from notification_deliveries where state = 'queued')::int
        + (select count(*) from notification_events where dispatched_at is null)::int as left`)
      const left = rows[0]?.left ?? 0
      if (left === 0 || waited_ms >= SENT_MAX_MS) return left
      await wait(1_000)
    }
  } finally {
    await client.end()
  }
}

/**
 * Raised and recovered alarms beside the messages that tell of them; the same message may arrive again under its id. A message tells of as many
 * as it says, of which the database knows the numbers: of a large storm it names only the first.
 */
const compareNotices = async (
  data: string,
  received: readonly { id: string; event_count: number; events: readonly { event_id: string }[] }[],
): Promise<Found> => {
  const client = await connected(data)
  const { rows } = await client.query<{ message_id: string; event_ids: string[] }>(
    `select d.message_id, array_agg(d.event_id::text) as event_ids from notification_deliveries d
       join notification_events e on e.event_id = d.event_id join alarms a on a.alarm_id = e.alarm_id
     where a.type = 'device_fault' and d.state = 'sent' and d.message_id is not null group by 1`,
  )
  const counted = await client.query<{ n: number }>(`select
    (select count(*) from alarms where type = 'device_fault')::int
    + (select count(*) from alarms where type = 'device_fault' and recovered_at is not null)::int as n`)
  await client.end()
  const arrived = new Map(received.map((message) => [message.id, message]))
  const messages_by_event = new Map<string, number>()
  let unlike = 0
  for (const { message_id, event_ids } of rows) {
    const message = arrived.get(message_id)
    if (message === undefined) continue
    const ids = new Set(event_ids)
    if (message.event_count !== ids.size || message.events.some(({ event_id }) => !ids.has(event_id))) unlike += 1
    for (const event_id of ids) messages_by_event.set(event_id, (messages_by_event.get(event_id) ?? 0) + 1)
  }
  const expected = counted.rows[0]?.n ?? 0
  const twice = [...messages_by_event.values()].filter((times) => times > 1).length
  return { expected, lost: expected - messages_by_event.size, twice: twice + unlike }
}
