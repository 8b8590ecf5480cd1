import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../config.ts'
import { writeDurably } from './durable-file.ts'

/**
 * The key that seals device secrets, 64 hex digits: the setting, else the one kept in the data folder, made on the first
 * start (readable by the owner alone).
 */
export const readSecretKey = (setting: string | undefined, data_dir: string): string => {
  if (setting !== undefined) return setting
  const file = join(data_dir, 'keys', 'secret-key')
  if (existsSync(file)) {
    const kept = readFileSync(file, 'utf8').trim()
    if (/^[0-9a-f]{64}$/.test(kept)) return kept
    throw new SettingError(`HEATFLEET_SECRET_KEY is not set, and ${file} does not hold 64 hex digits.`)
  }
  const made = randomBytes(32).toString('hex')
  writeDurably(file, `${made}\n`)
  return made
}

/** The name of this installation: made up on the first start, kept in the data folder. */
export const readInstance = (data_dir: string): string => {
  const file = join(data_dir, 'keys', 'instance')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const made = randomBytes(8).toString('hex')
  writeDurably(file, `${made}\n`)
  return made
}

/** Of 64 random hex digits so few different ones are seen once in millions of millions. */
const FEWEST_DIGITS = 8

/** True for a weak key: all digits alike, or a short pattern again and again. */
export const isWeakKey = (key: string): boolean =>
  [1, 2, 4, 8, 16, 32].some((length) => key === key.slice(0, length).repeat(key.length / length)) ||
  new Set(key).size < FEWEST_DIGITS
