import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** The measured processes share one core, those that measure the other: neither takes the other's time. */
const CORES = { measured: '0', measuring: '1' } as const
type Core = keyof typeof CORES

/** Moves a running process to a core. */
export const pin = (pid: number, core: Core): void => {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', CORES[core], String(pid)])
}

/** False with one core, or without `taskset` (Debian: util-linux). */
export const canPin = (): boolean => availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** Moves this process off the measured core. */
export const pinThisProcess = (): void => pin(process.pid, 'measuring')

/** A started process with all that it wrote. */
export type Started = { child: ChildProcess; pid: number; output: () => string; stop: () => Promise<void> }

/** Starts a command, with its children on `core`; null = on any. */
export const start = (command: readonly string[], core: Core | null, options: object = {}): Started => {
  const [program = '', ...args] = core === null ? command : ['taskset', '--cpu-list', CORES[core], ...command]
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.on('error', (error) => (output += error.message))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    pid: child.pid ?? 0,
    output: () => output,
    stop: async () => {
      if (hasEnded(child)) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Runs a command to its end; refuses every exit code but 0. */
export const run = async (command: readonly string[], core: Core | null): Promise<void> => {
  const { child, output } = start(command, core)
  const code = await new Promise<unknown>((resolve) => child.once('error', resolve).once('close', resolve))
  if (code !== 0) throw new Error(`${command[0]} failed (${String(code)}):\n${output()}`)
}

const READY_MAX_MS = 300_000

/** Polls until `isReady`; refuses when the process ends before. */
export const untilReady = async (started: Started, isReady: () => Promise<boolean>): Promise<void> => {
  for (let waited_ms = 0; waited_ms < READY_MAX_MS; waited_ms += 100) {
    if (hasEnded(started.child) || started.pid === 0) throw new Error(`a process ended at once:\n${started.output()}`)
    if (await isReady()) return
    await pause(100)
  }
  await started.stop()
  throw new Error(`a process was not ready in time:\n${started.output()}`)
}

/** Below the ports that kernels give to outgoing connections (Linux: from 32,768), which may take a port before it is used. */
const PORTS = [11_000, 32_000] as const

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(...PORTS)
    const is_free = await new Promise<boolean>((resolve) => {
      const server = createServer().once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (is_free) return port
  }
}

/** /proc counts in hundredths of a second. */
const TICK_US = 10_000

/** Processor time of a process and its ended children so far; null = it ended. */
const usageOf = (pid: number): { parent: number; us: number } | null => {
  try {
    // Behind the name in brackets: state, parent, ...; fields 14 to 17 of all are user and system time, own and of ended children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    return { parent: fields[1] ?? 0, us: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * TICK_US }
  } catch {
    return null
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && usageOf(pid)?.parent === parent)

/** Processor time in us of a process and all its descendants, without those in `except`. */
export const cpuOf = (pid: number, except: readonly number[] = []): number =>
  except.includes(pid) ? 0 : childrenOf(pid).reduce((sum, child) => sum + cpuOf(child, except), usageOf(pid)?.us ?? 0)

/** Processor time in us of a process alone, with all its threads. */
export const ownCpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_US
}

/** The child of a process that runs a certain file. */
export const childRunning = (parent: number, file: string): number => {
  const found = childrenOf(parent).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file))
  if (found === undefined) throw new Error(`${parent} has no child that runs ${file}`)
  return found
}

/** Samples the resident memory of some processes; the result is the maximum growth in MB. */
export const watchMemory = (pids: readonly number[]): (() => number) => watchGrowth(() => pids, 50)

/**
 * The same of a process with all its children, those that begin meanwhile among them, as shares: what several processes have in
 * common, like the code of Node, is there once and counts once. Needs root where the database has an account of its own.
 */
export const watchTreeMemory = (pid: number): (() => number) => watchGrowth(() => treeOf(pid), 100, shareMb)

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

const watchGrowth = (
  pidsOf: () => readonly number[],
  every_ms: number,
  mbOf: (pid: number) => number = residentMb,
): (() => number) => {
  const all_mb = (): number => pidsOf().reduce((sum, pid) => sum + mbOf(pid), 0)
  const before = all_mb()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, all_mb())), every_ms)
  return () => {
    clearInterval(timer)
    return most - before
  }
}

const residentMb = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(textOf(pid, 'status'))?.[1] ?? 0) / 1_024

const shareMb = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(textOf(pid, 'smaps_rollup'))?.[1] ?? 0) / 1_024

const textOf = (pid: number, file: 'status' | 'smaps_rollup'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
