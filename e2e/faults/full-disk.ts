import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { gatewayPid, isAlive } from './processes.ts'
import { rises } from './readiness.ts'
import { serveFleet } from './served-fleet.ts'
import { clientOf, signIn } from './stored.ts'

const UNITS = 6
const DISK_MB = 500
/** WAL segments are preallocated and used up first. */
const STILL_ACKED_MAX_MS = 60_000
const STILL_MS = 4_000
const BACK_MAX_MS = 10_000
const MB = 1024 * 1024

/**
 * R5: the disk of the data folder is full. Nothing is acknowledged then, no process ends, reads still work, and
 * with free space the product recovers by itself. On a small tmpfs: needs root.
 */
export const fullDiskRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('full-disk', UNITS, mountSmallDisk)
  try {
    const load = startFleetLoad(fleet)
    const { url, process: main } = fleet.product
    const gateway = gatewayPid(main.pid)
    const call = clientOf(url, await signIn(url))
    const ballast = join(fleet.data, 'ballast')
    let [too_long, unread, not_back] = [0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      await rises(load.acked, BACK_MAX_MS)
      fill(ballast)
      if (!(await stands(load.acked))) too_long += 1
      const query = { pageNo: 1, size: 20 }
      unread += await call(api.deviceList, { query, body: {} }).then(
        () => 0,
        () => 1,
      )
      rmSync(ballast)
      if (!(await rises(load.acked, BACK_MAX_MS))) not_back += 1
    }
    const { acked, lost, invented, twice, drained } = await load.finish()
    checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
    checks.expect('nothing is acknowledged on a full disk', too_long === 0, `${too_long} times`)
    checks.expect('lists are still read', unread === 0, `${unread} times not`)
    checks.expect('gateway and main process run on', isAlive(gateway) && main.exitCode === null)
    checks.expect('with room again all goes on within ten seconds', not_back === 0 && drained, `${not_back} times not`)
    checks.expect('what was acknowledged is stored, once', lost === 0 && invented === 0 && twice === 0)
  } finally {
    await fleet.close()
  }
}

/** Mounts a separate disk on a folder; returns a function that unmounts it. */
const mountSmallDisk = (folder: string): (() => void) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', folder])
  if (mounted.status !== 0) throw new Error(`a disk cannot be mounted here: ${mounted.stderr.toString()}`)
  return () => void spawnSync('umount', ['-l', folder])
}

/** Writes until the disk is full. */
export const fill = (path: string): void => {
  const file = openSync(path, 'w')
  try {
    for (const size of [MB, 4096])
      for (const piece = Buffer.alloc(size, 1); ; ) {
        try {
          if (writeSync(file, piece) < size) break
        } catch {
          // The disk is full.
          break
        }
      }
  } finally {
    closeSync(file)
  }
}

/** Whether a count stops rising. */
export const stands = async (count: () => number): Promise<boolean> => {
  for (let waited_ms = 0; waited_ms < STILL_ACKED_MAX_MS; waited_ms += STILL_MS) {
    const before = count()
    await wait(STILL_MS)
    if (count() === before) return true
  }
  return false
}
