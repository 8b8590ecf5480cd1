import { parseArgs } from 'node:util'
import { openFullResults } from './full-results.ts'
import { withCleanup } from './run-cleanup.ts'
import { printTotal, runStages } from './run-stages.ts'
import { STAGES } from './test-stages.ts'

/**
 * `npm test`: what every change must pass. `npm run test:full` (`--full`): everything at full counts; a stage that passed
 * on this commit is not run again, and the result is kept in docs/test-results.md. Words after the command choose stages by
 * the start of their name: `npm test -- types server`.
 */
const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
})
const is_full = values.full
const stages = STAGES.filter(
  ({ name, full }) =>
    (is_full || full !== true) && (wanted.length === 0 || wanted.some((word) => name.startsWith(word))),
)
if (stages.length === 0) {
  console.error(`No stage begins with "${wanted.join('" or "')}": ${STAGES.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
// Property tests and journeys read it: whole counts, all looks and widths.
if (is_full) process.env.HEATFLEET_TEST_FULL = '1'
process.exitCode = await withCleanup(async (folder) => {
  if (!is_full) return printTotal(await runStages(stages, folder))
  const results = openFullResults()
  const passed = stages.flatMap((stage) => {
    const result = results.passed(stage)
    return result === null ? [] : [{ stage, result }]
  })
  for (const { stage } of passed) console.log(`ok     ${stage.name.padEnd(24)} passed on this commit already`)
  const left = stages.filter((stage) => !passed.some((one) => one.stage === stage))
  return printTotal([...passed, ...(await runStages(left, folder, results.keep))])
})
