import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { canPin } from './cores.ts'
import { measureIngest } from './durable-ingest.ts'
import { ingestReport, ingestVerdicts } from './durable-ingest-report.ts'
import { measureExport } from './large-export.ts'
import { exportReport, exportVerdicts } from './large-export-report.ts'
import { measureHistory } from './packed-history.ts'
import { historyReport, historyVerdicts } from './packed-history-report.ts'
import { reportOf, verdictsOf } from './scoped-list-report.ts'
import { measureScopedLists } from './scoped-lists.ts'
import type { Verdict } from './verdicts.ts'

/**
 * `npm run bench -- w5 [--devices 1000000] [--seconds 2] [--repeats 3] [--concurrency 8] [--data folder] [--out file]`, or
 * `npm run bench -- w3 [--units 20] [--days 30] [--repeats 3] [--sessions 10000] …` (W2 and W3 in one run), or
 * `npm run bench -- w1 [--sessions 10000] [--settle 610] …`, or
 * `npm run bench -- w6 [--file-units 5] [--file-days 139] …`: runs a workload on the real product and prints it beside its peer. Without `--data` the database goes to a passing folder;
 * `--out` keeps the result as JSON (bench/results). Ends with 1 when a target is missed.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    units: { type: 'string', default: '20' },
    days: { type: 'string', default: '30' },
    sessions: { type: 'string', default: '10000' },
    settle: { type: 'string', default: '610' },
    'file-units': { type: 'string', default: '5' },
    'file-days': { type: 'string', default: '139' },
    data: { type: 'string' },
    out: { type: 'string' },
  },
})
const data_dir = values.data ?? mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
const say = (line: string): void => console.log(line)

/** Each runs its workload and gives the result as it is kept, as people read it, and its verdicts. */
const WORKLOADS: Record<string, () => Promise<{ result: object; text: string; verdicts: Verdict[] }>> = {
  w5: async () => {
    const result = await measureScopedLists({
      ...numbersOf('devices', 'seconds', 'repeats', 'concurrency'),
      data_dir,
      is_pinned: canPin(),
      say,
    })
    return { result, text: reportOf(result), verdicts: verdictsOf(result) }
  },
  w1: async () => {
    const { settle: settle_s, ...numbers } = numbersOf('sessions', 'settle', 'seconds', 'repeats')
    const result = await measureIngest({ ...numbers, settle_s, data_dir, is_pinned: canPin(), say })
    return { result, text: ingestReport(result), verdicts: ingestVerdicts(result) }
  },
  w6: async () => {
    const { 'file-units': units, 'file-days': days, repeats } = numbersOf('file-units', 'file-days', 'repeats')
    const result = await measureExport({ units, days, repeats, sessions: 500, rate: 500, data_dir, say })
    return { result, text: exportReport(result), verdicts: exportVerdicts(result) }
  },
  w2: history,
  w3: history,
}

/** W2 and W3 are one run: what is asked for was packed before. */
async function history() {
  const result = await measureHistory({
    ...numbersOf('units', 'days', 'repeats', 'sessions'),
    data_dir,
    is_whole: true,
    say,
  })
  return { result, text: historyReport(result), verdicts: historyVerdicts(result) }
}

function numbersOf<
  Name extends
    | 'devices'
    | 'seconds'
    | 'repeats'
    | 'concurrency'
    | 'units'
    | 'days'
    | 'sessions'
    | 'settle'
    | 'file-units'
    | 'file-days',
>(...names: Name[]) {
  const numbers = names.map((name) => [name, Number(values[name])] as const)
  const wrong = numbers.find(([, number]) => !(number > 0))
  if (wrong !== undefined) throw new RangeError(`--${wrong[0]} needs a number above 0`)
  return Object.fromEntries(numbers) as Record<Name, number> // each of the names
}

const run = WORKLOADS[positionals[0] ?? '']
if (run === undefined) {
  console.error(
    `usage: npm run bench -- <${Object.keys(WORKLOADS).join('|')}> [--data folder] [--out file] …; see bench/src/run.ts`,
  )
  process.exit(2)
}
// Told before the minutes of measuring, not after them.
if (values.out !== undefined) mkdirSync(dirname(values.out), { recursive: true })
try {
  const { result, text, verdicts } = await run()
  console.log(`\n${text}`)
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify({ ...result, verdicts }, null, 2)}\n`)
  process.exitCode = verdicts.every(({ is_met }) => is_met) ? 0 : 1
} finally {
  if (values.data === undefined) rmSync(data_dir, { recursive: true, force: true })
}
