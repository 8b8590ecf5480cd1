import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionOptions } from './db.ts'
import { type PostgresFolders, prepareFolders } from './embedded-postgres-folders.ts'
import { disownStaleLocks } from './embedded-postgres-lock.ts'
import { probePostgres } from './embedded-postgres-probe.ts'
import { findPostgresProgram, type PostgresProgram } from './embedded-postgres-program.ts'
import { findDatabaseAccount, type SystemAccount } from './system-account.ts'

/** A PostgreSQL of our own that runs until `stop`; it is started again when it dies by itself. */
export type EmbeddedPostgres = {
  /** The database of the product. */
  connection: ConnectionOptions & { host: string }
  /** Where the cluster lies: not always under the data folder, so it is shown to people. */
  cluster_dir: string
  /** True when it was still running from a start whose parent died. */
  adopted: boolean
  stop: () => Promise<void>
}

type EmbeddedPostgresOptions = {
  /** Absolute path of the data folder; must exist. */
  data_dir: string
  /** False = no fsync: for tests only, whose data may go. */
  durable?: boolean
  /** Settings of PostgreSQL beside our own, for a restore. */
  settings?: Readonly<Record<string, string>>
  /** How long it may take until it answers; two minutes by default. */
  ready_max_ms?: number
  /** Receives progress messages, one short sentence each. */
  say?: (sentence: string) => void
}

/** User and database of the cluster. */
export const EMBEDDED_NAME = 'heatfleet'
/** Of the bundled programs; a cluster belongs to one. */
export const POSTGRES_MAJOR = '18'
const READY_MAX_MS = 120_000
const STOP_MAX_MS = 3_500

/** Starts the embedded PostgreSQL, or adopts one that a killed parent left behind. Recipe: design note on engines, 1. */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const print = options.say ?? (() => {})
  const account = findDatabaseAccount()
  const folders = prepareFolders(options.data_dir, account)
  const connection = { host: folders.socket_dir, port: 5432, user: EMBEDDED_NAME, database: EMBEDDED_NAME }
  const ready_max_ms = options.ready_max_ms ?? READY_MAX_MS

  let stopping = false
  let child: ChildProcess | null = null
  const launch = async (): Promise<void> => {
    const program = findPostgresProgram(account, options.data_dir)
    await ensureCluster(program, folders, account, options.durable !== false, print)
    disownStaleLocks(folders)
    child = startServer(program, folders, account, options.durable !== false, options.settings ?? {})
    await waitUntilReady(connection, folders, child, ready_max_ms)
  }

  const adopted = await probePostgres(connection.host, EMBEDDED_NAME, ready_max_ms)
  if (!adopted) await launch()
  await ensureDatabase(folders)

  const watch = async (): Promise<void> => {
    for (let delay_ms = 250; !stopping; ) {
      await untilGone(child, folders)
      if (stopping) return
      print('The embedded PostgreSQL ended by itself; it is started again.')
      try {
        await launch()
        delay_ms = 250
      } catch (error) {
        print(`PostgreSQL did not start again: ${error instanceof Error ? error.message : String(error)}`)
        await pause(delay_ms, undefined, { ref: false })
        delay_ms = Math.min(delay_ms * 2, 5_000)
      }
    }
  }
  const watching = watch()
  // A process that ends without stopping (a bug, a second Ctrl-C) still takes its database along.
  const stopAtExit = (): void => stopServer(child, folders, 'SIGINT')
  process.once('exit', stopAtExit)

  const stop = async (): Promise<void> => {
    stopping = true
    process.off('exit', stopAtExit)
    stopServer(child, folders, 'SIGINT')
    const in_time = await Promise.race([watching.then(() => true), pause(STOP_MAX_MS, false, { ref: false })])
    if (in_time) return
    // Immediate shutdown: recovers from the log at the next start.
    stopServer(child, folders, 'SIGQUIT')
    await watching
  }
  return { connection, cluster_dir: folders.cluster_dir, adopted, stop }
}

