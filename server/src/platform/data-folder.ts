import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SettingError } from '../config.ts'

/** Minimum free space to start: PostgreSQL crashes when its disk is full. */
const FREE_MIN_MB = 200

/** Creates the data folder and checks that it is writable and has free space; returns its absolute path. */
export const prepareDataFolder = (setting: string): string => {
  const folder = resolve(setting)
  try {
    // Traversable by others: PostgreSQL's account must reach its cluster. Secret files inside have their own modes.
    makeFolder(folder)
    const probe = join(folder, `.write-test-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    throw new SettingError(`HEATFLEET_DATA: ${folder} cannot be written (${reasonOf(error)}).`)
  }
  const { bavail, bsize } = statfsSync(folder)
  const free_mb = Math.floor((bavail * bsize) / 1024 / 1024)
  if (free_mb < FREE_MIN_MB)
    throw new SettingError(
      `HEATFLEET_DATA: the disk of ${folder} is full: ${free_mb} MB free, at least ${FREE_MIN_MB} MB are needed.`,
    )
  return folder
}

/** One level at a time: where nothing can be made (below /proc), Node's own recursion never ends. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder, { mode: 0o755 })
}

/** The data folder is locked until `unlock`; `after_crash` = the last process did not release it. */
type FolderLock = { unlock: () => void; after_crash: boolean }

/** Locks the data folder for this process; refuses when another one holds it. A lock of a dead process is ignored. */
export const lockDataFolder = (folder: string): FolderLock => {
  const file = join(folder, 'heatfleet.pid')
  const mine = identityOf(process.pid)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, `${process.pid} ${mine}\n`, { flag: 'wx', mode: 0o644 })
      return { unlock: () => rmSync(file, { force: true }), after_crash: attempt > 0 }
    } catch (error) {
      if (reasonOf(error) !== 'EEXIST') throw error
    }
    const [pid = '', identity = ''] = readLock(file)
    if (identity !== '' && identityOf(Number(pid)) === identity)
      throw new SettingError(`HEATFLEET_DATA: ${folder} is in use by a running Heatfleet (process ${pid}).`)
    rmSync(file, { force: true })
  }
  throw new SettingError(`HEATFLEET_DATA: ${file} could not be taken.`)
}

const readLock = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').trim().split(' ')
  } catch {
    // It has just been released.
    return []
  }
}

/** A process is identified by its start time in this boot, because pids are reused. Empty for none or a zombie. */
const identityOf = (pid: number): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Field 22 after the name in brackets, which may hold blanks itself.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? '' : `${boot}/${fields[19] ?? ''}`
  } catch {
    // Ended meanwhile, or not readable by this user.
    return ''
  }
}

/** The system's short code of an error (EACCES, ENOSPC, …), else its text. */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' && /^E[A-Z]{3,}$/.test(error.code)
    ? error.code
    : error.message
}
