import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

type Running = { pid: number; parent: number; command: string }

/** Field 3 (state) and 4 (parent) of a process, after the name in brackets, which may hold blanks itself. */
const stateOf = (pid: number | string): { state: string; parent: number } => {
  const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [state = '', parent] = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return { state, parent: Number(parent) }
}

const running = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(name), parent: stateOf(name).parent, command }]
      } catch {
        // It ended meanwhile.
        return []
      }
    })

/** Whether the process runs; a zombie does not. */
export const isAlive = (pid: number): boolean => {
  try {
    return stateOf(pid).state !== 'Z'
  } catch {
    // No such process.
    return false
  }
}

/** Waits until none of the processes runs; returns those still running after `limit_ms`. */
export const untilGone = async (pids: readonly number[], limit_ms: number): Promise<number[]> => {
  for (let waited_ms = 0; waited_ms < limit_ms && pids.some(isAlive); waited_ms += 20) await wait(20)
  return pids.filter(isAlive)
}

/** The command line of a process; empty when it has ended. */
export const commandOf = (pid: number): string => running().find((one) => one.pid === pid)?.command ?? ''

/** Processes started by `parent`. */
export const childrenOf = (parent: number): number[] =>
  running()
    .filter((one) => one.parent === parent)
    .map(({ pid }) => pid)

const findChild = (parent: number | undefined, pattern: RegExp): number | undefined =>
  running().find((one) => one.parent === parent && pattern.test(one.command))?.pid

const childOf = (parent: number | undefined, pattern: RegExp): number => {
  const found = findChild(parent, pattern)
  if (found === undefined) throw new Error(`no process ${pattern} below ${parent}`)
  return found
}

const GATEWAY = /gateway\/main\.ts/
const START_MAX_MS = 180_000

/** The gateway process of a running product. */
export const gatewayPid = (product: number | undefined): number => childOf(product, GATEWAY)

/** The same, once it runs: one that was killed, or lost its database, is being started anew. */
export const startedGatewayPid = async (product: number | undefined): Promise<number> => {
  for (let waited_ms = 0; waited_ms < START_MAX_MS; waited_ms += 50) {
    const pid = findChild(product, GATEWAY)
    if (pid !== undefined) return pid
    await wait(50)
  }
  return gatewayPid(product)
}

/** The compaction process of a running product. */
export const compactionPid = (product: number | undefined): number => childOf(product, /compaction\/main\.ts/)

/** The simulator process of a running product with the demo. */
export const simulatorPid = (product: number | undefined): number => childOf(product, /simulator\/src\/main\.ts/)

/**
 * The PostgreSQL of a data folder, by its pid file: an adopted one has no parent, and others run on this machine.
 */
export const postgresPid = (data: string): number => {
  const file = join(data, 'pg', 'postmaster.pid')
  if (!existsSync(file)) throw new Error(`no PostgreSQL runs in ${data}`)
  return Number(readFileSync(file, 'utf8').split('\n')[0])
}

/** Resident memory of a process, MB. */
export const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
