import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAlarms } from './alarm-lists.ts'
import { measureDays } from './daily-figures.ts'
import { measureDetection } from './detection.ts'
import { measureDetectors } from './detectors.ts'
import { measureImport } from './device-import.ts'
import { measureIngest } from './durable-ingest.ts'
import { measureStatistics } from './fleet-statistics.ts'
import { measureQuestions } from './history-questions.ts'
import { measureIndexes } from './index-costs.ts'
import { measureExport } from './large-export.ts'
import { measureListImport } from './list-import.ts'
import { measurePush } from './live-push.ts'
import { measureLogs } from './log-lists.ts'
import { measureLostMachine } from './lost-machine.ts'
import { measureMapPan } from './map-pan.ts'
import { measureMap } from './map-views.ts'
import { measureHistory } from './packed-history.ts'
import { measurePlanted } from './planted-alarms.ts'
import { canPin, pinThisProcess } from './processes.ts'
import type { Place } from './product.ts'
import { measureReconnect } from './reconnect.ts'
import { loadAverage, Result, reportOf } from './result.ts'
import { measureRuleIngest } from './rule-ingest.ts'
import { measureRuleTest } from './rule-test.ts'
import { measureLists } from './scoped-lists.ts'
import { measureStuck } from './stuck-consoles.ts'
import { measureTableBackup } from './table-backup.ts'
import { measureUpgrades } from './upgrades.ts'
import { measureWall } from './wall-memory.ts'

/** Each workload with its numbers at full size; every number is an option of the command. */
const WORKLOADS = {
  w1: workload({ sessions: 10_000, settle_s: 610, seconds: 2, repeats: 3 }, measureIngest),
  w3: workload({ units: 20, days: 30, sessions: 10_000, repeats: 3 }, measureHistory),
  segments: workload({ units: 3, days: 365, repeats: 5 }, measureQuestions),
  push: workload({ consoles: 2_000, devices: 999, deliveries: 50_000, seconds: 8, repeats: 5 }, measurePush),
  stuck: workload(
    { consoles: 2_000, devices: 999, deliveries: 40_000, stuck: 200, seconds: 10, loops: 14 },
    measureStuck,
  ),
  w5: workload({ devices: 1_000_000, concurrency: 8, seconds: 2, repeats: 3 }, measureLists),
  w6: workload({ units: 5, days: 139, sessions: 500, rate: 500, repeats: 3 }, measureExport),
  w7: workload({ units: 50_000, repeats: 3 }, measureImport),
  days: workload({ units: 2_000, days: 1 }, measureDays),
  detectors: workload({ faulty: 3, healthy: 10, days: 45 }, measureDetectors),
  planted: workload({ faulty: 2, healthy: 4, seeds: 3, days: 45 }, measurePlanted),
  statistics: workload({ devices: 1_000_000, alarms: 300_000, repeats: 50 }, measureStatistics),
  map: workload({ devices: 1_000_000, views: 50 }, measureMap),
  'map-pan': workload({ devices: 1_000_000, seconds: 5, repeats: 3 }, measureMapPan),
  wall: workload(
    { devices: 20_000, alarms: 6_000, minutes: 10, sample_s: 30, page_s: 10, changes: 5, frames_s: 60 },
    measureWall,
  ),
  detection: workload({ units: 176, unknown: 24 }, measureDetection),
  rules: workload({ units: 1_000, repeats: 5 }, measureRuleTest),
  'rule-ingest': workload({ sessions: 2_000, rules: 10, seconds: 10, repeats: 5, settle_s: 610 }, measureRuleIngest),
  ota: workload({ modules: 1_000, image_kib: 128, rate: 170, seconds: 30, repeats: 1 }, measureUpgrades),
  alarms: workload({ devices: 100_000, alarms: 1_000_000, repeats: 30 }, measureAlarms),
  logs: workload({ devices: 100_000, events: 1_000_000, orders: 1_000_000, repeats: 30 }, measureLogs),
  indexes: workload(
    { devices: 100_000, alarms: 1_000_000, events: 1_000_000, rows: 2_000, repeats: 9 },
    measureIndexes,
  ),
  reconnect: workload({ sessions: 18_000, repeats: 3 }, measureReconnect),
  backup: workload({ devices: 300_000, segments_mb: 600 }, measureTableBackup),
  recovery: workload({ devices: 300_000, segments_mb: 9_200, log_s: 60, stages: 6 }, measureLostMachine),
} as const

