import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { reportOf, verdictsOf } from './scoped-list-report.ts'
import { measureScopedLists } from './scoped-lists.ts'

/**
 * `npm run bench -- w5 [--devices 1000000] [--seconds 2] [--repeats 3] [--concurrency 8] [--data folder] [--out file]`: runs a
 * workload on the real product and prints it beside its peer. Without `--data` the database goes to a passing folder;
 * `--out` keeps the result as JSON (bench/results). Ends with 1 when a target is missed.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '2' },
    repeats: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '8' },
    data: { type: 'string' },
    out: { type: 'string' },
  },
})
const [workload] = positionals
const { devices, seconds, repeats, concurrency } = values
const numbers = {
  devices: Number(devices),
  seconds: Number(seconds),
  repeats: Number(repeats),
  concurrency: Number(concurrency),
}
if (workload !== 'w5' || Object.values(numbers).some((number) => !(number > 0))) {
  console.error(
    'usage: npm run bench -- w5 [--devices n] [--seconds n] [--repeats n] [--concurrency n] [--data folder] [--out file]',
  )
  process.exit(2)
}

const data_dir = values.data ?? mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
try {
  const result = await measureScopedLists({ ...numbers, data_dir, say: (line) => console.log(line) })
  console.log(`\n${reportOf(result)}`)
  const verdicts = verdictsOf(result)
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify({ ...result, verdicts }, null, 2)}\n`)
  process.exitCode = verdicts.every(({ is_met }) => is_met) ? 0 : 1
} finally {
  if (values.data === undefined) rmSync(data_dir, { recursive: true, force: true })
}
