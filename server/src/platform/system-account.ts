import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** A system account PostgreSQL may run as: it refuses root, and the uid must have a line in /etc/passwd. */
export type SystemAccount = { uid: number; gid: number }

/** The account for PostgreSQL when we are root: `postgres`, else `nobody`; null when we are an ordinary user. */
export const findDatabaseAccount = (): SystemAccount | null => {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('PostgreSQL cannot run as root, and /etc/passwd knows neither "postgres" nor "nobody".')
}

/** True when the account can walk down to `path`: every folder above it lets it through. Null = ourselves. */
export const canReach = (account: SystemAccount | null, path: string): boolean => {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!mayEnter(account, folder)) return false
    if (folder === dirname(folder)) return true
  }
}

const mayEnter = (account: SystemAccount | null, folder: string): boolean => {
  try {
    if (account === null) {
      accessSync(folder, constants.X_OK)
      return true
    }
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
    return (mode & bit) !== 0
  } catch {
    // Absent or closed to us: not reachable either way.
    return false
  }
}
