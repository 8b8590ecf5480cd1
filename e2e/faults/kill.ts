import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials } from '../device-client.ts'
import { freePort, type Product, startProduct, untilReady } from '../product.ts'
import { type Ledger, type Sender, startSender } from './ledger.ts'
import { gatewayPid, postgresPid } from './processes.ts'
import { signIn, storedTimes } from './stored.ts'

export type Outcome = {
  tried: number
  acked: number
  lost: number
  invented: number
  wrong: number
  worst_back_ms: number
}

const TARGETS = ['gateway', 'postgres', 'product'] as const
const SENDERS = 8
const INTERVAL_MS = 15

/**
 * R1 and R2 of the quality page and the whole product beside them: `kill -9` at a random instant of the ingest, again
 * and again; every acknowledged report must be stored, none may be stored that was not sent.
 */
export const killRounds = async ({ rounds }: { rounds: number }): Promise<Outcome> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-kill-'))
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  // The demo gives the devices; from then on the same folder runs as in production, without simulator.
  const seeding = await startProduct({ mode: 'start', data, demo: 20, ...ports })
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as {
    units: { did: string; secret_hex: string }[]
  }
  await seeding.stop()

  let product = await startProduct({ mode: 'serve', data, ...ports })
  const first_ts = Math.floor(Date.now() / 1000) - 3 * 86_400
  const ledgers: Ledger[] = fleet.units
    .slice(0, SENDERS)
    .map((unit) => ({ did: unit.did, sent: new Map(), acked: new Set() }))
  const credentials = new Map<string, Credentials>(fleet.units.map((unit) => [unit.did, unit]))
  const senders: Sender[] = ledgers.map((ledger) =>
    startSender(
      ports.mqtt_port,
      credentials.get(ledger.did) ?? { did: ledger.did, secret_hex: '' },
      first_ts,
      INTERVAL_MS,
      ledger,
    ),
  )

  let worst_back_ms = 0
  for (const target of TARGETS) {
    let worst = 0
    for (let round = 0; round < rounds; round += 1) {
      await wait(700 + Math.random() * 800)
      const before = ackedCount(ledgers)
      const killed_at = performance.now()
      product = await killOne(target, product, data, ports)
      await acknowledgedAgain(ledgers, before + 50)
      worst = Math.max(worst, performance.now() - killed_at)
    }
    worst_back_ms = Math.max(worst_back_ms, worst)
    console.log(`${target}: ${rounds} kills, acknowledging again after at most ${Math.round(worst)} ms`)
  }

  const drained = (await Promise.all(senders.map((sender) => sender.drained(30_000)))).every(Boolean)
  await Promise.all(senders.map((sender) => sender.stop()))
  const token = await signIn(product.url)
  let lost = 0
  let invented = 0
  for (const ledger of ledgers) {
    const stored = await storedTimes(product.url, token, ledger.did, first_ts, first_ts + ledger.sent.size)
    for (const ts of ledger.acked) if (stored.get(ts) !== ledger.sent.get(ts)) lost += 1
    for (const ts of stored.keys()) if (!ledger.sent.has(ts)) invented += 1
  }
  await product.stop()
  rmSync(data, { recursive: true, force: true })
  const tried = rounds * TARGETS.length
  const acked = ackedCount(ledgers)
  const wrong = lost + invented + (drained ? 0 : 1)
  console.log(
    `kill: ${tried} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${drained ? 'all' : 'NOT all'} acknowledged at the end`,
  )
  return { tried, acked, lost, invented, wrong, worst_back_ms }
}

const ackedCount = (ledgers: Ledger[]) => ledgers.reduce((sum, ledger) => sum + ledger.acked.size, 0)

const acknowledgedAgain = async (ledgers: Ledger[], count: number): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (ackedCount(ledgers) >= count) return
    await wait(50)
  }
  throw new Error('nothing was acknowledged for a minute after a kill')
}

const killOne = async (
  target: (typeof TARGETS)[number],
  product: Product,
  data: string,
  ports: { http_port: number; mqtt_port: number },
): Promise<Product> => {
  if (target === 'product') {
    product.process.kill('SIGKILL')
    return startProduct({ mode: 'serve', data, ...ports })
  }
  process.kill(target === 'gateway' ? gatewayPid(product.process.pid) : postgresPid(product.process.pid), 'SIGKILL')
  await untilReady(product.url, () => product.process.exitCode !== null, product.output)
  return product
}
