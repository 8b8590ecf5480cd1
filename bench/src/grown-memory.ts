import { readFileSync } from 'node:fs'

/** How much some processes together grow from here on, in MB, at most. */
export const watchMemory = (pids: readonly number[]): (() => number) => {
  const residentOf = (pid: number): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
  const resident = (): number => pids.reduce((sum, pid) => sum + residentOf(pid), 0)
  const before = resident()
  let most = before
  const timer = setInterval(() => {
    try {
      most = Math.max(most, resident())
    } catch {
      // The product was stopped: the run failed.
      clearInterval(timer)
    }
  }, 50)
  return () => {
    clearInterval(timer)
    return most - before
  }
}
