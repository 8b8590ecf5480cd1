import { spawnSync } from 'node:child_process'
import { renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { fill, stands } from './full-disk.ts'
import { isAlive } from './processes.ts'
import { rises, saysNotReady } from './readiness.ts'
import { serveFleet } from './served-fleet.ts'
import { embeddedConnection } from './stored.ts'

const UNITS = 6
const SLOT = 'behind'
const LOG_DISK_MB = 160
const NOT_READY_MAX_MS = 60_000
const BACK_MAX_MS = 30_000

/**
 * The volume of the database's own log (pg_wal) is full while the rest of the disk is not: `/readyz` says 503, nothing is
 * acknowledged, and with free space all goes on by itself. On a small tmpfs: needs root.
 */
export const fullLogDiskRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  let unmount = (): void => {}
  const fleet = await serveFleet(
    'full-log-disk',
    UNITS,
    () => () => unmount(),
    (folder) => {
      unmount = moveLog(join(folder, 'pg'))
      return {}
    },
  )
  try {
    const load = startFleetLoad(fleet)
    const { url, process: main } = fleet.product
    const ballast = join(fleet.data, 'pg', 'pg_wal', 'ballast')
    let [untold, acknowledged, not_back] = [0, 0, 0]
    for (let round = 0; round < rounds; round += 1) {
      await rises(load.acked, BACK_MAX_MS)
      await keepLog(fleet.data)
      fill(ballast)
      await writeLog(fleet.data)
      if (!(await saysNotReady(url, NOT_READY_MAX_MS))) untold += 1
      if (!(await stands(load.acked))) acknowledged += 1
      rmSync(ballast)
      if (!(await rises(load.acked, BACK_MAX_MS))) not_back += 1
      await onDatabase(fleet.data, `select pg_drop_replication_slot('${SLOT}')`, 'checkpoint')
    }
    const { acked, lost, invented, twice, drained } = await load.finish()
    checks.note(`${rounds} tried, ${acked} acknowledged, ${lost} lost, ${invented} invented, ${twice} stored twice`)
    checks.expect('/readyz tells', untold === 0, `${untold} times not`)
    checks.expect('nothing is acknowledged without a log', acknowledged === 0, `${acknowledged} times`)
    checks.expect('the main process runs on', isAlive(main.pid ?? 0))
    checks.expect(
      'with room again all goes on within thirty seconds',
      not_back === 0 && drained,
      `${not_back} times not`,
    )
    checks.expect('what was acknowledged is stored, once', lost === 0 && invented === 0 && twice === 0)
  } finally {
    await fleet.close()
  }
}

const onDatabase = async (data: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client(embeddedConnection(data))
  client.on('error', () => {})
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}

/** As somebody does who copies the log and falls behind: without it PostgreSQL uses its old files again and fills no disk. */
const keepLog = (data: string): Promise<void> =>
  onDatabase(data, `select pg_create_physical_replication_slot('${SLOT}', true)`)

/** Writes log until there is no room for it, which ends the connection. */
const writeLog = async (data: string): Promise<void> => {
  const piece = `select pg_logical_emit_message(false, 'fill', repeat('x', 8000000))`
  await onDatabase(data, ...Array.from({ length: (2 * LOG_DISK_MB) / 8 }, () => piece)).then(
    () => {
      throw new Error('the log found room')
    },
    () => {},
  )
}

/** Puts the log of a stopped cluster on a small disk of its own; returns how to unmount that. */
const moveLog = (cluster: string): (() => void) => {
  const [log, before] = [join(cluster, 'pg_wal'), join(cluster, 'pg_wal.before')]
  const { uid, gid } = statSync(log)
  renameSync(log, before)
  const run = (program: string, ...words: string[]): void => {
    const { status, stderr } = spawnSync(program, words)
    if (status !== 0) throw new Error(`${program}: ${stderr.toString()}`)
  }
  run('mkdir', log)
  run('mount', '-t', 'tmpfs', '-o', `size=${LOG_DISK_MB}m,mode=0700,uid=${uid},gid=${gid}`, 'tmpfs', log)
  run('sh', '-c', `cp -a '${before}/.' '${log}/' && rm -rf '${before}'`)
  return () => void spawnSync('umount', ['-l', log])
}
