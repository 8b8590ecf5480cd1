import { existsSync } from 'node:fs'
import { listRenamedSettings, listUnknownSettings, readConfig, SettingError } from './config.ts'
import { type Mode, runProduct } from './start/run.ts'
import { createShutdownStack, StartAborted } from './start/shutdown-stack.ts'

/**
 * Starts the product: `main.ts start` with the demo, `serve` for customers, `dev` for development. A reason why it
 * cannot start is printed as one sentence, exit code 1, nothing left running.
 */

/** A terminal and npm both forward one Ctrl-C: a signal this soon after the first is the same one. */
const SAME_SIGNAL_MS = 1_000
const MODES: readonly string[] = ['start', 'serve', 'dev'] satisfies Mode[]

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const printError = (line: string): void => void process.stderr.write(`${line}\n`)
const shutdown = createShutdownStack((error) =>
  printError(`While stopping: ${error instanceof Error ? error.message : String(error)}`),
)

const messageOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof SettingError) return text
  if (/ENOSPC|no space left/i.test(text)) return `HEATFLEET_DATA: the disk is full (${text}).`
  return `Heatfleet could not start: ${text}`
}

let first_signal_at: number | null = null
const stopBySignal = async (): Promise<void> => {
  if (first_signal_at !== null) {
    if (performance.now() - first_signal_at < SAME_SIGNAL_MS) return
    printError('Forced.')
    process.exit(1)
  }
  first_signal_at = performance.now()
  print('\n  Stopping')
  shutdown.abort()
  // During the start, the start itself ends at its next step and cleans up below.
  if (!running) return
  await shutdown.run()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopBySignal())

let running = false
const mode = process.argv[2] ?? 'start'
try {
  if (!MODES.includes(mode)) throw new SettingError(`"${mode}" is none of ${MODES.join(', ')}.`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  for (const [former, name] of listRenamedSettings())
    printError(`${former} is now ${name}; the former name is accepted in this version only.`)
  for (const [name, nearest] of listUnknownSettings())
    printError(`${name} is no setting and is ignored${nearest === null ? '' : `; did you mean ${nearest}?`}`)
  // MODES contains nothing else.
  await runProduct(mode as Mode, readConfig(), shutdown, print)
  running = true
  if (first_signal_at !== null) throw new StartAborted()
} catch (error) {
  if (!(error instanceof StartAborted)) printError(messageOf(error))
  await shutdown.run()
  process.exit(error instanceof StartAborted ? 0 : 1)
}
