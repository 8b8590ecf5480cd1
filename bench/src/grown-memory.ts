import { readFileSync } from 'node:fs'

/** How much the console process grows from here on, in MB, at most. */
export const watchMemory = (pid: number): (() => number) => {
  const resident = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
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
