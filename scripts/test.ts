import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STAGES } from './test-stages.ts'

/**
 * `npm test`: every stage in order, one line each, then what failed, then `N passed, N failed`. Words after the command
 * choose stages by the start of their name: `npm test -- types tests`.
 */
const wanted = process.argv.slice(2)
const scratch_dir = mkdtempSync(join(tmpdir(), 'heatfleet-report-'))
const failures: string[] = []
let passed = 0
let failed = 0
for (const stage of STAGES) {
  if (wanted.length > 0 && !wanted.some((word) => stage.name.startsWith(word))) continue
  const result = await stage.run(scratch_dir)
  passed += result.passed
  failed += result.failed
  failures.push(...result.failures.map((failure) => `--- ${stage.name}: ${failure}`))
  const mark = result.failed === 0 ? 'ok    ' : 'FAILED'
  console.log(
    `${mark} ${stage.name.padEnd(24)} ${result.passed} passed, ${result.failed} failed  ${result.seconds.toFixed(1)} s${result.note === undefined ? '' : `  (${result.note})`}`,
  )
}
rmSync(scratch_dir, { recursive: true, force: true })
if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
