import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { type Product, startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { serveOn, TARGETS, type Target } from './kill-targets.ts'
import { type Ledger, openLedger, type Sender, startSender } from './ledger.ts'
import { gatewayPid, isAlive, postgresPid, simulatorPid, untilGone } from './processes.ts'
import { compare, embeddedConnection, signInUser } from './stored.ts'

const SENDERS = 8
/** Eight senders make some 500 reports a second. */
const INTERVAL_MS = 15
const REPORTS_AGO_S = 3 * 86_400
const BACK_MAX_MS = 60_000
/** Rounds from which on a run is a measurement. */
const ROUNDS_THAT_JUDGE_TIME = 10

type Ports = { http_port: number; mqtt_port: number }
type Load = { ledgers: Ledger[]; senders: Sender[]; first_ts: number; user: UserInfo }

/**
 * Kills the product at random moments of the ingest: every acknowledged report must be stored with its value exactly once,
 * none that was not sent, and the service must recover by itself.
 */
export const killRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-kill-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const began_s = Math.floor(Date.now() / 1000)
  const units = await seed(data, ports, checks)
  let product = await serveOn(data, ports)
  try {
    const user = await signInUser(product.url)
    const load = { ...startLoad(units, ports.mqtt_port, began_s - REPORTS_AGO_S), user }
    for (const target of TARGETS) product = await strike(target, rounds, product, load, ports, checks)

    const drained = (await Promise.all(load.senders.map((sender) => sender.drained(30_000)))).every(Boolean)
    await Promise.all(load.senders.map((sender) => sender.stop()))
    checks.expect('every report was acknowledged in the end', drained)
    const comparison = await compare(product.url, embeddedConnection(data), load.ledgers, load.first_ts, began_s - 60)
    const { acked, lost, invented, twice } = comparison
    const figures = `${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`
    checks.note(`${rounds * TARGETS.length} tried, ${figures}`)
    checks.expect('every acknowledged report is stored with its value', acked > 0 && lost === 0, `${lost} lost`)
    checks.expect('nothing is stored that was not sent', invented === 0, `${invented} invented`)
    checks.expect('nothing is stored twice', twice === 0, `${twice} twice`)
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The demo creates the devices; it is killed too, which tests its child processes. */
const seed = async (data: string, ports: Ports, checks: Checks): Promise<Credentials[]> => {
  const demo = await startProduct({ mode: 'start', data, demo: 20, ...ports })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  const main = demo.process.pid ?? 0
  const children = [gatewayPid(main), simulatorPid(main)]
  const postgres = postgresPid(data)
  process.kill(main, 'SIGKILL')
  const left = await untilGone([main, ...children], 8_000)
  checks.expect('gateway and simulator end when their parent is killed', left.length === 0)
  checks.expect('PostgreSQL outlives it, to be adopted', isAlive(postgres))
  return fleet.units
}

const startLoad = (units: readonly Credentials[], mqtt_port: number, first_ts: number): Omit<Load, 'user'> => {
  const chosen = units.slice(0, SENDERS)
  const ledgers = chosen.map(({ did }) => openLedger(did))
  const senders = chosen.map((unit, index) =>
    startSender(mqtt_port, unit, first_ts, { interval_ms: INTERVAL_MS }, ledgers[index] ?? openLedger(unit.did)),
  )
  return { ledgers, senders, first_ts }
}

/** Runs all rounds of one target; returns the product that runs afterwards. */
const strike = async (
  target: Target,
  rounds: number,
  before: Product,
  load: Load,
  ports: Ports,
  checks: Checks,
): Promise<Product> => {
  let product = before
  let worst_ms = 0
  const faults: string[] = []
  const ackedCount = () => load.ledgers.reduce((sum, { acked }) => sum + acked.size, 0)
  for (let round = 0; round < rounds; round += 1) {
    await wait(700 + Math.random() * 800)
    const marks = load.ledgers.map(({ sent }) => load.first_ts + sent.size)
    const blow = await target.strike(
      { product, again: () => serveOn(before.data, ports), user: load.user, ackedCount },
      round,
    )
    product = blow.product
    if (!(await acknowledgesNew(load.ledgers, marks))) faults.push('new reports were not acknowledged for a minute')
    worst_ms = Math.max(worst_ms, performance.now() - blow.killed_at_ms)
    faults.push(...blow.faults)
  }
  // A short run is part of `npm test`, on busy machines: it checks what is stored and only prints the time.
  const limit_ms = rounds >= ROUNDS_THAT_JUDGE_TIME ? target.back_max_ms : BACK_MAX_MS
  checks.expect(
    `${target.name}, ${rounds} times: new reports acknowledged again within ${limit_ms / 1_000} s`,
    worst_ms <= limit_ms,
    `at most ${Math.round(worst_ms)} ms`,
  )
  checks.expect(
    `${target.name}: all else as it should be`,
    faults.length === 0,
    [...new Set(faults)].join('; ') || 'yes',
  )
  return product
}

/** Waits for the acknowledgement of a report created after the kill: earlier ones may have been in flight. */
const acknowledgesNew = async (ledgers: readonly Ledger[], marks: readonly number[]): Promise<boolean> => {
  for (let waited_ms = 0; waited_ms < BACK_MAX_MS; waited_ms += 20) {
    if (ledgers.some(({ newest_acked_s }, index) => newest_acked_s >= (marks[index] ?? 0))) return true
    await wait(20)
  }
  return false
}