const ensureCluster = async (
  program: PostgresProgram,
  folders: PostgresFolders,
  account: SystemAccount | null,
  durable: boolean,
  print: (sentence: string) => void,
): Promise<void> => {
  const version_file = join(folders.cluster_dir, 'PG_VERSION')
  if (existsSync(version_file)) {
    const version = readFileSync(version_file, 'utf8').trim()
    if (version === POSTGRES_MAJOR) return
    throw new Error(
      `${folders.cluster_dir} was made by PostgreSQL ${version}, this is ${POSTGRES_MAJOR}: set HEATFLEET_DATA.`,
    )
  }
  print(`Making a database in ${folders.cluster_dir}`)
  const flags = ['--auth=trust', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const log = openSync(folders.log_file, 'a', 0o600)
  const initdb = spawn(
    join(program.native_dir, 'bin', 'initdb'),
    ['-D', folders.cluster_dir, '-U', EMBEDDED_NAME, ...flags, ...(durable ? [] : ['--no-sync'])],
    { ...account, cwd: '/', stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const code = await exitOf(initdb)
  if (code !== 0) throw new Error(`initdb failed (${String(code)}): ${lastLine(folders.log_file)}`)
}

/** A quarter of the memory, at most 1 GB: the figure the engines were measured with. */
const sharedBuffersMb = (): number => Math.max(32, Math.min(1024, Math.floor(totalmem() / 4 / 1024 / 1024)))

const startServer = (
  program: PostgresProgram,
  folders: PostgresFolders,
  account: SystemAccount | null,
  durable: boolean,
  more: Readonly<Record<string, string>>,
): ChildProcess => {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folders.socket_dir,
    port: '5432',
    max_connections: '100',
    wal_compression: 'on',
    // An archive that cannot be written must not fill the disk with log that waits for it.
    max_slot_wal_keep_size: '4GB',
    jit: 'off',
    max_parallel_workers_per_gather: '1',
    // Disks without a head that moves: a page anywhere costs about what the next one does.
    random_page_cost: '1.1',
    log_line_prefix: '%m [%p] ',
    ...(durable
      ? // A file of the log that is used again costs nothing; a new one is written full of zeros while commits wait (60 ms).
        { shared_buffers: `${sharedBuffersMb()}MB`, max_wal_size: '2GB', min_wal_size: '1GB' }
      : { shared_buffers: '64MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  }
  // A file and not a pipe: PostgreSQL outlives a parent that is killed, and must still be able to log.
  const log = openSync(folders.log_file, 'a', 0o600)
  const child = spawn(
    join(program.native_dir, 'bin', 'postgres'),
    ['-D', folders.cluster_dir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own process group: Ctrl-C in a terminal must not stop the database before its users.
    { ...account, cwd: '/', stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  child.on('error', () => {})
  return child
}

const waitUntilReady = async (
  connection: { host: string },
  folders: PostgresFolders,
  child: ChildProcess,
  ready_max_ms: number,
): Promise<void> => {
  const died = exitOf(child).then((code) => {
    throw new Error(`PostgreSQL did not start (${String(code)}): ${lastLine(folders.log_file)}`)
  })
  const ready = async (): Promise<void> => {
    for (let waited_ms = 0; waited_ms < ready_max_ms; waited_ms += 10) {
      if (await probePostgres(connection.host, EMBEDDED_NAME, ready_max_ms)) return
      await pause(10)
    }
    throw new Error(`PostgreSQL did not get ready: ${lastLine(folders.log_file)}`)
  }
  // The loser of the race must not become an unhandled rejection.
  died.catch(() => {})
  await Promise.race([ready(), died])
}

const ensureDatabase = async (folders: PostgresFolders): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ host: folders.socket_dir, port: 5432, user: EMBEDDED_NAME, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [EMBEDDED_NAME])
    if (found.rowCount === 0) await client.query(`create database ${EMBEDDED_NAME}`)
  } finally {
    await client.end()
  }
}

/** First line of postmaster.pid, while the process of that number lives. */
const runningPid = (folders: PostgresFolders): number | null => {
  const file = join(folders.cluster_dir, 'postmaster.pid')
  if (!existsSync(file)) return null
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  return isAlive(pid) ? pid : null
}

/** A dead process that its parent never reaped (a container without init) stays in the table as a zombie. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // No such process.
    return false
  }
}

const untilGone = async (child: ChildProcess | null, folders: PostgresFolders): Promise<void> => {
  if (child !== null) {
    await exitOf(child)
    return
  }
  // By its number: the file goes a moment before the process does.
  const pid = runningPid(folders)
  while (pid !== null && isAlive(pid)) await pause(50)
}

const stopServer = (child: ChildProcess | null, folders: PostgresFolders, signal: NodeJS.Signals): void => {
  if (child !== null) {
    child.kill(signal)
    return
  }
  const pid = runningPid(folders)
  if (pid !== null) process.kill(pid, signal)
}

const exitOf = (child: ChildProcess): Promise<number | NodeJS.Signals | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode ?? child.signalCode)
    : new Promise((resolve, reject) => {
        child.once('error', reject)
        child.once('exit', (code, signal) => resolve(code ?? signal))
      })

const lastLine = (file: string): string => readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? 'no reason given'
