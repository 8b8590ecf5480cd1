import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../product.ts'
import { compareAlarms, FAULT_PACE, forgetDemo } from './alarm-ledger.ts'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { type Ledger, openLedger, startSender } from './ledger.ts'
import { gatewayPid, residentMb } from './processes.ts'
import { serveFleet } from './served-fleet.ts'
import { stopDatabase } from './still-database.ts'

const UNITS = 8
/** Others raise and clear faults. */
const FAULTY = 4
const FAULTS_AGO_S = 20 * 86_400
const DRAINED_MAX_MS = 120_000
/** Maximum memory growth of the gateway while the database is stopped. */
const GROWTH_MAX_MB = 100
/** Transactions in flight when the database stops may still be acknowledged. */
const SETTLED_MS = 1_000

/**
 * R6: the database is stopped for a second per round (600 are the plan's ten minutes) while modules report: nothing is
 * acknowledged meanwhile, the gateway does not grow, and afterwards all is stored, each unit's reports in their order, and each fault is one
 * alarm.
 */
export const awayRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('away', UNITS + FAULTY)
  try {
    await forgetDemo(fleet.data)
    const load = startFleetLoad({ ...fleet, units: fleet.units.slice(0, UNITS) })
    const faulty = fleet.units.slice(UNITS).map((unit) => {
      const ledger = openLedger(unit.did)
      const first_ts = Math.floor(Date.now() / 1_000) - FAULTS_AGO_S
      return { ledger, sender: startSender(fleet.product.mqtt_port, unit, first_ts, FAULT_PACE, ledger) }
    })
    await wait(3_000)
    const gateway = gatewayPid(fleet.product.process.pid)
    const before_mb = residentMb(gateway)
    const meanwhile = await standStill(fleet.product, rounds * 1_000, load.acked)
    const growth_mb = residentMb(gateway) - before_mb
    const { acked, lost, invented, twice, drained } = await load.finish()
    const told = (await Promise.all(faulty.map(({ sender }) => sender.drained(DRAINED_MAX_MS)))).every(Boolean)
    await Promise.all(faulty.map(({ sender }) => sender.stop()))
    const alarms = await compareAlarms(
      fleet.data,
      faulty.map(({ ledger }) => ledger),
    )
    checks.note(
      `${rounds} s away: ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice; ` +
        `${alarms.expected} faults reported, ${alarms.lost} no alarm, ${alarms.twice} alarms twice`,
    )
    checks.expect('nothing is acknowledged without a database', meanwhile === 0, `${meanwhile} reports`)
    checks.expect(`the gateway holds ${GROWTH_MAX_MB} MB more at most`, growth_mb <= GROWTH_MAX_MB, `${growth_mb} MB`)
    checks.expect('the same gateway runs on', gatewayPid(fleet.product.process.pid) === gateway)
    checks.expect('all is acknowledged afterwards, each unit in its order', drained && load.ledgers.every(isInOrder))
    checks.expect('what was acknowledged is stored, once', lost === 0 && invented === 0 && twice === 0)
    checks.expect(
      'each fault is one alarm',
      told && alarms.expected > 0 && alarms.lost === 0 && alarms.twice === 0,
      `${alarms.lost} lost, ${alarms.twice} twice`,
    )
  } finally {
    await fleet.close()
  }
}

/** Stops the processes of the database for a time; returns the reports acknowledged meanwhile. */
const standStill = async (product: Product, for_ms: number, acked: () => number): Promise<number> => {
  const goOn = stopDatabase(product)
  await wait(SETTLED_MS)
  const before = acked()
  await wait(for_ms)
  const meanwhile = acked() - before
  goOn()
  return meanwhile
}

/** A set keeps its insertion order. */
const isInOrder = ({ acked }: Ledger): boolean => {
  const seconds = [...acked]
  return seconds.every((second, at) => at === 0 || second > (seconds[at - 1] ?? 0))
}
