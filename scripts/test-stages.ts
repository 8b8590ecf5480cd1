import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { type Outcome, runCommand } from './run-command.ts'
import { type Counts, countFaults, countPlaywright, countVitest } from './test-counts.ts'

export type StageResult = Counts & { seconds: number }

/** One stage of a test run: what is run, and what it counts for. */
export type Stage = {
  name: string
  /** In `npm run test:full` only. */
  full?: true
  /** Measures time: runs when no other stage does. */
  alone?: true
  /** Writes its report into `folder`. */
  run: (folder: string) => Promise<StageResult>
}

export const bin = (name: string): string => join(import.meta.dirname, '..', 'node_modules', '.bin', name)

/** Checks without tests of their own; each counts as one. */
// One checker: several load the shared types each for itself, three times the work and the memory on two cores.
export const TYPES = command('types', [bin('tsc'), '-b', '--checkers', '1', '--builders', '1'])
const FORMAT = command('format and lint', [bin('biome'), 'check', '.'])
const LINT = command('type-aware lint', [bin('oxlint'), '--type-aware'])

/** Rounds of each fault: those of the quality plan (docs/operating.md). */
const FAULT_ROUNDS = {
  kill: 20,
  compaction: 20,
  imports: 20,
  rollouts: 20,
  upgrades: 28,
  broker: 20,
  broker2: 20,
  machines: 12,
  'bit-flips': 20,
  migrations: 1,
  frames: 200,
  packets: 20,
  shuffled: 20,
  clocks: 20,
  away: 20,
  'disk-errors': 20,
  'full-disk': 20,
  'full-log-disk': 3,
  'power-cut': 20,
  backup: 10,
  alarms: 50,
} as const
/** Those that measure time. */
const TIMED_FAULT_ROUNDS = {
  'loop-delay': 60,
  overload: 600,
  offline: 20,
  'half-open': 20,
  still: 10,
  starts: 5,
  soak: 60,
} as const
const ATTACKS = ['s1', 's3', 's4', 's5', 's6', 's8', 's10', 's16', 'b2', 'b7', 'b8', 'calls', 'queries'] as const
const TIMED_ATTACKS = ['s9', 'sheets', 'points', 'readers'] as const

/**
 * All stages, the longest first: two of them run at a time. Journeys wait for events for a part of their time, which others fill
 * while there are any.
 */
export const STAGES: readonly Stage[] = [
  {
    name: 'journeys in Chromium',
    run: async (folder) => {
      const missing = await ensureChromium()
      if (missing !== null) return { passed: 0, failed: 1, failures: [missing], seconds: 0 }
      const file = join(folder, 'playwright.json')
      const outcome = await runCommand([bin('playwright'), 'test', '-c', 'e2e', '--reporter=json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      })
      return withReport(outcome, file, countPlaywright)
    },
  },
  vitest('server tests', ['server']),
  TYPES,
  FORMAT,
  LINT,
  vitest('unit tests', ['pure']),
  script('kill -9 during ingest', ['e2e/faults/run.ts', 'kill', '--rounds', '2']),
  { ...vitest('benches in short form', ['bench']), full: true },
  ...Object.entries(FAULT_ROUNDS).map(([name, rounds]) => fault(name, rounds)),
  ...ATTACKS.map(attack),
  { ...script('release in a clean root', ['e2e/release/run.ts']), full: true },
  { ...script('cluster in a network of its own', ['e2e/release/cluster.ts']), full: true },
  { ...script('access mutation test', ['server/test/mutants/run.ts']), full: true },
  { ...command('planted weaknesses', [process.execPath, 'scripts/mutants/try-weaknesses.ts']), full: true },
  ...Object.entries(TIMED_FAULT_ROUNDS).map(([name, rounds]): Stage => ({ ...fault(name, rounds), alone: true })),
  ...TIMED_ATTACKS.map((name): Stage => ({ ...attack(name), alone: true })),
]

export function command(name: string, words: readonly string[]): Stage {
  return {
    name,
    run: async () => {
      const { ok, output, seconds } = await runCommand(words)
      return ok
        ? { passed: 1, failed: 0, failures: [], seconds }
        : { passed: 0, failed: 1, failures: [endOf(output)], seconds }
    },
  }
}

/** Vitest projects; more words choose test files. */
export function vitest(name: string, projects: readonly string[], words: readonly string[] = []): Stage {
  return {
    name,
    run: async (folder) => {
      const file = join(folder, `${name}.json`)
      const chosen = projects.flatMap((project) => ['--project', project])
      const run = [bin('vitest'), 'run', '--silent', '--reporter=json', `--outputFile=${file}`, ...chosen, ...words]
      return withReport(await runCommand(run), file, countVitest)
    },
  }
}

/** A script of the repository that counts for itself. */
function script(name: string, words: readonly string[]): Stage {
  return {
    name,
    run: async (folder) => {
      const file = join(folder, `${name}.json`)
      return withReport(await runCommand([process.execPath, ...words, '--report', file]), file, countFaults)
    },
  }
}

function fault(name: string, rounds: number): Stage {
  return { ...script(`fault: ${name}`, ['e2e/faults/run.ts', name, '--rounds', String(rounds)]), full: true }
}

function attack(name: string): Stage {
  return { ...script(`attack: ${name}`, ['e2e/attacks/run.ts', name]), full: true }
}

/** A runner that failed without a failing test (or without a report) is a failure of its own. */
const withReport = (outcome: Outcome, file: string, count: (json: string) => Counts): StageResult => {
  const counts = existsSync(file) ? count(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, failures: [] }
  const is_silent = !outcome.ok && counts.failed === 0
  return {
    ...counts,
    failed: counts.failed + (is_silent ? 1 : 0),
    failures: is_silent ? [endOf(outcome.output)] : counts.failures,
    seconds: outcome.seconds,
  }
}

const LINES_SHOWN = 60

const endOf = (output: string): string => output.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n')
