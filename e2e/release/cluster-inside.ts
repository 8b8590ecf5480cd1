import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openChecks } from '../faults/checks.ts'
import { openCluster } from './cluster-processes.ts'
import { useCluster } from './use-cluster.ts'

/** Within the network of `cluster.ts`: starts everything, uses it, prints what holds. */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { report: { type: 'string' } } })
const [folder = ''] = positionals
const checks = openChecks((line) => console.log(line))
try {
  const cluster = await openCluster(folder, (line) => console.log(line))
  try {
    await useCluster(cluster, checks)
  } finally {
    await cluster.close()
  }
} catch (error) {
  checks.expect('the check came to its end', false, error instanceof Error ? error.message : String(error))
}
const counts = checks.counts()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts))
process.exit(counts.failed === 0 ? 0 : 1)
