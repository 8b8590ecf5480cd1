import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Credentials } from '../device-client.ts'
import { freePort } from '../free-port.ts'
import { type Product, startProduct } from '../product.ts'
import type { Checks } from './checks.ts'
import { type Ledger, openLedger, type Sender, startSender } from './ledger.ts'
import { compactionPid, postgresPid, untilGone } from './processes.ts'
import { clientOf, embeddedConnection, signIn, storedValues } from './stored.ts'

const SENDERS = 6
const INTERVAL_MS = 10
const DAY_S = 86_400
/** A running compaction is killed within this time: about that of one range of devices. */
const INTO_IT_MS = 80
const AT_WORK_MAX_MS = 20_000
/** On a busy machine a killed database takes half a minute to come back, and the reports wait for it. */
const DRAINED_MAX_MS = 240_000
const PACKED_MAX_MS = 120_000
/** Months are made with the next check of the compaction, a second later at most. */
const MONTHS_MAX_MS = 1_300
/** Every n-th round the database is killed instead. */
const DATABASE_EVERY = 5

/** Due days are compacted at once, late reports with the next check. */
const EAGER = { HEATFLEET_COMPACT_AFTER_MIN: '0', HEATFLEET_COMPACT_EVERY_S: '1' }

type Load = { ledger: Ledger; sender: Sender; first_ts: number }

/**
 * Kills the compaction of finished days and, every other round, that of their months, repeatedly while reports for those days keep arriving:
 * in the end every acknowledged report must be in a month with its value, exactly once.
 */
export const compactionRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'heatfleet-compaction-'))
  chmodSync(data, 0o755)
  const ports = { http_port: await freePort(), mqtt_port: await freePort() }
  const units = await seed(data, ports)
  const product = await startProduct({ mode: 'serve', data, ...ports, environment: EAGER })
  try {
    const load = startLoad(units, ports.mqtt_port)
    let in_work = 0
    for (let round = 1; round <= rounds; round += 1) in_work += Number(await strike(product, round))
    const drained = (await Promise.all(load.map(({ sender }) => sender.drained(DRAINED_MAX_MS)))).every(Boolean)
    await Promise.all(load.map(({ sender }) => sender.stop()))
    checks.expect('every report was acknowledged in the end', drained)
    checks.expect('the compaction was struck at work', in_work > rounds / 2, `${in_work} of ${rounds}`)
    const before_s = Math.floor(Date.now() / 1000 / DAY_S) * DAY_S
    const left = await untilPacked(data, before_s)
    checks.expect('all that is over is packed in the end', left === 0, `${left} left`)
    await compareStored(product, load, checks, rounds)
  } finally {
    await product.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

/** The demo creates the devices. */
const seed = async (data: string, ports: { http_port: number; mqtt_port: number }): Promise<Credentials[]> => {
  const demo = await startProduct({ mode: 'start', data, demo: SENDERS, ...ports })
  // Written by the product itself for its simulator.
  const fleet = JSON.parse(readFileSync(join(data, 'demo', 'fleet.json'), 'utf8')) as { units: Credentials[] }
  await demo.stop()
  return fleet.units
}

/** Each module reports for its own day of the last month, every other for a day that ends meanwhile. */
const startLoad = (units: readonly Credentials[], mqtt_port: number): Load[] => {
  const now = new Date()
  const month_s = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) / 1000
  return units.slice(0, SENDERS).map((unit, index) => {
    const first_ts = month_s - (Math.floor(index / 2) + 3) * DAY_S + (index % 2 === 0 ? 3_600 : DAY_S - 600)
    const ledger = openLedger(unit.did)
    return { ledger, first_ts, sender: startSender(mqtt_port, unit, first_ts, { interval_ms: INTERVAL_MS }, ledger) }
  })
}

