import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { startMailReceiver } from '../mail-receiver.ts'
import type { Checks } from './checks.ts'
import { startFlakyTarget } from './flaky-target.ts'
import { addDistributor, importUnits } from './imported-units.ts'
import { serveOn } from './kill-targets.ts'
import { connectModules } from './offline-modules.ts'
import { clientOf, embeddedConnection, signIn } from './stored.ts'
import { type CallTimes, timeCalls } from './timed-calls.ts'

/** Devices of a round: twenty rounds are the 10,000 of the quality plan. */
const UNITS_PER_ROUND = 500
/** WiFi modules are given so long before they count as offline (contract/src/alarms/types.ts); the database is told that it has passed. */
const GRACE = '181 seconds'
const LIST_MAX_MS = 200
/** The check runs each minute. */
const RAISED_MAX_MS = 180_000
/** What is gathered after a first message leaves five minutes later: nothing may be left by then. */
const SENT_MAX_MS = 420_000
const LOOK_MS = 500

/**
 * All devices of a distributor go offline in a second and come back: each is one alarm, all of them are one storm, and its service person
 * receives one message by each channel. The alarm list answers meanwhile.
 */
export const offlineRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const units = rounds * UNITS_PER_ROUND
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-offline-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const product = await serveOn(data, ports, { HEATFLEET_NOTIFICATION_NETWORKS: '127.0.0.0/8' })
  const [mail, desk] = [await startMailReceiver(), await startFlakyTarget()]
  desk.behave()
  const sql = new pg.Client(embeddedConnection(data))
  await sql.connect()
  try {
    const call = clientOf(product.url, await signIn(product.url))
    const person = await addDistributor(call)
    await addPolicy(call, mail.port, desk.url)
    const credentials = await importUnits(call, person.agent_id, units)
    const modules = await connectModules(product.mqtt_port, credentials)
    await untilCount(sql, ONLINE, units, RAISED_MAX_MS)

    const lists = timeLists(call)
    const began_ms = performance.now()
    await modules.kill()
    await untilCount(sql, ONLINE, 0, RAISED_MAX_MS)
    const gone_s = (performance.now() - began_ms) / 1_000
    await sql.query(
      `update device_status set last_offline_at = last_offline_at - interval '${GRACE}', last_online_at = last_online_at - interval '${GRACE}'`,
    )
    await untilCount(sql, ACTIVE, units, RAISED_MAX_MS)
    await untilCount(sql, IN_STORM, units, RAISED_MAX_MS)
    await untilCount(sql, LEFT, 0, SENT_MAX_MS)
    const struck = await lists.finish()
    const [storms, raised] = [await call(api.alarmStorms), await countAlarms(sql)]
    const messages = messagesOf(mail.mails, desk.received(), person.mail)

    const returning = timeLists(call)
    const again = await connectModules(product.mqtt_port, credentials)
    await untilCount(sql, ACTIVE, 0, RAISED_MAX_MS)
    await untilCount(sql, LEFT, 0, SENT_MAX_MS)
    const returned = await returning.finish()
    const in_the_end = await countAlarms(sql)
    await again.kill()

    checks.note(
      `${units} devices offline within ${gone_s.toFixed(1)} s: ${raised.alarms} alarms of ${raised.devices} devices, ${storms.length} storms, ` +
        `${messages.mails} e-mails and ${messages.calls} webhook calls about ${messages.told} alarms; ` +
        `alarm list ${describe(struck)}, while they return ${describe(returned)}`,
    )
    checks.expect('each device is one alarm', raised.alarms === units && raised.devices === units)
    checks.expect(
      'all alarms are one storm',
      storms.length === 1 && storms[0]?.alarms === units,
      storms.map(({ alarms }) => alarms).join(', '),
    )
    checks.expect('one e-mail leaves', messages.mails === 1, `${messages.mails}`)
    checks.expect('one webhook call leaves', messages.calls === 1, `${messages.calls}`)
    checks.expect('it tells of every alarm', messages.told === units, `${messages.told} of ${units}`)
    checks.expect('devices that return raise no second alarm', in_the_end.alarms === units, `${in_the_end.alarms}`)
    checks.expect('no call is refused', struck.failed + returned.failed === 0)
    for (const [when, { took_ms }] of [
      ['while devices are offline', struck],
      ['while devices return', returned],
    ] as const)
      checks.expect(
        `the alarm list takes ${LIST_MAX_MS} ms at most ${when}, p99`,
        took_ms.length > 0 && percentile(took_ms, 0.99) <= LIST_MAX_MS,
        `${percentile(took_ms, 0.99).toFixed(0)} ms`,
      )
  } finally {
    await sql.end()
    await product.stop()
    mail.close()
    await desk.close()
    rmSync(data, { recursive: true, force: true })
  }
}

