import type { Stage, StageResult } from './test-stages.ts'

/** Two cores are what a build has: more stages at a time only make each slower. */
const AT_ONCE = 2

export type StageReport = { stage: Stage; result: StageResult }

/** One line about a stage that has ended. */
const lineOf = ({ stage, result }: StageReport): string => {
  const mark = result.failed === 0 ? 'ok    ' : 'FAILED'
  const note = result.note === undefined ? '' : `  (${result.note})`
  const counts = `${result.passed} passed, ${result.failed} failed`
  return `${mark} ${stage.name.padEnd(24)} ${counts}  ${result.seconds.toFixed(1)} s${note}`
}

/**
 * Runs stages, two at a time in the order given, and prints a line for each when it ends. Those that measure time run
 * after the others, one by one.
 */
export const runStages = async (
  stages: readonly Stage[],
  folder: string,
  ended: (report: StageReport) => void = () => {},
): Promise<StageReport[]> => {
  const reports: StageReport[] = []
  const runOne = async (stage: Stage): Promise<void> => {
    const result = await stage.run(folder)
    const report = { stage, result }
    reports.push(report)
    console.log(lineOf(report))
    ended(report)
  }
  const queue = stages.filter(({ alone }) => alone !== true)
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let stage = queue.shift(); stage !== undefined; stage = queue.shift()) await runOne(stage)
  })
  await Promise.all(workers)
  for (const stage of stages) if (stage.alone === true) await runOne(stage)
  return reports
}

/** Prints what was left out, what failed and the closing line, which stands alone; gives the exit code. */
export const printTotal = (reports: readonly StageReport[]): number => {
  const failures = reports.flatMap(({ stage, result }) =>
    result.failures.map((failure) => `--- ${stage.name}: ${failure}`),
  )
  const sum = (of: 'passed' | 'failed'): number => reports.reduce((total, { result }) => total + result[of], 0)
  const skipped = reports.flatMap(({ stage, result }) =>
    (result.skipped ?? []).map((name) => `skipped  ${stage.name}: ${name}`),
  )
  if (skipped.length > 0) console.log(`\n${skipped.join('\n')}\n`)
  if (failures.length > 0) console.log(`\n${failures.join('\n\n')}\n`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 ? 0 : 1
}
