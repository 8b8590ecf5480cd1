import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials } from '../device-client.ts'
import { type Product, startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { UNPACKED } from './kill-targets.ts'
import { openLedger, startSender } from './ledger.ts'
import { startMosquitto } from './mosquitto.ts'
import { childrenOf, gatewayPid, untilGone } from './processes.ts'
import { compare, embeddedConnection } from './stored.ts'

const UNITS = 6
const INTERVAL_MS = 15
const STORED_MAX_MS = 60_000
const STILL_MS = 1_000
/** Downtime of the second machine. */
const AWAY_MS = 4_000
/** Interval of a gateway's metrics. */
const METRICS_EVERY_MS = 5_000

/**
 * Two gateways behind Mosquitto: two machines on one database, each with its own gateway, of which one takes the reports. In turn the first's
 * gateway is killed, and the whole second machine, which is restarted later: the reports go to and fro. Every report the broker acknowledged is
 * stored once.
 */
export const twoGatewayRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-two-gateways-'))
  const [data, second_data] = [join(folder, 'first'), join(folder, 'second')]
  chmodSync(folder, 0o755)
  const { port, stop } = await startMosquitto(folder)
  const environment = {
    ...UNPACKED,
    MQTT_URL: `mqtt://127.0.0.1:${port}`,
    HEATFLEET_SECRET_KEY: randomBytes(32).toString('hex'),
  }
  const began_s = Math.floor(Date.now() / 1000)
  const first_ts = began_s - 86_400
  const running: Product[] = []
  const start = async (options: Parameters<typeof startProduct>[0]): Promise<Product> => {
    const product = await startProduct(options)
    running.push(product)
    return product
  }
  try {
    const demo = await startProduct({ mode: 'start', data, demo: UNITS, environment })
    // Written by the product itself for its simulator.
    const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
    await demo.stop()
    const first = await start({ mode: 'serve', data, environment })
    const socket = encodeURIComponent(join(data, 'pg-socket'))
    const DATABASE_URL = `postgres://heatfleet@localhost/heatfleet?host=${socket}`
    const startSecond = () => start({ mode: 'serve', data: second_data, environment: { ...environment, DATABASE_URL } })
    let second = await startSecond()
    const pairs = fleet.units.map((unit) => {
      const ledger = openLedger(unit.did)
      return { ledger, sender: startSender(port, unit, first_ts, { interval_ms: INTERVAL_MS }, ledger) }
    })
    const shares = { first: 0, second: 0 }
    for (let round = 0; round < rounds; round += 1) {
      await wait(1_000 + Math.random() * 1_000)
      shares.first = Math.max(shares.first, await storedBy(first.url))
      shares.second = Math.max(shares.second, await storedBy(second.url))
      // It is stopped first: what the broker delivers to it from here on is never stored by it.
      const gateway = gatewayPid(round % 2 === 0 ? first.process.pid : second.process.pid)
      process.kill(gateway, 'SIGSTOP')
      await wait(STILL_MS)
      if (round % 2 === 0) {
        process.kill(gateway, 'SIGKILL')
        await wait(2_500)
        continue
      }
      const pid = second.process.pid ?? 0
      const all = [pid, ...childrenOf(pid)]
      for (const one of all) process.kill(one, 'SIGKILL')
      await untilGone(all, 5_000)
      await wait(AWAY_MS)
      second = await startSecond()
    }
    const drained = await Promise.all(pairs.map(({ sender }) => sender.drained(30_000)))
    await Promise.all(pairs.map(({ sender }) => sender.stop()))
    checks.expect('the broker acknowledged every report', drained.every(Boolean))
    const ledgers = pairs.map(({ ledger }) => ledger)
    const look = () => compare(first.url, embeddedConnection(data), ledgers, first_ts, began_s - 60)
    // The broker has acknowledged; storing follows.
    let comparison = await look()
    for (let waited_ms = 0; comparison.lost > 0 && waited_ms < STORED_MAX_MS; waited_ms += 1_000) {
      await wait(1_000)
      comparison = await look()
    }
    const { acked, lost, invented, twice } = comparison
    checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
    await wait(METRICS_EVERY_MS)
    shares.first = Math.max(shares.first, await storedBy(first.url))
    shares.second = Math.max(shares.second, await storedBy(second.url))
    checks.expect(
      'either gateway took the reports when the other was gone',
      shares.first > 0 && shares.second > 0,
      JSON.stringify(shares),
    )
    checks.expect('every report the broker acknowledged is stored', acked > 0 && lost === 0, `${lost} lost`)
    checks.expect('nothing is stored that was not sent', invented === 0, `${invented} invented`)
    checks.expect('nothing is stored twice', twice === 0, `${twice} twice`)
  } finally {
    // The second's database is the first's.
    for (const product of running.reverse()) if (isRunning(product)) await product.stop()
    stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const isRunning = ({ process: { exitCode, signalCode } }: Product): boolean => exitCode === null && signalCode === null

/** Reports that the gateway of an installation has stored since it started. */
const storedBy = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^heatfleet_gateway_reports_stored_total\{process="gateway"\} (\d+)/m.exec(text)?.[1] ?? 0)
}
