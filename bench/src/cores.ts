import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** What is measured has a core of its own, and what measures it another: neither takes the other's time. */
const CORES = { measured: '0', measuring: '1' } as const

/** False where there is one core, or no `taskset` (Debian: util-linux). */
export const canPin = (): boolean => availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0

/** A command on its core, with all that it starts. */
export const pinned = (to: keyof typeof CORES, command: readonly string[]): [string, ...string[]] => [
  'taskset',
  '--cpu-list',
  CORES[to],
  ...command,
]

/** Keeps this very process, which sends the calls, off the measured core. */
export const pinThisProcess = (): void => {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', CORES.measuring, String(process.pid)])
}
