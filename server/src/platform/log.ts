import { mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import pino, { type Logger } from 'pino'

/** Opens the log: JSON lines appended to `file`, its folder made when absent. Never a secret: known names are blanked. */
export const openLog = (file: string, level: string): Logger => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o750 })
  return pino(
    {
      level,
      base: null,
      serializers: { error: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRETS, censor: '[hidden]' },
    },
    logDestination(file),
  )
}

/** Lines that wait for a full disk to have room again, bytes; later ones are lost. */
const WAITING_MAX_BYTES = 1_048_576

/** A file of a log is as long as this at most, bytes; older lines are in `.1` (the newest) to `.4`. */
const FILE_MAX_BYTES = 25_000_000
const OLDER_FILES = 4

/** Where the lines of a log go, whose files rotate; null = standard error. */
export const logDestination = (
  file: string | null,
  max_bytes = FILE_MAX_BYTES,
): ReturnType<typeof pino.destination> => {
  // Synchronous: what is said just before a crash is what one wants to read.
  const destination = pino.destination({
    dest: file ?? 2,
    append: true,
    sync: true,
    mode: 0o640,
    maxLength: WAITING_MAX_BYTES,
  })
  // A disk that is full ends no process: the lines wait and are written with the next one that can be.
  destination.on('error', () => {})
  if (file !== null) rotate(file, destination, max_bytes)
  return destination
}

/** Begins a new file when one is full. */
const rotate = (file: string, destination: ReturnType<typeof pino.destination>, max_bytes: number): void => {
  let bytes = sizeOf(file)
  let is_due = false
  const beginNew = (): void => {
    is_due = false
    bytes = 0
    try {
      for (let n = OLDER_FILES - 1; n >= 1; n -= 1)
        if (sizeOf(`${file}.${n}`) > 0) renameSync(`${file}.${n}`, `${file}.${n + 1}`)
      renameSync(file, `${file}.1`)
    } catch {
      // The folder may be read only, or the file gone: the log goes on in the file it has.
    }
    destination.reopen()
  }
  destination.on('write', (written: number) => {
    bytes += written
    if (is_due || bytes < max_bytes) return
    is_due = true
    // The line that is being written ends first.
    setImmediate(beginNew)
  })
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** What the log keeps of an error; the rest (pg hangs its whole connection on it) is bulky, and contains secrets. */
export const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, code: 'code' in error ? error.code : undefined, stack: error.stack }
    : error

const SECRETS = ['password', '*.password', 'token', '*.token', 'secret', '*.secret', 'headers.token', '*.headers.token']
