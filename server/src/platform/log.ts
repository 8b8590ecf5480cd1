import { mkdirSync } from 'node:fs'
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

/** Where the lines of a log go; null = standard error. */
export const logDestination = (file: string | null): ReturnType<typeof pino.destination> => {
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
  return destination
}

/** What the log keeps of an error; the rest (pg hangs its whole connection on it) is bulky, and contains secrets. */
export const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, code: 'code' in error ? error.code : undefined, stack: error.stack }
    : error

const SECRETS = ['password', '*.password', 'token', '*.token', 'secret', '*.secret', 'headers.token', '*.headers.token']
