import { spawn } from 'node:child_process'
import { childEnvironment, trackGroup } from './run-cleanup.ts'

/** How a command ended, and all it printed. */
export type Outcome = { ok: boolean; output: string; seconds: number }

const OUTPUT_MAX_CHARS = 2_000_000

/**
 * Runs a program from the root of the repository to its end; `command` is the program and its arguments. It leads a
 * process group of its own: an interrupted run ends the whole group (run-cleanup.ts).
 */
export const runCommand = (command: readonly string[], environment: Record<string, string> = {}): Promise<Outcome> => {
  const [program = '', ...args] = command
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: `${import.meta.dirname}/..`,
    env: { ...childEnvironment(), NO_COLOR: '1', FORCE_COLOR: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const untrack = trackGroup(child.pid)
  let output = ''
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_MAX_CHARS)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve) => {
    const end = (ok: boolean): void => {
      untrack()
      resolve({ ok, output, seconds: (performance.now() - started) / 1000 })
    }
    child.once('error', (error) => {
      output += String(error)
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}
