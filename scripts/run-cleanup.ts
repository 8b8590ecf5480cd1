import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Every process of a run carries it in its environment, those too that left their process group (PostgreSQL). */
const RUN_VARIABLE = 'HEATFLEET_TEST_RUN'
/** How long processes may take to stop by themselves before they are killed. */
const STOP_MAX_MS = 5_000
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const run_id = `run-${randomBytes(8).toString('hex')}`
const groups = new Set<number>()
let temporary_folder: string | null = null

/** What a command of this run is given: the mark of the run, and the run's own folder as the place for temporary files. */
export const markedEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  ...(temporary_folder === null
    ? {}
    : {
        TMPDIR: temporary_folder,
        // A run within a run carries both marks.
        [RUN_VARIABLE]: [process.env[RUN_VARIABLE], run_id].filter(Boolean).join(' '),
      }),
})

/**
 * The same with a place for compiled code. A process that reads a sheet starts with half the processor time that way, and a run of tests
 * starts hundreds; not for what is measured.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...markedEnvironment(),
  ...(temporary_folder === null ? {} : { NODE_COMPILE_CACHE: join(temporary_folder, 'code') }),
})

/** Notes a process group of this run; call the result when its leader has ended. */
export const trackGroup = (pid: number | undefined): (() => void) => {
  if (pid !== undefined) groups.add(pid)
  return () => {
    if (pid !== undefined) groups.delete(pid)
  }
}

/**
 * Runs `work` with a temporary folder for all its commands. Afterwards no process and no folder of the run is left,
 * nor a disk mounted in it, whether it ended, failed, or was interrupted by a signal.
 */
export const withCleanup = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-run-'))
  // PostgreSQL's account must be able to walk in when the tests run as root.
  chmodSync(folder, 0o755)
  temporary_folder = folder
  let interrupted = false
  const interrupt = (signal: NodeJS.Signals): void => {
    if (interrupted) return
    interrupted = true
    void cleanUp(folder).finally(() => process.exit(signal === 'SIGINT' ? 130 : 143))
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await work(folder)
  } finally {
    // An interrupted run ends in `interrupt`, with the commands failing meanwhile.
    if (interrupted) await new Promise(() => {})
    await cleanUp(folder)
    temporary_folder = null
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}

const cleanUp = async (folder: string): Promise<void> => {
  for (const group of groups) send(-group, 'SIGTERM')
  await waitWhile(() => groups.size > 0)
  for (const group of groups) send(-group, 'SIGKILL')
  // PostgreSQL gives its shared memory back when it is asked to stop (SIGTERM), not when it is killed.
  for (const pid of processesOfRun()) send(pid, 'SIGINT')
  await waitWhile(() => processesOfRun().length > 0)
  // One killed may have started another in the meantime.
  for (let left = processesOfRun(); left.length > 0; left = processesOfRun()) {
    for (const pid of left) send(pid, 'SIGKILL')
    await wait(20)
  }
  for (const disk of disksBelow(folder)) spawnSync('umount', ['--lazy', disk])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Disks that a fault mounted for its product, the innermost first. */
const disksBelow = (folder: string): string[] => {
  try {
    const mounted = readFileSync('/proc/self/mounts', 'utf8').split('\n')
    return mounted
      .map((line) => line.split(' ')[1] ?? '')
      .filter((path) => path.startsWith(`${folder}/`))
      .reverse()
  } catch {
    return []
  }
}

const waitWhile = async (isGoingOn: () => boolean): Promise<void> => {
  for (let waited_ms = 0; waited_ms < STOP_MAX_MS && isGoingOn(); waited_ms += 50) await wait(50)
}

/** Living processes with the mark of this run; on a system without /proc only process groups are known. */
const processesOfRun = (): number[] => {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && isOfRun(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

const isOfRun = (pid: string): boolean => {
  try {
    // A process that has ended has no environment any more.
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(run_id)
  } catch {
    return false
  }
}

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}
