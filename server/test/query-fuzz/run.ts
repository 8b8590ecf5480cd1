import { parseArgs } from 'node:util'
import { openDatabase } from '../../src/platform/db.ts'
import { createFromTemplate, startTestCluster } from '../test-cluster.ts'
import { openFuzzCase, tryQueries } from './try-queries.ts'

/**
 * Random data queries on a PostgreSQL of its own, by people of five scopes at a time: prints how many were tried, answered and refused, and
 * each row outside the scope, changed table or failure. `--count 100000` in all, `--seed 1`.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
})
const ACCOUNTS = ['admin', 'province_a', 'city_a1', 'county_a11', 'province_b'] as const
const cluster = await startTestCluster()
const database = openDatabase(await createFromTemplate(cluster.connection, 'queries'))
const of = await openFuzzCase(database)
const before = await of.counts()
const share = Math.ceil(Number(values.count) / ACCOUNTS.length)
const all = await Promise.all(
  ACCOUNTS.map(async (account, at) => {
    const fuzzed = await tryQueries(of, account, share, Number(values.seed) + at)
    console.log(
      `${account}: ${fuzzed.tried} tried, ${fuzzed.answered} answered, ${fuzzed.refused} refused with the place`,
    )
    for (const finding of [...fuzzed.outside, ...fuzzed.crashed]) console.log(`  ${finding}`)
    return fuzzed
  }),
)
const changed = (await of.counts()) === before ? 0 : 1
await database.close()
await cluster.stop()
const sum = (count: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + count(one), 0)
const [outside, crashed] = [sum((one) => one.outside.length), sum((one) => one.crashed.length)]
console.log(
  `${sum(({ tried }) => tried)} queries tried, ${sum(({ answered }) => answered)} answered; ${outside} outside the scope, ${changed} tables changed, ${crashed} failures`,
)
process.exitCode = outside + crashed + changed === 0 ? 0 : 1
