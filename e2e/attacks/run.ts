import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openChecks } from '../faults/checks.ts'
import { attackAccess, attackCalls, attackFields, attackLosses, attackMutants, attackQueries } from './access.ts'
import { attackCrossSite } from './cross-site.ts'
import { attackDeviceIdentity } from './device-identity.ts'
import { attackEnumeration } from './enumeration.ts'
import { attackFormulas } from './formulas.ts'
import { attackGuesses } from './guesses.ts'
import { attackSheets } from './hostile-sheets.ts'
import { attackPasswordsAtRest } from './passwords-at-rest.ts'
import { attackPointsTable } from './points-table.ts'
import { attackReaders } from './readers.ts'
import { attackRegisterFrames } from './register-frames.ts'
import { attackRegisterLists } from './register-lists.ts'
import { attackTokens } from './tokens.ts'

/**
 * `npm run attacks -- s8 s9 [--rounds 10]`: each attack of the quality plan prints what was tried and what went wrong; ten
 * rounds are the plan's counts. `--report` writes the counts to a file, for `npm test`.
 */
const ATTACKS = {
  s1: attackAccess,
  s2: attackMutants,
  s3: attackFields,
  s4: attackLosses,
  s5: attackTokens,
  s6: attackCrossSite,
  s8: attackGuesses,
  s9: attackEnumeration,
  s10: attackPasswordsAtRest,
  s16: attackDeviceIdentity,
  b2: attackRegisterFrames,
  b7: attackFormulas,
  b8: attackRegisterLists,
  calls: attackCalls,
  queries: attackQueries,
  sheets: attackSheets,
  points: attackPointsTable,
  readers: attackReaders,
} as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '10' }, report: { type: 'string' } },
})
const isAttack = (name: string): name is keyof typeof ATTACKS => Object.hasOwn(ATTACKS, name)
const rounds = Number(values.rounds)
const names = positionals.filter(isAttack)
if (names.length === 0 || names.length < positionals.length || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run attacks -- <${Object.keys(ATTACKS).join('|')}>… [--rounds n]`)
  process.exit(2)
}
const checks = openChecks((line) => console.log(line))
for (const name of names)
  await ATTACKS[name]({ rounds, checks }).catch((error: unknown) =>
    checks.expect(`${name} came to its end`, false, error instanceof Error ? error.message : String(error)),
  )
const counts = checks.counts()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts))
process.exit(counts.failed === 0 ? 0 : 1)
