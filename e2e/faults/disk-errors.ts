import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { childrenOf, gatewayPid, isAlive, postgresPid } from './processes.ts'
import { rises, saysNotReady } from './readiness.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'
import { embeddedConnection } from './stored.ts'

const UNITS = 6
/** strace needs a moment to hold the processes of the database; the next commit fails. */
const FAILED_MAX_MS = 20_000
/** Earlier commits may still be acknowledged. */
const SETTLED_MS = 200
const BACK_MAX_MS = 60_000

/**
 * R4: the disk answers the fsync of a commit with an error. What is not durable must not be acknowledged,
 * `/readyz` must report it, and the product must recover by itself. Needs `strace` and the right to look into processes.
 */
export const diskErrorRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  if (spawnSync('strace', ['-V']).error) throw new Error('strace is not installed')
  const fleet = await serveFleet('disk-errors', UNITS)
  try {
    const load = startFleetLoad(fleet)
    const gateway = gatewayPid(fleet.product.process.pid)
    let [too_early, untold, not_back] = [0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      if (!(await rises(load.acked, BACK_MAX_MS))) not_back += 1
      await wait(Math.random() * 1_000)
      const is_reported = saysNotReady(fleet.product.url, FAILED_MAX_MS)
      too_early += await failCommit(fleet, load.acked)
      if (!(await is_reported)) untold += 1
    }
    const { acked, lost, invented, twice, drained } = await load.finish()
    checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
    checks.expect('nothing is acknowledged that the disk did not take', too_early === 0, `${too_early} reports`)
    checks.expect('/readyz tells that the database is away', untold === 0, `${untold} times not`)
    checks.expect('the gateway runs on', isAlive(gateway))
    checks.expect('reports are acknowledged again afterwards', not_back === 0 && drained, `${not_back} times not`)
    checks.expect('what was acknowledged is stored, once', lost === 0 && invented === 0 && twice === 0)
  } finally {
    await fleet.close()
  }
}

/**
 * Makes the next commit fail; returns the reports acknowledged until the database was back. It restarts its processes,
 * which strace does not trace.
 */
const failCommit = async ({ data }: ServedFleet, acked: () => number): Promise<number> => {
  const held = childrenOf(postgresPid(data)).flatMap((one) => ['-p', String(one)])
  const faults = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
  const strace = spawn('strace', ['-qq', '-o', '/dev/null', ...faults, ...held], { stdio: 'ignore' })
  try {
    if (!(await ceasesToAnswer(data))) throw new Error('the database did not notice that its disk failed')
    await wait(SETTLED_MS)
    const before = acked()
    let meanwhile = 0
    while (!(await answers(data))) meanwhile = acked() - before
    return meanwhile
  } finally {
    strace.kill('SIGINT')
  }
}

const ceasesToAnswer = async (data: string): Promise<boolean> => {
  const end_ms = performance.now() + FAILED_MAX_MS
  while (performance.now() < end_ms) if (!(await answers(data))) return true
  return false
}

const answers = async (data: string): Promise<boolean> => {
  const client = new pg.Client(embeddedConnection(data))
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    // Unavailable or recovering.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
