import { spawnSync } from 'node:child_process'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from '../product.ts'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { serveOn } from './kill-targets.ts'
import { childrenOf, postgresPid, untilGone } from './processes.ts'
import { rises } from './readiness.ts'
import { serveFleet } from './served-fleet.ts'

const UNITS = 8
const DISK_BYTES = 2 * 1024 ** 3
const BACK_MAX_MS = 60_000
const GONE_MAX_MS = 10_000
const STARTS_MAX = 4
/** What the product says when its gateway took too long. */
const TOO_SLOW = 'The gateway did not get ready'

/**
 * R3: a power cut at a random moment of the ingest. The data are on a separate disk, whose file system is shut down
 * without a flush: everything not durable is lost, as in a power cut, including the file system's journal. Acknowledged
 * reports must be there after the next start. Needs root, `mkfs.ext4` and `python3`; 500 rounds are the plan's.
 */
export const powerCutRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('power-cut', UNITS, mountDisk)
  let { product } = fleet
  try {
    const load = startFleetLoad(fleet)
    let not_back = 0
    for (let round = 0; round < rounds; round += 1) {
      await rises(load.acked, BACK_MAX_MS)
      await wait(Math.random() * 1_500)
      product = await cutPower(product)
      if (!(await rises(load.acked, BACK_MAX_MS))) not_back += 1
    }
    const { acked, lost, invented, twice, drained } = await load.finish()
    checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
    checks.expect('every start after it acknowledges again', not_back === 0 && drained, `${not_back} times not`)
    checks.expect('every acknowledged report is stored with its value', acked > 0 && lost === 0, `${lost} lost`)
    checks.expect('nothing is stored that was not sent, nothing twice', invented === 0 && twice === 0)
  } finally {
    await product.stop()
    await fleet.close()
  }
}

/** Cuts the power, removes leftover processes, and restarts. */
const cutPower = async ({ process: main, data, url, mqtt_port }: Product): Promise<Product> => {
  const postgres = postgresPid(data)
  const pids = [main.pid ?? 0, ...childrenOf(main.pid ?? 0), postgres, ...childrenOf(postgres)]
  run('python3', ['-c', SHUT_DOWN, data])
  for (const pid of pids) kill(pid)
  await untilGone(pids, GONE_MAX_MS)
  await unmount(data)
  mount(data)
  return serveAgain(data, { http_port: Number(new URL(url).port), mqtt_port })
}

/** A machine that is busy with other runs may take longer than a start allows: it is started once more, as a service manager does. */
const serveAgain = async (data: string, ports: Parameters<typeof serveOn>[1]): Promise<Product> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await serveOn(data, ports)
    } catch (error) {
      if (tries === STARTS_MAX || !String(error).includes(TOO_SLOW)) throw error
    }
  }
}

/** EXT4_IOC_SHUTDOWN without flushing anything: Node has no ioctl. */
const SHUT_DOWN = `
import fcntl, os, struct, sys
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), 0x8004587D, struct.pack('I', 2))`

/** Mounts a separate disk on a folder; returns a function that unmounts it. */
const mountDisk = (folder: string): (() => void) => {
  writeFileSync(diskOf(folder), '')
  truncateSync(diskOf(folder), DISK_BYTES)
  run('mkfs.ext4', ['-q', '-F', diskOf(folder)])
  mount(folder)
  return () => {
    run('umount', [folder])
    rmSync(diskOf(folder))
  }
}

const diskOf = (folder: string): string => `${folder}.disk`

const mount = (folder: string): void => run('mount', ['-o', 'loop', diskOf(folder), folder])

/** Killed processes may keep it busy for a moment. */
const unmount = async (folder: string): Promise<void> => {
  const end_ms = performance.now() + GONE_MAX_MS
  while (spawnSync('umount', [folder]).status !== 0) {
    if (performance.now() > end_ms) throw new Error(`${folder} is still in use`)
    await wait(100)
  }
}

const run = (program: string, args: readonly string[]): void => {
  const done = spawnSync(program, args, { encoding: 'utf8' })
  if (done.status !== 0) throw new Error(`${program} does not work here: ${done.error?.message ?? done.stderr}`)
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Lost with its disk.
  }
}
