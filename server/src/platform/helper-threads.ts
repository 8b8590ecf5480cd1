import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/** What the engine calls the threads that collect its garbage beside the one that answers. */
const HELPER = 'V8Worker'
/** They still get something of a busy core: the answering thread waits for them at the end of a collection. */
export const HELPER_NICENESS = 10

/**
 * Lets the engine's helper threads yield to the one that answers. Marking what is old takes them some tenths of a second, and on a busy
 * core four of them got four fifths of it: everybody waited. Where threads have no names or no priority of their own (not Linux) all stays
 * as it is. Gives how many there were.
 */
export const yieldHelpers = (): number => {
  let helpers = 0
  try {
    for (const id of readdirSync(TASKS)) {
      if (readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim() !== HELPER) continue
      // Linux takes a thread where others know processes only.
      setPriority(Number(id), HELPER_NICENESS)
      helpers += 1
    }
  } catch {
    // A thread that ended in this moment, or a system without such files.
  }
  return helpers
}
