import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { type Outcome, runCommand } from './run-command.ts'
import { type Counts, countFaults, countPlaywright, countVitest } from './test-counts.ts'

/** One stage of `npm test`: what is run, and what it counts for. */
export type Stage = { name: string; run: (scratch_dir: string) => Promise<Counts & { seconds: number }> }

const bin = (name: string): string => join(import.meta.dirname, '..', 'node_modules', '.bin', name)

/** All stages, the quick ones first. A stage without tests of its own counts as one check. */
export const STAGES: readonly Stage[] = [
  check('types', [bin('tsc'), '-b']),
  check('format and lint', [bin('biome'), 'check', '.']),
  check('type-aware lint', [bin('oxlint'), '--type-aware']),
  {
    name: 'tests',
    run: async (scratch_dir) => {
      const file = join(scratch_dir, 'vitest.json')
      const outcome = await runCommand([bin('vitest'), 'run', '--reporter=json', `--outputFile=${file}`])
      return withReport(outcome, file, countVitest)
    },
  },
  {
    name: 'kill -9 during ingest',
    run: async (scratch_dir) => {
      const file = join(scratch_dir, 'faults.json')
      const run = [process.execPath, 'e2e/faults/run.ts', 'kill', '--rounds', '2', '--report', file]
      return withReport(await runCommand(run), file, countFaults)
    },
  },
  {
    // A hundredth of the plan's count.
    name: 'mutated register frames',
    run: async (scratch_dir) => {
      const file = join(scratch_dir, 'faults-frames.json')
      const run = [process.execPath, 'e2e/faults/run.ts', 'frames', '--rounds', '2', '--report', file]
      return withReport(await runCommand(run), file, countFaults)
    },
  },
  {
    // A tenth of the plan's counts; the timing of S9 is for a machine at rest: npm run attacks -- s9.
    name: 'attacks on log-in',
    run: async (scratch_dir) => {
      const file = join(scratch_dir, 'attacks-log-in.json')
      const run = [process.execPath, 'e2e/attacks/run.ts', 's5', 's6', 's8', 's10', '--rounds', '1', '--report', file]
      return withReport(await runCommand(run), file, countFaults)
    },
  },
  {
    // Those of the ten newest calls; all of them take an hour: npm run holes.
    name: 'seeded holes',
    run: async (scratch_dir) => {
      const file = join(scratch_dir, 'holes.json')
      const run = [
        process.execPath,
        'scripts/holes/holes.ts',
        '--only',
        'needs no right',
        '--newest',
        '10',
        '--report',
        file,
      ]
      return withReport(await runCommand(run), file, countFaults)
    },
  },
  {
    name: 'attacks on device identity',
    run: async (scratch_dir) => {
      const file = join(scratch_dir, 'attacks.json')
      const run = [process.execPath, 'e2e/attacks/run.ts', 's16', '--rounds', '1', '--report', file]
      return withReport(await runCommand(run), file, countFaults)
    },
  },
  {
    name: 'journeys in Chromium',
    run: async (scratch_dir) => {
      const missing = await ensureChromium()
      if (missing !== null) return { passed: 0, failed: 1, failures: [missing], seconds: 0 }
      const file = join(scratch_dir, 'playwright.json')
      const outcome = await runCommand([bin('playwright'), 'test', '-c', 'e2e', '--reporter=json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      })
      return withReport(outcome, file, countPlaywright)
    },
  },
]

function check(name: string, command: readonly string[]): Stage {
  return {
    name,
    run: async () => {
      const outcome = await runCommand(command)
      return outcome.ok
        ? { passed: 1, failed: 0, failures: [], seconds: outcome.seconds }
        : { passed: 0, failed: 1, failures: [endOf(outcome.output)], seconds: outcome.seconds }
    },
  }
}

/** A runner that failed without a failing test (or without a report) is a failure of its own. */
const withReport = (outcome: Outcome, file: string, count: (json: string) => Counts): Counts & { seconds: number } => {
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
