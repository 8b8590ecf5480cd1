import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials } from '../device-client.ts'
import { startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { UNPACKED } from './kill-targets.ts'
import { openLedger, startSender } from './ledger.ts'
import { startMosquitto } from './mosquitto.ts'
import { startedGatewayPid } from './processes.ts'
import { compare, embeddedConnection } from './stored.ts'

const SENDERS = 3
const INTERVAL_MS = 15
const STORED_MAX_MS = 20_000

/**
 * Mosquitto in front (MQTT_URL) while the gateway is killed: every report that the broker acknowledged must be stored. Needs `mosquitto` on the path.
 */
export const brokerRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-broker-'))
  chmodSync(data, 0o755)
  const { port, stop } = await startMosquitto(data)
  const environment = { ...UNPACKED, MQTT_URL: `mqtt://127.0.0.1:${port}` }
  const began_s = Math.floor(Date.now() / 1000)
  const first_ts = began_s - 86_400
  try {
    const demo = await startProduct({ mode: 'start', data, demo: 5, environment })
    // Written by the product itself for its simulator.
    const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
    await demo.stop()
    const product = await startProduct({ mode: 'serve', data, environment })
    const pairs = fleet.units.slice(0, SENDERS).map((unit) => {
      const ledger = openLedger(unit.did)
      return { ledger, sender: startSender(port, unit, first_ts, { interval_ms: INTERVAL_MS }, ledger) }
    })
    for (let round = 0; round < rounds; round += 1) {
      await wait(1_000 + Math.random() * 1_000)
      process.kill(await startedGatewayPid(product.process.pid), 'SIGKILL')
      await wait(2_500)
    }
    const drained = await Promise.all(pairs.map(({ sender }) => sender.drained(30_000)))
    await Promise.all(pairs.map(({ sender }) => sender.stop()))
    checks.expect('the broker acknowledged every report', drained.every(Boolean))
    const ledgers = pairs.map(({ ledger }) => ledger)
    const look = () => compare(product.url, embeddedConnection(data), ledgers, first_ts, began_s - 60)
    // The broker has acknowledged; storing follows.
    let comparison = await look()
    for (let waited_ms = 0; comparison.lost > 0 && waited_ms < STORED_MAX_MS; waited_ms += 1_000) {
      await wait(1_000)
      comparison = await look()
    }
    const { acked, lost, invented, twice } = comparison
    checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
    checks.expect('every report the broker acknowledged is stored', acked > 0 && lost === 0, `${lost} lost`)
    checks.expect('nothing is stored that was not sent', invented === 0, `${invented} invented`)
    checks.expect('nothing is stored twice', twice === 0, `${twice} twice`)
    await product.stop()
  } finally {
    stop()
    rmSync(data, { recursive: true, force: true })
  }
}
