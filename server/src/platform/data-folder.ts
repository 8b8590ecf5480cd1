import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { SettingError } from '../config.ts'

/** Less free space than this and nothing is started: PostgreSQL stops hard when its disk is full. */
const FREE_MIN_MB = 200

/** Makes the data folder and proves that it can be written and has room; returns its absolute path. */
export const prepareDataFolder = (setting: string): string => {
  const folder = resolve(setting)
  try {
    // Others may walk through: PostgreSQL's account must reach its cluster. What is secret inside is closed by itself.
    mkdirSync(folder, { recursive: true, mode: 0o755 })
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

/** The data folder is ours until `unlock`; `after_crash` = the last one to have it never gave it back. */
export type FolderLock = { unlock: () => void; after_crash: boolean }

/** Takes the data folder for this process; refuses when another one has it. A lock whose process is gone counts nothing. */
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
    // It was given back this moment.
    return []
  }
}

/** A process is its start time in this boot: numbers alone are used again. Empty when there is none, or only a zombie. */
const identityOf = (pid: number): string => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    // Field 22 after the name in brackets, which may hold blanks itself.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? '' : `${boot}/${fields[19] ?? ''}`
  } catch {
    // Ended meanwhile, or not ours to read: nothing is known of it.
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
