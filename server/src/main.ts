import { existsSync } from 'node:fs'
import { listRenamedSettings, readConfig, SettingError } from './config.ts'
import { type Mode, runProduct } from './start/run.ts'
import { openUndo, StartAborted } from './start/undo.ts'

/**
 * Starts the product: `main.ts start` with the demo, `serve` for customers, `dev` for development. A reason why it
 * cannot start is told in one sentence, exit code 1, nothing left running.
 */

/** A terminal and npm both pass one Ctrl-C on: what comes so soon after the first is the same one. */
const SAME_SIGNAL_MS = 1_000
const MODES: readonly string[] = ['start', 'serve', 'dev'] satisfies Mode[]

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const complain = (line: string): void => void process.stderr.write(`${line}\n`)
const undo = openUndo((error) => complain(`While stopping: ${error instanceof Error ? error.message : String(error)}`))

const sentenceOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof SettingError) return text
  if (/ENOSPC|no space left/i.test(text)) return `HEATFLEET_DATA: the disk is full (${text}).`
  return `Heatfleet could not start: ${text}`
}

let first_signal_at: number | null = null
const stopBySignal = async (): Promise<void> => {
  if (first_signal_at !== null) {
    if (performance.now() - first_signal_at < SAME_SIGNAL_MS) return
    complain('Forced.')
    process.exit(1)
  }
  first_signal_at = performance.now()
  say('\n  Stopping')
  undo.abort()
  // While it still starts, the start itself ends at its next step and cleans up below.
  if (!running) return
  await undo.run()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopBySignal())

let running = false
const mode = process.argv[2] ?? 'start'
try {
  if (!MODES.includes(mode)) throw new SettingError(`"${mode}" is none of ${MODES.join(', ')}.`)
  if (existsSync('.env')) process.loadEnvFile('.env')
  for (const [former, name] of listRenamedSettings())
    complain(`${former} is now ${name}; the former name is accepted in this version only.`)
  // MODES holds nothing else.
  await runProduct(mode as Mode, readConfig(), undo, say)
  running = true
  if (first_signal_at !== null) throw new StartAborted()
} catch (error) {
  if (!(error instanceof StartAborted)) complain(sentenceOf(error))
  await undo.run()
  process.exit(error instanceof StartAborted ? 0 : 1)
}
