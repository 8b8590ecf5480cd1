import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostgresFolders } from './embedded-postgres-folders.ts'

/**
 * Clears the way for the next start after PostgreSQL was cut off. Its lock files name it by a number, and it does not
 * start while a process has that number: after a black-out or in a new container another one soon does, and a
 * killed one not yet reaped (a zombie) counts as living. Such a number becomes ours: PostgreSQL takes its parent's
 * number as stale, and still looks whether a process of the old one holds the shared memory, which taking the file away
 * would leave out.
 */
export const disownStaleLocks = (folders: PostgresFolders): void => {
  for (const file of [join(folders.cluster_dir, 'postmaster.pid'), join(folders.socket_dir, '.s.PGSQL.5432.lock')]) {
    if (!existsSync(file)) continue
    const [pid, ...rest] = readFileSync(file, 'utf8').split('\n')
    const command = commandOf(Number(pid))
    if (command === null || command.includes(folders.cluster_dir)) continue
    writeFileSync(file, [process.pid, ...rest].join('\n'))
  }
}

/** The command line of a process, empty for a zombie; null = no such process, or not available on this system. */
const commandOf = (pid: number): string[] | null => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return null
  }
}
