import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openChecks } from '../faults/checks.ts'
import { attackDeviceIdentity } from './device-identity.ts'

/**
 * `npm run attacks -- s16 [--rounds 20]`: each attack of the quality plan prints what was tried and what went wrong.
 * `--report` writes the counts to a file, for `npm test`.
 */
const ATTACKS = { s16: attackDeviceIdentity } as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, report: { type: 'string' } },
})
const [name] = positionals
const rounds = Number(values.rounds)
if (name === undefined || !Object.hasOwn(ATTACKS, name) || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run attacks -- <${Object.keys(ATTACKS).join('|')}> [--rounds n]`)
  process.exit(2)
}
const checks = openChecks((line) => console.log(line))
await ATTACKS[name as keyof typeof ATTACKS]({ rounds, checks }).catch((error: unknown) =>
  checks.expect('the run came to its end', false, error instanceof Error ? error.message : String(error)),
)
const counts = checks.counts()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts))
process.exit(counts.failed === 0 ? 0 : 1)
