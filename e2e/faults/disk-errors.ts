import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { childrenOf, gatewayPid, isAlive, postgresPid, untilGone } from './processes.ts'
import { rises, saysNotReady } from './readiness.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'

const UNITS = 6
/** strace needs a moment to hold every process of the database, which then fails with its next commit. */
const HELD_MS = 2_000
/** A database that can write nothing gives up within this time; nothing is acknowledged until then. */
const FAILING_MAX_MS = 15_000
const NOT_READY_MAX_MS = 5_000
const BACK_MAX_MS = 60_000

/**
 * R4: the disk answers every fsync of the database with an error. What the database could not make last must not be
 * acknowledged, `/readyz` must tell, and all must go on by itself. Needs `strace` and the right to look into processes.
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
      too_early += await failDisk(fleet, load.acked)
      if (!(await saysNotReady(fleet.product.url, NOT_READY_MAX_MS))) untold += 1
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
 * Makes every fsync fail for a while; gives how many reports were acknowledged all the same. The main process stands still
 * meanwhile: the database it starts anew is a sound one again, and would be seen too early.
 */
const failDisk = async ({ product, data }: ServedFleet, acked: () => number): Promise<number> => {
  const main = product.process.pid ?? 0
  const pid = postgresPid(data)
  const held = [pid, ...childrenOf(pid)].flatMap((one) => ['-p', String(one)])
  const faults = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
  process.kill(main, 'SIGSTOP')
  const strace = spawn('strace', ['-f', '-qq', '-o', '/dev/null', ...faults, ...held], { stdio: 'ignore' })
  try {
    await wait(HELD_MS)
    const before = acked()
    await untilGone([pid], FAILING_MAX_MS)
    return acked() - before
  } finally {
    strace.kill('SIGINT')
    if (strace.pid !== undefined) await untilGone([strace.pid], 5_000)
    process.kill(main, 'SIGCONT')
  }
}
