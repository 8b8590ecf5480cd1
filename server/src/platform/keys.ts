import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingError } from '../config.ts'
import { writeDurably } from './durable-file.ts'

const fileOf = (data_dir: string): string => join(data_dir, 'keys', 'secret-key')

/** The key that seals device secrets, 64 hex digits: the setting, else the one kept in the data folder; null when there is none. */
export const findSecretKey = (setting: string | undefined, data_dir: string): string | null => {
  if (setting !== undefined) return setting
  const file = fileOf(data_dir)
  if (!existsSync(file)) return null
  const kept = readFileSync(file, 'utf8').trim()
  if (/^[0-9a-f]{64}$/.test(kept)) return kept
  throw new SettingError(`HEATFLEET_SECRET_KEY is not set, and ${file} does not hold 64 hex digits.`)
}

/**
 * The same, made up where there is none; `keep` writes a made one, readable by the owner alone. Only an installation without a
 * database of its own may keep it: in the place of a lost key it would pass for the right one.
 */
export const readSecretKey = (
  setting: string | undefined,
  data_dir: string,
): { secret_key_hex: string; keep: () => void } => {
  const found = findSecretKey(setting, data_dir)
  const secret_key_hex = found ?? randomBytes(32).toString('hex')
  const keep = (): void => {
    if (found === null) writeDurably(fileOf(data_dir), `${secret_key_hex}\n`)
  }
  return { secret_key_hex, keep }
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