const addPolicy = async (call: Call, port: number, address: string): Promise<void> => {
  const { channel_id: by_mail } = await call(api.createChannel, {
    body: {
      kind: 'email',
      channel_name: 'Mail',
      host: '127.0.0.1',
      port,
      security: 'none',
      sender: 'fleet@example.com',
    },
  })
  const { channel_id: by_hook } = await call(api.createChannel, {
    body: { kind: 'webhook', channel_name: 'Desk', address },
  })
  await call(api.createPolicy, {
    body: {
      policy_name: 'Outages',
      events: ['alarm_raised'],
      alarm_types: ['offline'],
      least: 'info',
      to_distributor: true,
      in_app: true,
      channel_ids: [by_mail, by_hook],
      quiet_hours: { on: false, from: '22:00', to: '07:00' },
      time_zone: 'UTC',
    },
  })
}

const ONLINE = 'select count(*)::int as n from device_status where online'
const ACTIVE = `select count(*)::int as n from alarms where type = 'offline' and recovered_at is null`
/** What begins a storm looks after the checks of its minute. */
const IN_STORM = 'select count(*)::int as n from alarms where storm_id is not null'
/** Alarms that messages are still to be made of, and messages that are still to be sent. */
const LEFT = `select ((select count(*) from notification_events where dispatched_at is null)
  + (select count(*) from notification_deliveries where state = 'queued'))::int as n`

const untilCount = async (sql: pg.Client, query: string, wanted: number, limit_ms: number): Promise<void> => {
  let n = -1
  for (let waited_ms = 0; waited_ms < limit_ms; waited_ms += LOOK_MS) {
    n = (await sql.query<{ n: number }>(query)).rows[0]?.n ?? -1
    if (n === wanted) return
    await wait(LOOK_MS)
  }
  throw new Error(`${n} instead of ${wanted} after ${limit_ms / 1_000} s: ${query}`)
}

const countAlarms = async (sql: pg.Client) => {
  const { rows } = await sql.query<{ alarms: number; devices: number }>(
    `select sum(count)::int as alarms, count(distinct device_id)::int as devices from alarms where type = 'offline'`,
  )
  return rows[0] ?? { alarms: 0, devices: 0 }
}

const messagesOf = (mails: readonly { to: string[] }[], received: readonly { event_count: number }[], to: string) => ({
  mails: mails.filter((one) => one.to.includes(to)).length,
  calls: received.length,
  told: received.reduce((sum, { event_count }) => sum + event_count, 0),
})

/** The first page of the alarm list, one call after the other. */
const timeLists = (call: Call) =>
  timeCalls(() => call(api.alarmList, { query: { pageNo: 1, size: 20 }, body: { tab: 'unprocessed' } }))

const percentile = (took_ms: readonly number[], share: number): number =>
  took_ms.toSorted((a, b) => a - b)[Math.min(took_ms.length - 1, Math.floor(took_ms.length * share))] ?? 0

const describe = ({ took_ms, slowest }: CallTimes): string =>
  `${took_ms.length} times, p50 ${percentile(took_ms, 0.5).toFixed(0)} ms, p99 ${percentile(took_ms, 0.99).toFixed(0)} ms, slowest ${slowest.map((one) => `${one.took_ms.toFixed(0)} ms at ${one.at_s.toFixed(1)} s`).join(', ')}`
