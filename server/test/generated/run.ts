import { parseArgs } from 'node:util'
import { openDatabase } from '../../src/platform/db.ts'
import { createFromTemplate, startTestCluster } from '../test-cluster.ts'
import { ALL_CALLS, openGenerated, requestsOf, tryGenerated } from './calls.ts'

/**
 * Generated requests of every call on a PostgreSQL of its own: prints how many were tried, how they were answered and each
 * wrong answer. `--count 200` requests a call, `--seed 1`, `--only a,b`: these calls alone.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    outcomes: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',')
const calls = ALL_CALLS.filter((name) => only === undefined || only.includes(name))
const cluster = await startTestCluster()
const database = openDatabase(await createFromTemplate(cluster.connection, 'generated'))
const opened = await openGenerated(database)
let tried = 0
const wrong: string[] = []
const outcomes = new Map<string, number>()
/** How the example of each call was answered. */
const examples: string[] = []
for (const name of calls) {
  const began = performance.now()
  const made = await tryGenerated(opened, name, requestsOf(name, Number(values.count)), Number(values.seed))
  tried += made.tried
  wrong.push(...made.wrong)
  examples.push(made.example)
  for (const [outcome, times] of made.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
  for (const line of made.wrong) console.log(`  ${line}`)
  if (values.outcomes)
    console.log(
      `${name} ${Math.round(performance.now() - began)} ms: ${JSON.stringify(Object.fromEntries(made.outcomes))}`,
    )
}
await opened.stage.close()
await database.close()
await cluster.stop()
const [accepted, misunderstood] = [
  examples.filter((outcome) => outcome === 'ok').length,
  examples.filter((outcome) => outcome === 'invalid_input' || outcome === '' || outcome.startsWith('http')).length,
]
console.log(
  `${calls.length} calls, ${examples.length} with an example that was sent: ${accepted} answered, ${examples.length - accepted - misunderstood} refused as declared, ${misunderstood} not understood`,
)
const share = (outcome: string): string => `${Math.round((100 * (outcomes.get(outcome) ?? 0)) / tried)} %`
console.log(
  `${calls.length} calls, ${tried} requests tried, ${wrong.length} wrong; ${share('ok')} accepted, ${share('invalid_input')} invalid input, ${outcomes.size} kinds of answer`,
)
process.exitCode = wrong.length + misunderstood === 0 ? 0 : 1
