import { readdirSync, readFileSync } from 'node:fs'

/** Processor time used so far, in microseconds: of one process, and of a process with all its children. */
export type CpuReading = { product_us: number; database_us: number }

/** The kernel counts in hundredths of a second on every Linux of ours. */
const TICK_US = 10_000

/** Reads both at once; processes that ended meanwhile count as far as their parent took them over. */
export const readCpu = (product_pid: number, postmaster_pid: number): CpuReading => ({
  product_us: usedBy(product_pid)?.own_us ?? 0,
  database_us: [postmaster_pid, ...childrenOf(postmaster_pid)].reduce(
    (sum, pid) => sum + (usedBy(pid)?.own_us ?? 0),
    0,
  ),
})

const usedBy = (pid: number): { parent: number; own_us: number } | null => {
  try {
    // After the name in brackets: state, parent, ...; user and system time are fields 14 and 15 of all.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return { parent: Number(fields[1]), own_us: (Number(fields[11]) + Number(fields[12])) * TICK_US }
  } catch {
    // It ended between two looks.
    return null
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => usedBy(pid)?.parent === parent)
