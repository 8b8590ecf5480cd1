import { type Ledger, openLedger, type Pace, startSender } from './ledger.ts'
import type { ServedFleet } from './served-fleet.ts'
import { type Comparison, compare, embeddedConnection } from './stored.ts'

/** Eight modules make some 500 reports a second. */
const PACE: Pace = { interval_ms: 15 }
const REPORTS_AGO_S = 3 * 86_400
const DRAINED_MAX_MS = 120_000

/** Load of all devices of a fleet, with the acknowledged reports of each. */
export type FleetLoad = {
  ledgers: readonly Ledger[]
  /** Reports acknowledged so far. */
  acked: () => number
  /** Stops new reports and waits until all are acknowledged; false on time-out. */
  drain: () => Promise<boolean>
  /** The same, and compares with what is stored. */
  finish: () => Promise<Comparison & { drained: boolean }>
}

/** Lets every unit report until `finish`, each report of a second of its own, some days ago. */
export const startFleetLoad = (
  { product, units, data }: ServedFleet,
  { pace = PACE, ago_s }: { pace?: Pace; ago_s?: number } = {},
): FleetLoad => {
  const began_s = Math.floor(Date.now() / 1000)
  const first_ts = began_s - (ago_s ?? REPORTS_AGO_S)
  // A load with its own time follows others with earlier times.
  const from_s = ago_s === undefined ? 0 : first_ts
  const pairs = units.map((unit) => {
    const ledger = openLedger(unit.did)
    return { ledger, sender: startSender(product.mqtt_port, unit, first_ts, pace, ledger) }
  })
  const ledgers = pairs.map(({ ledger }) => ledger)
  const drain = async (): Promise<boolean> => {
    const drained = (await Promise.all(pairs.map(({ sender }) => sender.drained(DRAINED_MAX_MS)))).every(Boolean)
    await Promise.all(pairs.map(({ sender }) => sender.stop()))
    return drained
  }
  return {
    ledgers,
    acked: () => ledgers.reduce((sum, ledger) => sum + ledger.acked.size, 0),
    drain,
    finish: async () => {
      const drained = await drain()
      const comparison = await compare(product.url, embeddedConnection(data), ledgers, first_ts, began_s - 60, from_s)
      return { ...comparison, drained }
    },
  }
}
