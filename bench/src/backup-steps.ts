import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Started, start } from './processes.ts'
import { type Place, SECRET_KEY_HEX } from './product.ts'

/** Commands of backup and restore are here. */
const FOLDER = join(import.meta.dirname, '..', '..', 'server', 'src', 'start')
export const PASSPHRASE = 'a drill of the house'
/** Of one command, whatever the size of the database. */
export const MEMORY_MAX_MB = 400
const MB = 1024 * 1024
/** A segment of a day, as the compaction makes it. */
const SEGMENT_BYTES = 8_000
/** Rows of one statement: its log is written out before the next. */
const SEGMENTS_A_STATEMENT = 50_000

export type Step = { name: string; seconds: number; memory_mb: number; mb_per_s: number }

/**
 * Fills the table of compacted days. Segments are compressed already, so random bytes stand for them: the kernel's, which the database
 * reads itself (Linux), as hashing gigabytes in SQL takes an hour.
 */
export const fillSegments = async (client: pg.Client, segments_mb: number): Promise<void> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from devices')
  const devices = rows[0]?.n ?? 1
  const segments = Math.ceil((segments_mb * MB) / SEGMENT_BYTES)
  for (const month of ['01', '02'])
    await client.query(
      `create table report_chunks_2026${month} partition of report_chunks for values from ('2026-${month}-01') to ('2026-${month === '01' ? '02' : '03'}-01')`,
    )
  for (let from = 0; from < segments; from += SEGMENTS_A_STATEMENT)
    await client.query(
      `insert into report_chunks (device_id, day, part, layout_id, first_at, last_at, reports, body)
       select 1 + n % $1::int, date '2026-01-01' + (n / $1::int) % 59, n / $1::int / 59, 1, now(), now(), 1440,
         pg_read_binary_file('/dev/urandom', 0, $4)
       from generate_series($2::int, $3::int - 1) n`,
      [devices, from, Math.min(segments, from + SEGMENTS_A_STATEMENT), SEGMENT_BYTES],
    )
}

type Command = {
  name: string
  /** What the command reads or writes, for its rate. */
  mb: number
  /** A file of `server/src/start` and its arguments. */
  words: readonly string[]
  /** Beside those of the product itself. */
  settings: Record<string, string>
}

/** Runs a command of the product to its end, and looks at its largest resident memory. A restore must have compared all rows, or read them up to the last transaction. */
export const runStep = async (
  { name, mb, words, settings }: Command,
  { data_dir, is_pinned }: Place,
  say: (line: string) => void,
): Promise<Step> => {
  const [file = '', ...rest] = words
  const env = {
    ...process.env,
    HEATFLEET_DATA: join(data_dir, 'data'),
    HEATFLEET_SECRET_KEY: SECRET_KEY_HEX,
    HEATFLEET_BACKUP_PASSPHRASE: PASSPHRASE,
    ...settings,
  }
  const began_ms = performance.now()
  const started = start([process.execPath, join(FOLDER, file), ...rest], is_pinned ? 'measured' : null, { env })
  const memory_mb = await untilEnded(started)
  const seconds = (performance.now() - began_ms) / 1_000
  if (started.child.exitCode !== 0) throw new Error(`${name} failed:\n${started.output()}`)
  const compared = words.includes('--until')
    ? 'The last transaction is of'
    : 'have the rows and checksums of the backup'
  if (file === 'restore-main.ts' && !started.output().includes(compared))
    throw new Error(`${name} compared nothing:\n${started.output()}`)
  const step = { name, seconds: Number(seconds.toFixed(1)), memory_mb, mb_per_s: Math.round(mb / seconds) }
  say(`${name}: ${step.seconds} s, ${step.mb_per_s} MB/s, ${memory_mb} MB of memory`)
  return step
}

const untilEnded = async ({ child, pid }: Started): Promise<number> => {
  let most = 0
  while (child.exitCode === null && child.signalCode === null) {
    most = Math.max(most, peakMb(pid))
    await pause(50)
  }
  return most
}

const peakMb = (pid: number): number => {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  } catch {
    // It has just ended.
    return 0
  }
}

/** Size of the files of a backup. */
export const sizeMb = (folder: string): number =>
  Math.round(readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / MB)