/** Waits for a running compaction, then kills it (or the database); true when it was not finished by then. */
const strike = async (product: Product, round: number): Promise<boolean> => {
  const connection = embeddedConnection(product.data)
  const compaction = await compactionStarted(product)
  const is_of_months = round % 2 === 0
  if (is_of_months) {
    await queueMonths(connection)
    await wait(Math.random() * MONTHS_MAX_MS)
  } else if (await isAtWork(connection)) await wait(Math.random() * INTO_IT_MS)
  else return false
  const pid = round % DATABASE_EVERY === 0 ? postgresPid(product.data) : compaction
  process.kill(pid, 'SIGKILL')
  await untilGone([pid], 2_000)
  const left = await querySingle(connection, is_of_months ? WAITING_MONTHS : OPEN_DAYS)
  await wait(300 + Math.random() * 700)
  return left !== 0
}

const OPEN_DAYS = 'select count(*)::int as n from packing_progress where finished_at is null'
const WAITING_MONTHS = 'select count(*)::int as n from month_merges where days >= 8'

/** Makes the months of all units due, as many late days would. */
const queueMonths = (connection: pg.ClientConfig): Promise<number | null> =>
  querySingle(
    connection,
    'with due as (update month_merges set days = 8 returning 1) select count(*)::int as n from due',
  )

/** A killed compaction is restarted. */
const compactionStarted = async (product: Product): Promise<number> => {
  for (let waited_ms = 0; waited_ms < AT_WORK_MAX_MS; waited_ms += 50) {
    try {
      return compactionPid(product.process.pid)
    } catch {
      await wait(50)
    }
  }
  throw new Error('the compaction was not started again')
}

const isAtWork = async (connection: pg.ClientConfig): Promise<boolean> => {
  for (let waited_ms = 0; waited_ms < AT_WORK_MAX_MS; waited_ms += 10) {
    if ((await querySingle(connection, OPEN_DAYS)) === 1) return true
    await wait(10)
  }
  return false
}

const untilPacked = async (data: string, before_s: number): Promise<number> => {
  const waiting = `select (select count(*) from report_packing) + (select count(*) from chunk_merges)
    + (select count(*) from report_hot where at < to_timestamp(${before_s})) as n`
  let left: number | null = null
  for (let waited_ms = 0; waited_ms < PACKED_MAX_MS && left !== 0; waited_ms += 500) {
    left = await querySingle(embeddedConnection(data), waiting)
    await wait(500)
  }
  // What came late is put into its month too: each report is then stored once.
  if (left === 0) await queueMonths(embeddedConnection(data))
  for (let waited_ms = 0; waited_ms < PACKED_MAX_MS; waited_ms += 500) {
    const months = await querySingle(embeddedConnection(data), WAITING_MONTHS)
    if (months === 0) return left ?? -1
    await wait(500)
  }
  return -1
}

/** One number; null while the database is away. */
const querySingle = async (connection: pg.ClientConfig, question: string): Promise<number | null> => {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ n: number | string }>(question)
    return Number(rows[0]?.n)
  } catch {
    // It was killed and is restarted by the product.
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

const compareStored = async (
  product: Product,
  load: readonly Load[],
  checks: Checks,
  rounds: number,
): Promise<void> => {
  const call = clientOf(product.url, await signIn(product.url))
  let [acked, lost, invented, stored, found] = [0, 0, 0, 0, 0]
  for (const { ledger, first_ts } of load) {
    const values = await storedValues(call, ledger.did, first_ts, first_ts + ledger.sent.size)
    acked += ledger.acked.size
    for (const ts of ledger.acked) if (values.get(ts) !== ledger.sent.get(ts)) lost += 1
    for (const ts of values.keys())
      if (ledger.sent.has(ts)) found += 1
      else invented += 1
    const packed = `select coalesce(sum(reports), 0) as n from report_months join devices using (device_id)
      where mac = '${ledger.did}' and first_at >= to_timestamp(${first_ts}) and first_at < to_timestamp(${first_ts + 2 * DAY_S})`
    stored += (await querySingle(embeddedConnection(product.data), packed)) ?? 0
  }
  // What was stored and not acknowledged in time is there once, too.
  const twice = stored - found
  checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
  checks.expect('every acknowledged report is read with its value', acked > 0 && lost === 0, `${lost} lost`)
  checks.expect('nothing is read that was not sent', invented === 0, `${invented} invented`)
  checks.expect('every report is in its month exactly once', twice === 0, `${stored} packed of ${found}`)
}
