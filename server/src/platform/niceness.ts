import { setPriority } from 'node:os'

/** Sets the Unix niceness of a process; processes that it starts later inherit it. */
export const setNiceness = (pid: number, niceness: number): void => {
  try {
    setPriority(pid, niceness)
  } catch (error) {
    // A system error: the process has just ended.
    if (!(error instanceof Error && 'info' in error)) throw error
  }
}
