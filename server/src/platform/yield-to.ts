import { setPriority } from 'node:os'

/** Gives a process its Unix niceness for good; processes that it starts later inherit it. */
export const yieldTo = (pid: number, niceness: number): void => {
  try {
    setPriority(pid, niceness)
  } catch (error) {
    // A system error: the process has just ended.
    if (!(error instanceof Error && 'info' in error)) throw error
  }
}
