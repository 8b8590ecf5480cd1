import { existsSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** The kernel takes such a number once in a tenth of a second from all who are not root, and refuses it meanwhile. */
const TRIES = 20
const TRY_AGAIN_MS = 120

/**
 * Gives a process its Unix niceness, for good. Where the kernel shares its time between sessions first (autogroup), niceness orders only the
 * processes within one, and a detached child is alone in its own: so the session gets the same number.
 */
export const yieldTo = async (pid: number, niceness: number): Promise<void> => {
  try {
    setPriority(pid, niceness)
  } catch (error) {
    // It ended in this moment.
    if (error instanceof Error && 'info' in error) return
    throw error
  }
  const session = `/proc/${pid}/autogroup`
  for (let tries = 0; tries < TRIES && existsSync(session); tries += 1) {
    try {
      return writeFileSync(session, String(niceness))
    } catch (error) {
      // It ended, or nobody may say so here: then it is as it would be without.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
    }
    await pause(TRY_AGAIN_MS, undefined, { ref: false })
  }
}
