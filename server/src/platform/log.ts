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
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRETS, censor: '[hidden]' },
    },
    // Synchronous: what is said just before a crash is what one wants to read.
    pino.destination({ dest: file, append: true, sync: true, mode: 0o640 }),
  )
}

const SECRETS = ['password', '*.password', 'token', '*.token', 'secret', '*.secret', 'headers.token', '*.headers.token']
