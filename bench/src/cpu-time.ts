import { readdirSync, readFileSync } from 'node:fs'

/** Processor time used so far, in microseconds: of one process, and of a process with all its children. */
export type CpuReading = { product_us: number; database_us: number }

/** The kernel counts in hundredths of a second on every Linux of ours. */
const TICK_US = 10_000

/** Reads both at once; connections that ended meanwhile count with their parent, which took their time over. */
export const readCpu = (product_pid: number, postmaster_pid: number): CpuReading => {
  const postmaster = usedBy(postmaster_pid)
  const connections = childrenOf(postmaster_pid).reduce((sum, pid) => sum + (usedBy(pid)?.own_us ?? 0), 0)
  return {
    product_us: usedBy(product_pid)?.own_us ?? 0,
    database_us: connections + (postmaster?.own_us ?? 0) + (postmaster?.of_ended_us ?? 0),
  }
}

/** Time of a process and of all that it started, ended ones included; `seen` counts no process twice. */
const usedByTree = (pid: number, seen: Set<number>): number => {
  const used = usedBy(pid)
  if (used === null || seen.has(pid)) return 0
  seen.add(pid)
  return childrenOf(pid).reduce((sum, child) => sum + usedByTree(child, seen), used.own_us + used.of_ended_us)
}

/** The whole product, each of its processes and its database: what one machine pays for it. */
export const readWholeCpu = (product_pid: number, postmaster_pid: number): CpuReading => {
  const seen = new Set<number>()
  // The database first: it may be a child of the product.
  const database_us = usedByTree(postmaster_pid, seen)
  return { database_us, product_us: usedByTree(product_pid, seen) }
}

/** One process alone. */
export const readOneCpu = (pid: number): number => usedBy(pid)?.own_us ?? 0

const usedBy = (pid: number): { parent: number; own_us: number; of_ended_us: number } | null => {
  try {
    // After the name in brackets: state, parent, ...; fields 14 to 17 of all are user and system time, own and of children.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, ended_user = 0, ended_system = 0] = fields.slice(11, 15)
    return {
      parent: fields[1] ?? 0,
      own_us: (user + system) * TICK_US,
      of_ended_us: (ended_user + ended_system) * TICK_US,
    }
  } catch {
    // It ended between two looks.
    return null
  }
}

/** The child of a process that runs a certain file. */
export const childRunning = (parent: number, file: string): number => {
  const found = childrenOf(parent).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file))
  if (found === undefined) throw new Error(`${parent} has no child that runs ${file}`)
  return found
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => usedBy(pid)?.parent === parent)
