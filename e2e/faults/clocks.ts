import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import { upTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { type Credentials, connectDevice } from '../device-client.ts'
import type { Checks } from './checks.ts'
import { frameOf } from './numbered-frame.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'
import { clientOf, embeddedConnection, signIn, storedRows } from './stored.ts'

const UNITS = 4
/** Reports with each wrong clock per round and device. */
const TIMES = 5
const YEARS_10_S = 10 * 365 * 86_400
/** The gateway publishes its metrics every five seconds. */
const TOLD_MAX_MS = 15_000

/** A module's clock and the metric label under which it is counted; null = plausible. */
const CLOCKS = [
  { says: (now_s: number) => now_s + YEARS_10_S, counted: 'ahead' },
  { says: (now_s: number) => now_s + 3_600, counted: 'ahead' },
  { says: (now_s: number) => now_s - YEARS_10_S, counted: 'too_old' },
  { says: () => 0, counted: 'unknown' },
] as const
const REASONS = ['ahead', 'too_old', 'unknown'] as const

/**
 * R13, the modules' clocks: ten years ahead, an hour ahead, ten years behind, not set. Every report is stored under its
 * arrival time and counted by reason; the current state never has another time.
 */
export const clockRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('clocks', UNITS)
  try {
    const began_s = Math.floor(Date.now() / 1000) - 1
    const before = await countsOf(fleet)
    const sent_each = rounds * TIMES * CLOCKS.length
    await Promise.all(fleet.units.map((unit) => sendAll(fleet, unit, rounds * TIMES)))
    const end_s = Math.ceil(Date.now() / 1000) + 1
    let [lost, twice, astray, presents] = [0, 0, 0, 0]
    const call = clientOf(fleet.product.url, await signIn(fleet.product.url))
    for (const { did } of fleet.units) {
      const rows = await storedRows(embeddedConnection(fleet.data), did, end_s + 2 * YEARS_10_S)
      const stored = [...rows.values()].reduce((sum, count) => sum + count, 0)
      lost += Math.max(0, sent_each - stored)
      twice += Math.max(0, stored - sent_each)
      astray += [...rows.keys()].filter((ts) => ts < began_s || ts > end_s).length
      const { last_report_time } = await call(api.deviceInfo, { query: { mac: did } })
      const at_s = Date.parse(last_report_time ?? '') / 1000
      if (!(at_s >= began_s && at_s <= end_s)) presents += 1
    }
    const tried = UNITS * sent_each
    const expected = REASONS.map((reason) => {
      const clocks = CLOCKS.filter(({ counted }) => counted === reason).length
      return (before[reason] ?? 0) + UNITS * rounds * TIMES * clocks
    })
    const is_reported = await isReported(fleet, expected)
    checks.note(`${tried} tried, ${lost} lost, ${twice} stored twice, ${astray} under a time they did not come at`)
    checks.expect('every report is stored once', lost === 0 && twice === 0)
    checks.expect('none stands under the wrong time', astray === 0, `${astray} astray`)
    checks.expect('the present is of the time of its arrival', presents === 0)
    checks.expect('every wrong clock is counted by its reason', is_reported)
  } finally {
    await fleet.close()
  }
}

/** In sequence: reports are distinguished by their arrival time. */
const sendAll = async ({ product }: ServedFleet, unit: Credentials, times: number): Promise<void> => {
  const client = await connectDevice(product.mqtt_port, unit)
  let n = 0
  for (let time = 0; time < times; time += 1)
    for (const { says } of CLOCKS) {
      const frame = frameOf(n, says(Math.floor(Date.now() / 1000)), REPORT_TYPE.cyclic)
      await client.publishAsync(upTopic(unit.did, 'blk'), frame, { qos: 1 })
      n += 1
    }
  await client.endAsync()
}

const countsOf = async ({ product }: ServedFleet): Promise<Partial<Record<string, number>>> => {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  const found = text.matchAll(/^heatfleet_gateway_reports_clock_total\{reason="(\w+)"[^}]*\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, reason, count]) => [reason, Number(count)]))
}

const isReported = async (fleet: ServedFleet, expected: readonly number[]): Promise<boolean> => {
  for (let waited_ms = 0; waited_ms < TOLD_MAX_MS; waited_ms += 500) {
    const counts = await countsOf(fleet)
    if (REASONS.every((reason, at) => counts[reason] === expected[at])) return true
    await wait(500)
  }
  return false
}
