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
    // Synchronous: what is said just before a crash is what one wants to read.
    pino.destination({ dest: file, append: true, sync: true, mode: 0o640 }),
  )
}

/** What the log keeps of an error; the rest (pg hangs its whole connection on it) is bulk, and holds what nobody may read. */
export const describeError = (error: unknown): unknown =>
  error instanceof Error
    ? { name: error.name, message: error.message, code: 'code' in error ? error.code : undefined, stack: error.stack }
    : error

const SECRETS = ['password', '*.password', 'token', '*.token', 'secret', '*.secret', 'headers.token', '*.headers.token']
