import { setTimeout as wait } from 'node:timers/promises'
import { PUSH_CLOSE } from '@heatfleet/contract/push.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { type Product, startProduct } from '../product.ts'
import { connectPush } from '../push-client.ts'
import { childrenOf, gatewayPid, isAlive, postgresPid, untilGone } from './processes.ts'
import { saysNotReady } from './readiness.ts'

/** The running product, how to restart it on the same folder and ports, a watching console, and the acknowledged reports. */
type Running = { product: Product; again: () => Promise<Product>; user: UserInfo; ackedCount: () => number }

/** Problems of one kill besides those in the ledgers; empty = none. */
type Blow = { product: Product; killed_at_ms: number; faults: string[] }

/** What is killed in a round, and the limit until new reports are acknowledged again. */
export type Target = {
  name: string
  back_max_ms: number
  strike: (running: Running, round: number) => Promise<Blow>
}

/** Time in which children of a killed parent end by themselves. */
const ORPHANS_MAX_MS = 8_000
const STOP_MAX_MS = 10_000
/** Time for which the database is kept down. */
const AWAY_MS = 700

const strikeGateway: Target['strike'] = async ({ product }) => {
  const pid = gatewayPid(product.process.pid)
  const killed_at_ms = performance.now()
  process.kill(pid, 'SIGKILL')
  await untilGone([pid], 1_000)
  return { product, killed_at_ms, faults: stillRuns(product) }
}

/**
 * In odd rounds the server with all its workers, in even ones the postmaster alone: its workers must notice. The
 * main process is stopped for a moment, so that the database stays down and acknowledgements without it are detected.
 */
const strikePostgres: Target['strike'] = async ({ product, ackedCount }, round) => {
  const main = product.process.pid ?? 0
  const gateway = gatewayPid(main)
  const pid = postgresPid(product.data)
  const all = round % 2 === 1 ? [...childrenOf(pid), pid] : [pid]
  const faults: string[] = []
  const killed_at_ms = performance.now()
  process.kill(main, 'SIGSTOP')
  try {
    for (const one of all) killQuietly(one)
    // Earlier commits may still be acknowledged.
    await wait(300)
    const before = ackedCount()
    await wait(AWAY_MS)
    const acked = ackedCount() - before
    if (acked > 0) faults.push(`${acked} reports were acknowledged without a database`)
  } finally {
    process.kill(main, 'SIGCONT')
  }
  if (!(await saysNotReady(product.url, 3_000))) faults.push('/readyz never told that the database was away')
  if (!isAlive(gateway)) faults.push('the gateway died of it')
  return { product, killed_at_ms, faults: [...faults, ...stillRuns(product)] }
}

const strikeProduct: Target['strike'] = async ({ product, again }) => {
  const main = product.process.pid ?? 0
  const gateway = gatewayPid(main)
  const postgres = postgresPid(product.data)
  const killed_at_ms = performance.now()
  process.kill(main, 'SIGKILL')
  const orphans = untilGone([main, gateway], ORPHANS_MAX_MS)
  const faults: string[] = []
  const fresh = await again()
  if ((await orphans).length > 0) faults.push('the gateway outlived its parent')
  if (postgresPid(product.data) !== postgres) faults.push('the PostgreSQL left behind was not adopted')
  return { product: fresh, killed_at_ms, faults }
}

/** A watching console is told to reconnect and reconnects with its session. */
const stopUnderLoad: Target['strike'] = async ({ product, again, user }) => {
  const main = product.process.pid ?? 0
  const all = [main, gatewayPid(main), postgresPid(product.data)]
  const { closed } = await connectPush({ user }, product.url)
  const killed_at_ms = performance.now()
  const code = await product.stop()
  const took_ms = performance.now() - killed_at_ms
  const faults: string[] = []
  if (code !== 0) faults.push(`exit code ${code}`)
  if (took_ms > STOP_MAX_MS) faults.push(`stopping took ${Math.round(took_ms)} ms`)
  if ((await untilGone(all, 200)).length > 0) faults.push('something was left running')
  const close_code = await closed
  if (close_code !== PUSH_CLOSE.restart) faults.push(`a console was closed with ${close_code}`)
  const fresh = await again()
  const back = await connectPush({ user }, fresh.url)
  back.close()
  return { product: fresh, killed_at_ms, faults }
}

/** R1, R2, the whole product beside them, and R19 of the quality page. */
export const TARGETS: readonly Target[] = [
  { name: 'kill -9 of the gateway', back_max_ms: 5_000, strike: strikeGateway },
  { name: 'kill -9 of PostgreSQL', back_max_ms: 10_000, strike: strikePostgres },
  { name: 'kill -9 of the product', back_max_ms: 15_000, strike: strikeProduct },
  { name: 'SIGTERM under load', back_max_ms: 20_000, strike: stopUnderLoad },
]

/** Without compaction: reports are counted by the rows of the hot table. */
export const UNPACKED = { HEATFLEET_COMPACT_AFTER_MIN: '100000' }

/** Starts the product as in production on a folder and two ports. */
export const serveOn = (
  data: string,
  ports: { http_port: number; mqtt_port: number },
  environment: Readonly<Record<string, string>> = {},
): Promise<Product> =>
  startProduct({
    mode: 'serve',
    data,
    ...ports,
    environment: { ...UNPACKED, HEATFLEET_FIRMWARE_URL: `http://127.0.0.1:${ports.http_port}`, ...environment },
  })

const stillRuns = ({ process: main }: Product): string[] =>
  main.exitCode === null && main.signalCode === null ? [] : ['the main process died of it']

const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