/** What each workload must return; the rest is its own. */
type Measured = Pick<Result, 'workload' | 'machine' | 'outcomes'>

type Workload = {
  size: Record<string, number>
  measure: (size: Record<string, number>, place: Place) => Promise<Measured>
}

function workload<Size extends Record<string, number>>(
  size: Size,
  measure: (size: Size, place: Place, say: (line: string) => void) => Promise<Measured>,
): Workload {
  return { size, measure: (given, place) => measure({ ...size, ...given }, place, (line) => console.log(line)) }
}

/** Runs `npm run bench -- w5 [--devices 20000] [--data folder] [--out bench/results/w5.json]`; exit code 1 = a target was missed. */
const main = async ([name = '', ...args]: readonly string[]): Promise<number> => {
  if (name === 'import') return importLists(args)
  const chosen = name in WORKLOADS ? WORKLOADS[name as keyof typeof WORKLOADS] : null // Checked on this line.
  if (chosen === null) {
    console.error(
      `usage: npm run bench -- <import --from DIR|${Object.keys(WORKLOADS).join('|')}> [--out file] [--data folder] [--<number> n]`,
    )
    for (const [one, { size }] of Object.entries(WORKLOADS)) console.error(one, size)
    return 2
  }
  const options = Object.fromEntries(
    ['out', 'data', ...Object.keys(chosen.size)].map((key) => [key, { type: 'string' as const }]),
  )
  const { out, data, ...given } = parseArgs({ args: [...args], options }).values
  const size = Object.fromEntries(Object.entries(given).map(([key, text]) => [key, Number(text)]))
  const wrong = Object.keys(size).find((key) => !((size[key] ?? 0) > 0))
  if (wrong !== undefined) throw new RangeError(`--${wrong} needs a number above 0`)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
  return run((place) => chosen.measure(size, place), { out: textOf(out), data: textOf(data) })
}

/** Register lists of a folder beside their truth: `npm run bench -- import --from DIR [--out file]`. */
const importLists = (args: readonly string[]): Promise<number> => {
  const { from, out } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, out: { type: 'string' } },
  }).values
  if (from === undefined) throw new RangeError('--from needs a folder with lists and their *.truth.csv')
  return run((place) => measureListImport({ from }, place, (line) => console.log(line)), {
    out: out ?? null,
    data: null,
  })
}

type RunOptions = {
  /** File of the result. */
  out: string | null
  /** A folder that is kept: the next workload of the same fleet need not fill it again. Null = one of its own, gone afterwards. */
  data: string | null
}

/** Runs one workload; 1 = a target was missed. */
const run = async (measure: (place: Place) => Promise<Measured>, { out, data }: RunOptions): Promise<number> => {
  // Fails before the minutes of measuring, not after them.
  if (out !== null) mkdirSync(dirname(out), { recursive: true })
  const before = loadAverage()
  const data_dir = data ?? mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
  // Started by root, the database runs under another account: where it cannot enter, it goes to /var/lib and stays there.
  if (data === null) chmodSync(data_dir, 0o755)
  try {
    // Asked once: a process on one core sees no second one.
    const is_pinned = canPin()
    if (is_pinned) pinThisProcess()
    const measured = await measure({ data_dir, is_pinned })
    const load = { before, after: loadAverage() }
    const result = Result.parse({ date: new Date().toISOString(), load, ...measured })
    console.log(`\n${reportOf(result)}`)
    if (out !== null) writeFileSync(out, `${JSON.stringify(result, null, 2)}\n`)
    return result.outcomes.every(({ is_met }) => is_met) ? 0 : 1
  } finally {
    if (data === null) rmSync(data_dir, { recursive: true, force: true })
  }
}

process.exitCode = await main(process.argv.slice(2))
