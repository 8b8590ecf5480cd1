import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import pg from 'pg'
import type { Ledger, Pace } from './ledger.ts'
import { FAULTS, frameOf } from './numbered-frame.ts'
import { embeddedConnection } from './stored.ts'

/** Reports with a fault, and as many without: what comes back is more than a cool-down later, so each time is another alarm. */
const REPORTS_ON = 4
const CYCLE = 2 * REPORTS_ON
/** Modules whose reports raise and clear one fault after the other. */
export const FAULT_PACE: Pace = {
  interval_ms: 150,
  step_s: 120,
  frameAt: (n, ts) => frameOf(n, ts, REPORT_TYPE.cyclic, n % CYCLE < REPORTS_ON ? faultOf(n) : null),
}

const cycleOf = (n: number): number => Math.floor(n / CYCLE)
const faultOf = (n: number) => FAULTS[cycleOf(n) % FAULTS.length] ?? null

/** What was to be there, what of it is not, and what is there beside it. */
export type Found = { expected: number; lost: number; twice: number }

/** What the demo raised and tells is not part of the count. */
export const forgetDemo = async (data: string): Promise<void> => {
  const client = await connected(data)
  await client.query('update notification_policies set enabled = false')
  await client.query('delete from alarms')
  await client.end()
}

/** A connection to the database of a data folder. */
export const connected = async (data: string): Promise<pg.Client> => {
  const client = new pg.Client(embeddedConnection(data))
  await client.connect()
  return client
}

/** Alarms by unit and fault beside the cycles that were reported; of one that had just begun neither is wrong. */
export const compareAlarms = async (data: string, ledgers: readonly Ledger[]): Promise<Found> => {
  const client = await connected(data)
  const { rows } = await client.query<{ mac: string; rule_key: string; n: number }>(
    `select mac, rule_key, sum(count)::int as n from alarms join devices using (device_id) where type = 'device_fault' group by 1, 2`,
  )
  await client.end()
  const stored = new Map(rows.map(({ mac, rule_key, n }) => [`${mac} ${rule_key}`, n]))
  const found: Found = { expected: 0, lost: 0, twice: 0 }
  for (const { did, sent } of ledgers) {
    const begun = new Map<string, { least: number; most: number }>()
    for (let first = 0; first < sent.size; first += CYCLE) {
      const key = `${did} ${faultOf(first)?.[0] ?? ''}`
      const owed = begun.get(key) ?? { least: 0, most: 0 }
      const is_whole = first + REPORTS_ON <= sent.size
      begun.set(key, { least: owed.least + (is_whole ? 1 : 0), most: owed.most + 1 })
    }
    for (const [key, { least, most }] of begun) {
      const n = stored.get(key) ?? 0
      found.expected += least
      found.lost += Math.max(0, least - n)
      found.twice += Math.max(0, n - most)
    }
  }
  return found
}
